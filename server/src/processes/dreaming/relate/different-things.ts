import { generalStems } from '../../../language/english/lexicon.ts'
import { changedTo, isMoved } from './change-words.ts'
import type { Aspects, MeasuredQuantity, QuantityPair } from './read-aspects.ts'
import { aboutTheSame, nearlyTheSame, sharedStems } from './shared-stems.ts'
import { appointments, results } from './single-valued.ts'
import { singleEvent } from './tense.ts'

/**
 * Evidence that two facts measure different things: `also`, other days, other kinds, other objects, other owners.
 */
export function measureDifferentThings({ before, now, older, newer, nearness }: QuantityPair): boolean {
  return (
    (newer.isAdded && !newer.isChange) ||
    (tookPlace(older, now) && tookPlace(newer, now)) ||
    (now.type === 'count' && !now.isTotal && areEpisodes(older, newer)) ||
    (/^(?:count|money|duration)$/.test(now.type) && areOfOtherYears(older, newer)) ||
    (isYear(now) && isYear(before) && !isMoved.test(newer.text)) ||
    (/^(?:date|weekday|clock)$/.test(now.type) && happenedApart(older, newer)) ||
    areOfOtherKinds(before, now, older, newer) ||
    haveOtherObjects(older, newer) ||
    areOfOtherTopics(older, newer) ||
    (singleEvent.test(older.text) && singleEvent.test(newer.text) && nameOthers(older, newer)) ||
    (now.type === 'count' && nearness < aboutTheSame && haveOthersBeside(older, newer)) ||
    (/^(?:duration|frequency)$/.test(now.type) &&
      nearness < nearlyTheSame &&
      haveOthersBeside(older, newer, by => by !== 'for'))
  )
}

/** `finished "Dune"`, `finished "Emma"` */
const nameOthers = (a: Aspects, b: Aspects): boolean =>
  a.names.size > 0 && b.names.size > 0 && sharedStems(a.names, b.names).every(name => generalStems.has(name))

const onADay =
  /\b(?:on|in|over|during|around) (?:the weekend of )?(?:\w+day )?(?:\d{1,2} )?(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4}\b/

/** `has lost 5 pounds`: a total so far. */
const perfect =
  /\b(?:has|have)(?: \w+)? (?:\w{2,}(?:ed|en|wn|pt|nt|ne|de|ught)|lost|won|run|read|got|had|hit|put|set|met|sold|built|found|held|paid|left|led)\b/i

/** An activity done on one day and again on another adds up: `jogged 5 km on Monday 1 January 2024`. */
function tookPlace({ text, isOngoing, isChange }: Aspects, { type }: MeasuredQuantity): boolean {
  if (perfect.test(text)) return false
  if (/^(?:date|weekday|clock)$/.test(type) || isChange || !onADay.test(text)) return false
  return type === 'count' || (!isOngoing && !results.test(text) && !appointments.test(text))
}

/** `went to a workshop on Friday`, `passed the interviews on Monday`: only an appointment can be moved. */
const happenedApart = (older: Aspects, newer: Aspects): boolean =>
  (older.isPastEvent || newer.isPastEvent) && !isMoved.test(newer.text)

/** Many things happen in one year and again in another. */
const isYear = ({ type, amount }: MeasuredQuantity): boolean => type === 'date' && /^\d{4}$/.test(amount)

/** `3 weddings in 2023`, `2 weddings in 2024` */
function areOfOtherYears(older: Aspects, newer: Aspects): boolean {
  const years = ({ text }: Aspects) =>
    new Set(text.match(/(?<=\b(?:in|during|of|last|to \d+ \w+) )(?:19|20)\d\d\b/g) ?? [])
  const [before, now] = [years(older), years(newer)]
  return before.size > 0 && now.size > 0 && sharedStems(before, now).length === 0
}

/** `sold 20 jars at the market`, `sold 35 jars at the fair`: two separate events. */
const areEpisodes = (older: Aspects, newer: Aspects): boolean =>
  older.isEpisode &&
  newer.isEpisode &&
  !newer.isChange &&
  !changedTo.test(newer.text) &&
  !(results.test(older.text) && results.test(newer.text))

/** `a physio appointment`, `a dentist appointment` */
function areOfOtherKinds(
  before: MeasuredQuantity,
  now: MeasuredQuantity,
  older: Aspects,
  newer: Aspects,
): boolean {
  const isOther = (kind: string, { stems }: Aspects) => !stems.has(kind)
  return sharedStems(before.near, now.near).some(thing => {
    const [left, right] = [older.kinds.get(thing), newer.kinds.get(thing)]
    return left !== undefined && right !== undefined && isOther(left, newer) && isOther(right, older)
  })
}

/** `plays chess on Sundays`, `plays tennis on Saturdays` */
const haveOtherObjects = (older: Aspects, newer: Aspects): boolean =>
  haveOthersBeside(older, newer, by => by === '')

/** `has written 3 letters to Ada`, `has written 5 letters to the council` */
const haveOthersBeside = (older: Aspects, newer: Aspects, isOf = (_by: string): boolean => true): boolean =>
  older.complements.some(({ stem, by, heads }) =>
    newer.complements.some(
      other =>
        isOf(by) &&
        other.stem === stem &&
        other.by === by &&
        !heads.some(each => newer.stems.has(each)) &&
        !other.heads.some(each => older.stems.has(each)),
    ),
  )

/** `5 tomato plants` are not counted by a fact that does not mention tomatoes. */
export const isDescribedIn = ({ described }: MeasuredQuantity, { stems }: Aspects): boolean => {
  const telling = described.filter(stem => !generalStems.has(stem) && /\p{L}/u.test(stem))
  return telling.length === 0 || telling.some(stem => stems.has(stem))
}

/** `The user's bedroom is …`, `The user's kitchen is …` */
const areOfOtherTopics = (a: Aspects, b: Aspects): boolean =>
  (a.topic !== undefined && b.topic !== undefined && !a.stems.has(b.topic) && !b.stems.has(a.topic)) ||
  ([...a.ofWhich].some(stem => !b.stems.has(stem)) && [...b.ofWhich].some(stem => !a.stems.has(stem)))

/** Each fact names something the other does not, next to the quantity: two different things. */
export function nameDifferentThings({ before, now, older, newer }: QuantityPair): boolean {
  const left = sharedStems(older.names, before.near).filter(name => !newer.stems.has(name))
  const right = sharedStems(newer.names, now.near).filter(name => !older.stems.has(name))
  return left.length > 0 && right.length > 0
}

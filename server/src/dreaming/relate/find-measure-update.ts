import { generalStems } from '../local/lexicon.ts'
import type { Aspects, Measured } from './read-aspects.ts'
import { aboutTheSame, shared } from './shared-stems.ts'

/** A quantity of one thing is another now. */
export function findMeasureUpdate(older: Aspects, newer: Aspects, nearness: number): string | undefined {
  for (const now of newer.measured)
    for (const before of older.measured) {
      if (now.amount === before.amount || !isSameMeasure(before, now, older, newer, nearness)) continue
      if (holdsOnce(before, now, older, newer, nearness))
        return `both say ${measureName(now, before)}; said later`
    }
  return undefined
}

function isSameMeasure(
  before: Measured,
  now: Measured,
  older: Aspects,
  newer: Aspects,
  nearness: number,
): boolean {
  if (before.type !== now.type) return false
  const areTotals = before.isTotal && now.isTotal
  if (before.isShare !== now.isShare && !areTotals && nearness < nearlyTheSame) return false
  if (now.type === 'duration' || before.unit === now.unit) return true
  if (before.unit !== undefined && now.unit !== undefined)
    return now.type === 'count' && anything.test(now.unit) && changedTo.test(newer.text)
  if (nearness >= nearlyTheSame) return true
  return now.unit === undefined ? newer.stems.has(before.unit!) : older.stems.has(now.unit)
}

/** Stems of what anything may be counted as: `the guest list has grown to 110 people`. */
const anything = /^(?:peopl|person|item|piec|thing|unit|member|entri)$/

/** Nouns of what takes place at one time. */
const appointments =
  /\b(?:class(?:es)?|meeting|call|appointment|deadline|webinar|session|flight|launch|party|visit|exam|interview|lesson|wedding|due|scheduled|rescheduled|sprint|presentation|trip|conference|dinner|practice|rehearsal|game|club|meetup|gathering|target|aiming|complete|finish|submit)s?\b/i
const kindsOfAppointment = new Set([
  'class',
  'meet',
  'call',
  'appoint',
  'session',
  'lesson',
  'game',
  'parti',
  'trip',
  'visit',
  'exam',
  'schedul',
])
/** Nouns of what has one amount at a time. */
const amounts =
  /\b(?:budget|price|rent|salary|income|goals?|targets?|targeting|limit|quota|fees?|allocat\w+|balance|saved|savings|raised|bonus|cap|rate|score|accuracy|grade|average|completed?|mortgage|approved|approval|pre-approved|worth|weigh\w*|costs?|pays?|paying|plan|subscription|bill|premium|fare|loan|charges?|set aside|earns?|funds?)\b/i

/** So near that it need not be said as what is so now. */
const nearlyTheSame = 0.75

/** Things happen on many days and cost many sums: these need more than nearness. */
const isDated = ({ type }: Measured): boolean => /^(?:date|weekday|money)$/.test(type)

/** What speaks against one thing: `also`, other days, other kinds, other objects, other owners. */
function measureOthers(
  before: Measured,
  now: Measured,
  older: Aspects,
  newer: Aspects,
  nearness: number,
): boolean {
  return (
    (newer.isAdded && !newer.isChange) ||
    (tookPlace(older, now) && tookPlace(newer, now)) ||
    areOfOtherKinds(before, now, older, newer) ||
    haveOtherObjects(older, newer) ||
    areOfOtherTopics(older, newer) ||
    (now.type === 'count' && nearness < aboutTheSame && haveOthersBeside(older, newer))
  )
}

/** Whether the thing measured has one value at a time, and both measure it. */
function holdsOnce(
  before: Measured,
  now: Measured,
  older: Aspects,
  newer: Aspects,
  nearness: number,
): boolean {
  const areRecords = results.test(older.text) && results.test(newer.text)
  if (measureOthers(before, now, older, newer, nearness)) return false
  const isSoNow = areRecords || changedTo.test(newer.text) || before.isCurrent || now.isCurrent
  if (!isSoNow && (nearness < nearlyTheSame || now.type === 'duration')) return false
  const near = shared(before.near, now.near).filter(stem => stem !== now.unit)
  const all = shared(older.stems, newer.stems).filter(stem => stem !== now.unit)
  const isNamed = all.some(stem => older.names.has(stem))
  if (!isNamed && areOfOthers(before, now, older, newer)) return false
  if (!isDescribedIn(before, newer) || !isDescribedIn(now, older)) return false
  if (nearness >= aboutTheSame && !isDated(now)) return true
  const own = near.filter(stem => !kindsOfAppointment.has(stem))
  if (nearness >= aboutTheSame && own.length >= 1 && isRegular(now, older, newer)) return true
  const isTopic = older.topic !== undefined && older.topic === newer.topic
  switch (now.type) {
    case 'frequency':
    case 'age':
      return near.length >= 1
    case 'score':
      return all.length >= 1 || areRecords
    case 'duration':
      return (
        isNamed ||
        isTopic ||
        near.length >= 2 ||
        all.length >= 3 ||
        (changedTo.test(newer.text) && all.length >= 1)
      )
    case 'clock':
      return (
        near.some(stem => !kindsOfAppointment.has(stem)) &&
        (isHabit(older, newer) || appointments.test(older.text + newer.text))
      )
    case 'date':
    case 'weekday':
      return (
        near.length >= (changedTo.test(newer.text) ? 1 : 2) &&
        (appointments.test(older.text) || changedTo.test(newer.text)) &&
        (appointments.test(newer.text) || newer.isChange || changedTo.test(newer.text))
      )
    case 'money':
    case 'percent':
      return (
        near.length >= (newer.isChange ? 1 : 2) &&
        amounts.test(older.text) &&
        (amounts.test(newer.text) || newer.isChange)
      )
    default:
      return (
        (before.isTotal && now.isTotal && before.unit === now.unit && before.unit !== undefined) ||
        near.length >= 1 ||
        all.length >= 2 ||
        isBare(older, newer) ||
        (changedTo.test(newer.text) && amounts.test(older.text))
      )
  }
}

/** `has two cats`, `has three cats now`: nothing is said but how many. */
const isBare = (older: Aspects, newer: Aspects): boolean =>
  older.stems.size <= 1 && newer.stems.size <= 3 && shared(older.stems, newer.stems).length === 1

const onADay =
  /\b(?:on|in|over|during|around) (?:the weekend of )?(?:\w+day )?(?:\d{1,2} )?(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4}\b/

/** `has lost 5 pounds`: what has come to be so far. */
const perfect =
  /\b(?:has|have)(?: \w+)? (?:\w{2,}(?:ed|en|wn|pt|nt|ne|de|ught)|lost|won|run|read|got|had|hit|put|set|met|sold|built|found|held|paid|left|led)\b/i

/** What was done on one day and again on another adds up: `jogged 5 km on Monday 1 January 2024`. */
function tookPlace({ text, isOngoing, isChange }: Aspects, { type }: Measured): boolean {
  if (perfect.test(text)) return false
  if (/^(?:date|weekday|clock)$/.test(type) || isChange || !onADay.test(text)) return false
  return type === 'count' || (!isOngoing && !results.test(text) && !appointments.test(text))
}

/** `a physio appointment`, `a dentist appointment` */
function areOfOtherKinds(before: Measured, now: Measured, older: Aspects, newer: Aspects): boolean {
  const isOther = (kind: string, { stems }: Aspects) => !stems.has(kind)
  return shared(before.near, now.near).some(thing => {
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

/** What is done or paid again and again has one day and one price. */
function isRegular({ type }: Measured, older: Aspects, newer: Aspects): boolean {
  if (type === 'weekday') return isHabit(older, newer)
  return type === 'money' && [older, newer].every(({ text }) => recurring.test(text))
}

const recurring = /\b(?:an?|per|each|every) (?:hour|day|week|month|year)\b|\b(?:weekly|monthly|yearly)\b/i
const habit =
  /\b(?:usually|always|every|each|(?:morning|evening|night|afternoon)s|wakes?|waking|get(?:s|ting)? up|goes? to bed|going to bed|bedtime|starts?|stops?|until|after|before|by|around|on (?:mon|tues|wednes|thurs|fri|satur|sun)days)\b/i
const isHabit = (a: Aspects, b: Aspects): boolean => habit.test(a.text) && habit.test(b.text)

const results = /\b(?:best|fastest|quickest|longest|record|high(?:est)? score|PB|PR)\b/i
const changedTo =
  /\b(?:adjusted|increased?|extended|changed|raised?|reduced|went up|dropped|grew|cut|shortened|lowered|re-?scheduled?|updated|grown|gone up|down|up|moved?|push(?:ed)?|postponed?|switched|brings?|brought)(?: [\w']+){0,5} to\b/i

/** `5 tomato plants` are not counted by one who speaks of no tomatoes. */
const isDescribedIn = ({ described }: Measured, { stems }: Aspects): boolean => {
  const telling = described.filter(stem => !generalStems.has(stem) && /\p{L}/u.test(stem))
  return telling.length === 0 || telling.some(stem => stems.has(stem))
}

/** `The user's bedroom is …`, `The user's kitchen is …` */
const areOfOtherTopics = (a: Aspects, b: Aspects): boolean =>
  a.topic !== undefined && b.topic !== undefined && !a.stems.has(b.topic) && !b.stems.has(a.topic)

/** Each names something the other does not, next to what is measured: two things, then. */
function areOfOthers(before: Measured, now: Measured, older: Aspects, newer: Aspects): boolean {
  const left = shared(older.names, before.near).filter(name => !newer.stems.has(name))
  const right = shared(newer.names, now.near).filter(name => !older.stems.has(name))
  return left.length > 0 && right.length > 0
}

function measureName({ type, unit }: Measured, before: Measured): string {
  const names: Record<string, string> = {
    count: `how many or which ${unit ?? before.unit ?? ''}`.trim(),
    money: 'how much money',
    percent: 'what share',
    clock: 'at what time',
    date: 'when',
    weekday: 'on which day',
    duration: 'how long',
    frequency: 'how often',
    score: 'the result',
    age: 'the age',
  }
  return names[type] ?? type
}

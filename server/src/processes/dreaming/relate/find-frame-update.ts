import type { Complement } from '../../../language/english/complements.ts'
import { isRecent } from './change-words.ts'
import type { Aspects } from './read-aspects.ts'
import { sharedBesidesSubject } from './shared-stems.ts'

/** Cosine from which two facts with the same verb are about one occasion, where no other shared word shows it. */
const ofOneOccasion = 0.5

/** Verbs that add up: somebody who explores or learns one thing now has not given up the other. */
const addsUp =
  /^(?:look|play|talk|speak|go|plan|make|made|explor|delv|discov|learn|tri|try|experi|enjoy|love|like|attend|visit|read|watch|see|meet|buy|bought|join|dive|engag|incorpor|find|creat|collect|stud|share|focus|think)/

/**
 * The same activity is done in another way now: `commutes by train`, `commutes by bike these days`. Same verb, same
 * position in the sentence, another complement.
 */
export function findFrameUpdate(older: Aspects, newer: Aspects, nearness: number): string | undefined {
  if (newer.isAdded || newer.isIntended || older.isIntended) return undefined
  if (!older.isOngoing || !isRecent.test(newer.text) || areAtOtherTimes(older, newer)) return undefined
  for (const now of newer.complements)
    for (const before of older.complements) {
      if (!isSamePlace(before, now) || !areApart(before, now) || addsUp.test(now.stem)) continue
      if (differOtherwise(before, now, older, newer)) continue
      if (isOfOne(before, now, older, newer, nearness))
        return `both say how or what they ${now.verb}; said later`
    }
  return undefined
}

/** `plays chess on Sundays`, `plays tennis on Saturdays now` */
const areAtOtherTimes = (older: Aspects, newer: Aspects): boolean => {
  const times = ({ measured }: Aspects) => measured.filter(({ type }) => /^(?:weekday|clock)$/.test(type))
  const before = times(older)
  return times(newer).some(({ type, amount }) =>
    before.some(other => other.type === type && other.amount !== amount),
  )
}

const isSamePlace = (a: Complement, b: Complement): boolean => a.stem === b.stem && a.by === b.by

const areApart = (a: Complement, b: Complement): boolean => !a.heads.some(stem => b.heads.includes(stem))

/** `stores the skis in the cellar`, `stores the tent in the attic`: two things, each with a place of its own. */
const differOtherwise = (before: Complement, now: Complement, older: Aspects, newer: Aspects): boolean =>
  older.complements.some(
    one =>
      one !== before &&
      newer.complements.some(other => other !== now && isSamePlace(one, other) && isOther(one, other)),
  )

/** Another thing, or the same thing of another kind: `Thai food`, `Italian food`. */
const isOther = (a: Complement, b: Complement): boolean =>
  areApart(a, b) || (a.heads.length > 1 && b.heads.length > 1 && a.heads[0] !== b.heads[0])

/** Verbs that are used with many objects. */
const manyAtATime = /^(?:take|took|do|doe|have|get|work|start|plan|make)$/

/** Whether both facts are about one activity: they share another object, or are similar as a whole. */
function isOfOne(
  before: Complement,
  now: Complement,
  older: Aspects,
  newer: Aspects,
  nearness: number,
): boolean {
  const besides = sharedBesidesSubject(older, newer).filter(stem => stem !== now.stem)
  // `does the shopping at …`: the verb alone says nothing.
  if (now.by === '' && manyAtATime.test(now.stem)) return false
  if (now.by === '' || /^(?:doe?|goe?|get)s?$/.test(now.stem))
    return besides.length >= 1 && nearness >= ofOneOccasion
  const own = (aspects: Aspects, { heads }: Complement) =>
    [...aspects.stems].filter(stem => stem !== now.stem && !heads.includes(stem))
  const isBare = own(older, before).length === 0 || own(newer, now).length === 0
  return besides.length >= 1 || isBare || nearness >= ofOneOccasion
}

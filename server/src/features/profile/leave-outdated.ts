import type { Candidate } from './candidate.ts'
import { isToCome } from './place-memory.ts'
import { areOfOneEntity, type Statement, sharesTopic, statementOf } from './statement.ts'

/**
 * Leaves out memories that a newer one makes outdated, although dreaming was not sure enough to supersede them: a profile has
 * room for one age, one home, one diet and one role of a person. Search still finds them. English wording only.
 */
export function leaveOutdated(candidates: readonly Candidate[], at: Date): Candidate[] {
  const all = candidates.filter(({ kind }) => !unsorted.has(kind)).map(statementOf)
  const outdated = new Set<Candidate>()
  for (const rule of rules) {
    const newer = all.filter(each => rule.newer(each, at))
    if (newer.length === 0) continue
    for (const older of all)
      if (newer.some(each => isLater(each, older) && rule.isOutdated(older, each, all)))
        outdated.add(older.candidate)
  }
  return candidates.filter(each => !outdated.has(each))
}

const unsorted: ReadonlySet<string> = new Set(['unjudged', 'document', 'guess'])

type Rule = {
  /** Whether a statement may make an older one outdated. */
  newer(statement: Statement, at: Date): boolean
  isOutdated(older: Statement, newer: Statement, all: readonly Statement[]): boolean
}

/** An assistant's words are not the latest word on what a person said. */
const isLater = ({ candidate: a }: Statement, { candidate: b }: Statement): boolean =>
  a.saidAt > b.saidAt && a.source <= b.source

const says = (kind: string, words: RegExp, { candidate, said }: Statement): boolean =>
  candidate.kind === kind && words.test(said)

const hasCome = ({ candidate }: Statement, at: Date): boolean => !isToCome(candidate.eventAt, at)

const any = /^/
const age =
  /\b(?:is|am|turn(?:s|ed)|'s|'m) (?:now |just )?(?:\d{1,3}|[a-z]+)(?= years?\b|[.,!]| on | and |$)/i
const residence = /\b(?:moved|relocated|lives?|living) (?:back )?(?:in|into|to|at|with)\b/i
const diet = /\b(?:vegetarian|veggie|vegan|pescatarian)\b/i
const changedDiet =
  /\b(?:vegetarian|veggie|vegan|pescatarian|eat(?:s|ing)? (?:fish|meat|chicken|everything) (?:again|now))\b/i
const pregnant = /\bpregnant\b|\bexpecting (?:a|their|her|our) \b/i
const born =
  /\b(?:had (?:a|her|their|our|the) (?:baby|son|daughter|boy|girl|twins)|gave birth|(?:is|was|were) born)\b/i
const departed =
  /\b(?:(?:is|am|are|'s|'m) leaving|handed in (?:my|his|her|their) notice|last day|retired|no longer works?|(?:was|were|been|got) (?:laid off|fired|let go)|left (?:us|the (?:company|team|firm|job)))\b/i
const changed = /\b(?:mov(?:es|ed) (?:to|from)|chang(?:es|ed) (?:to|from)|now|no longer|instead|any ?more)\b/i

const rules: readonly Rule[] = [
  {
    newer: each => says('age', age, each),
    isOutdated: (older, newer) => says('age', age, older) && areOfOneEntity(older, newer),
  },
  {
    newer: (each, at) => says('home', residence, each) && hasCome(each, at),
    isOutdated: (older, newer) => says('home', any, older) && areOfOneEntity(older, newer),
  },
  {
    newer: each => says('diet', changedDiet, each),
    isOutdated: (older, newer) => says('diet', diet, older) && areOfOneEntity(older, newer),
  },
  {
    newer: each => born.test(each.said),
    isOutdated: (older, newer) => pregnant.test(older.said) && areOfOneEntity(older, newer),
  },
  {
    // People keep their profession when they leave a job. So the owner's work is outdated only if newer work is known.
    newer: (each, at) => departed.test(each.said) && hasCome(each, at),
    isOutdated: (older, newer, all) =>
      says('work', any, older) &&
      areOfOneEntity(older, newer) &&
      (newer.candidate.subject > 0 ||
        all.some(each => says('work', any, each) && areOfOneEntity(each, newer) && isLater(each, newer))),
  },
  {
    newer: each => changed.test(each.said),
    isOutdated: sharesTopic,
  },
]

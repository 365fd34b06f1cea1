import { roundTo } from '../../src/platform/lib/round-to.ts'
import { answers, type Fact, isAnswerable, isWrong, type LabelledSet, says } from './labelled-set.ts'
import type { Life, QuestionResults, SearchResult } from './read-life.ts'

/** The number that counts, out of how many: counts of several sets can be added. */
export type Count = { n: number; of: number }

const answerFigures = ['answered', 'first', 'wrongFirst', 'empty', 'abstain'] as const
export const figureNames = [
  ...(['known', 'stale', 'false', 'profileKnown', 'profileWrong'] as const),
  ...answerFigures,
  ...(['hybridAnswered', 'hybridFirst', 'hybridWrongFirst', 'hybridEmpty', 'hybridAbstain'] as const),
]
export type FigureName = (typeof figureNames)[number]
export type Figures = Record<FigureName, Count>

/** Figures that are better when lower. */
export const lowerIsBetter: ReadonlySet<FigureName> = new Set<FigureName>([
  'stale',
  'false',
  'profileWrong',
  'wrongFirst',
  'empty',
  'hybridWrongFirst',
  'hybridEmpty',
])

/** Results among which the answer has to be. */
export const top = 3

export function scoreLife(set: LabelledSet, { memories, profile, results }: Life): Figures {
  const texts = memories.map(({ memory }) => memory)
  const lines = [...profile.static, ...profile.dynamic]
  const isIn = (where: readonly string[]) => (fact: Fact) => where.some(text => says(fact, text))
  const inState = (state: Fact['state']) => set.facts.filter(fact => fact.state === state)
  const hybrid = scoreAnswers(results, ({ hybrid }) => hybrid)
  return {
    known: count(inState('current'), isIn(texts)),
    stale: count(inState('superseded'), isIn(texts)),
    false: count(inState('never'), isIn(texts)),
    profileKnown: count(
      inState('current').filter(({ profile }) => profile),
      isIn(lines),
    ),
    profileWrong: count([...inState('superseded'), ...inState('never')], isIn(lines)),
    ...scoreAnswers(results, ({ memories }) => memories),
    hybridAnswered: hybrid.answered,
    hybridFirst: hybrid.first,
    hybridWrongFirst: hybrid.wrongFirst,
    hybridEmpty: hybrid.empty,
    hybridAbstain: hybrid.abstain,
  }
}

function scoreAnswers(
  results: readonly QuestionResults[],
  found: (each: QuestionResults) => SearchResult[],
): Record<(typeof answerFigures)[number], Count> {
  const answerable = results.filter(({ question }) => isAnswerable(question))
  const unanswerable = results.filter(({ question }) => !isAnswerable(question))
  const isAnsweredIn = (most: number) => (each: QuestionResults) =>
    found(each)
      .slice(0, most)
      .some(({ text }) => answers(each.question, text))
  const isEmpty = (each: QuestionResults) => found(each).length === 0
  return {
    answered: count(answerable, isAnsweredIn(top)),
    first: count(answerable, isAnsweredIn(1)),
    wrongFirst: count(
      results.filter(({ question }) => question.bad.length > 0),
      each => isWrongFirst(each, found(each)),
    ),
    empty: count(answerable, isEmpty),
    abstain: count(unanswerable, isEmpty),
  }
}

/** A first result that is wrong and right at once, as a memory that tells of both, is not counted. */
export const isWrongFirst = ({ question }: QuestionResults, [first]: readonly SearchResult[]): boolean =>
  first !== undefined && isWrong(question, first.text) && !answers(question, first.text)

/** The facts that should not be remembered, by the reason why not: irony, a guess, a wrong date. */
export function countFalse({ facts }: LabelledSet, { memories }: Life): Record<string, Count> {
  const never = Map.groupBy(
    facts.filter(({ state }) => state === 'never'),
    ({ kind = 'other' }) => kind,
  )
  const isRemembered = (fact: Fact) => memories.some(({ memory }) => says(fact, memory))
  return Object.fromEntries([...never].map(([kind, members]) => [kind, count(members, isRemembered)]))
}

const count = <T>(all: readonly T[], holds: (each: T) => boolean): Count => ({
  n: all.filter(holds).length,
  of: all.length,
})

/** Adds counts by name. Every fact and question weighs the same, whichever set it is from. */
export function addCounts<Name extends string>(all: readonly Record<Name, Count>[]): Record<Name, Count> {
  const sums: Partial<Record<Name, Count>> = {}
  for (const counts of all)
    for (const [name, { n, of }] of Object.entries(counts) as [Name, Count][])
      sums[name] = { n: (sums[name]?.n ?? 0) + n, of: (sums[name]?.of ?? 0) + of }
  return sums as Record<Name, Count>
}

/** Null when there was nothing to count. */
export const shareOf = ({ n, of }: Count): number | null => (of === 0 ? null : roundTo(n / of, 3))

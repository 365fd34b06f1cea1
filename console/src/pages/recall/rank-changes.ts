import type { SetComparison } from '@reverie/sdk'

export type ComparedSet = SetComparison['sets'][number]
export type ComparedQuestion = SetComparison['questions'][number]

/** The best rank of the expected documents in a set; null if it finds none of them, undefined if the set was not searched. */
export function rankIn({ results }: ComparedQuestion, set: number): number | null | undefined {
  const ranks = results.find(each => each.set === set)?.ranks
  if (!ranks) return undefined
  const found = ranks.filter(rank => rank !== null)
  return found.length > 0 ? Math.min(...found) : null
}

/** Places that a set is better than another one, for the best expected document. Beyond the results counts as the place after them. */
export function movedBy(question: ComparedQuestion, set: number, than: number): number {
  const [here, there] = [rankIn(question, set), rankIn(question, than)]
  if (here === undefined || there === undefined) return 0
  return (there ?? afterLast) - (here ?? afterLast)
}

const afterLast = 21

/** How well a set answers the questions. */
export function figuresOf(questions: readonly ComparedQuestion[], set: number) {
  const results = questions.flatMap(each => each.results.filter(result => result.set === set))
  const mean = (of: 'recall10' | 'ndcg10') =>
    results.reduce((sum, each) => sum + each[of], 0) / Math.max(1, results.length)
  return {
    recall10: mean('recall10'),
    ndcg10: mean('ndcg10'),
    first: questions.filter(question => rankIn(question, set) === 1).length,
    missed: questions.filter(question => rankIn(question, set) === null).length,
  }
}

/** The rank of each expected document, from 1; null for one that was not found. */
export type Ranks = (number | null)[]

export type Quality = { recall10: number; ndcg10: number }

const counted = 10

/** `found` are the documents in their order, each with all its names. */
export function ranksOf(found: readonly string[][], expected: readonly string[]): Ranks {
  return expected.map(name => {
    const place = found.findIndex(names => names.includes(name))
    return place < 0 ? null : place + 1
  })
}

/**
 * Recall is the share of the expected documents among the first ten. For nDCG they should also come first: each counts by its
 * rank, discounted by log2, against the best order. Two names of one document count once.
 */
export function qualityOf(ranks: Ranks): Quality {
  const near = ranks.filter(rank => rank !== null && rank <= counted) as number[]
  const discount = (rank: number) => 1 / Math.log2(rank + 1)
  const sum = (values: Iterable<number>) => [...values].reduce((total, rank) => total + discount(rank), 0)
  const best = ranks.slice(0, counted).map((_, at) => at + 1)
  return { recall10: near.length / ranks.length, ndcg10: sum(new Set(near)) / sum(best) }
}

export function meanQuality(all: readonly Quality[]): Quality {
  const mean = (of: keyof Quality) => all.reduce((sum, each) => sum + each[of], 0) / all.length
  return { recall10: mean('recall10'), ndcg10: mean('ndcg10') }
}

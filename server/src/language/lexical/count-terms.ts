import type { Db } from '../../platform/db/tx.ts'
import { readTerms } from './read-terms.ts'
import type { TermCounts } from './term-vector.ts'

/** The terms of a query in each language of the container, and the number of searched texts with each term. */
export type CountedTerms = { read: TermCounts[]; counts: Map<number, number> }

export async function countTerms(
  db: Db,
  q: string,
  stemLanguages: readonly string[],
  readCounts: (terms: number[]) => Promise<Map<number, number>>,
): Promise<CountedTerms> {
  const read = await readTerms(
    db,
    stemLanguages.map(stemLanguage => ({ text: q, stemLanguage })),
  )
  const terms = [...new Set(read.flatMap(each => [...each.keys()]))]
  return { read, counts: terms.length > 0 ? await readCounts(terms) : new Map() }
}

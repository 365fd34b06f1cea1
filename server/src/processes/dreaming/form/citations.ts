import type { StoredFact } from '../fact-store.ts'
import type { SourceCitation } from './memory-store.ts'

/** One citation per document, with every span of it that states the memory. A stated memory cites nothing. */
export function citationsOf(memory: string, facts: readonly StoredFact[]): SourceCitation[] {
  const read = facts.flatMap(fact => (fact.document === null ? [] : { ...fact, document: fact.document }))
  return Array.from(
    Map.groupBy(read, ({ document }) => document),
    ([document, said]) => ({
      memory,
      document,
      revision: Math.max(...said.map(({ revision }) => revision)),
      spans: `{${said.flatMap(({ spans }) => spans.map(([start, end]) => `[${start},${end})`)).join(',')}}`,
    }),
  )
}

import type { StoredFact } from '../fact-store.ts'

type FilteredFact = Pick<StoredFact, 'filterByMetadata' | 'metadata'>

/**
 * A document may restrict by metadata which facts its own facts are related to. The filter is read with each fact, so
 * it also holds when another document is read later.
 */
export function mayRelate(a: FilteredFact, b: FilteredFact): boolean {
  return matchesMetadata(a.filterByMetadata, b) && matchesMetadata(b.filterByMetadata, a)
}

/** If the filter lists several values, any one of them matches. */
function matchesMetadata(
  filter: Record<string, unknown> | null,
  { metadata }: Pick<StoredFact, 'metadata'>,
): boolean {
  if (filter === null) return true
  return Object.entries(filter).every(([name, wanted]) =>
    Array.isArray(wanted) ? wanted.includes(metadata?.[name]) : metadata?.[name] === wanted,
  )
}

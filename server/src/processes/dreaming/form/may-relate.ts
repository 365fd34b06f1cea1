import type { StoredFact } from '../fact-store.ts'

/**
 * A document may restrict by metadata which existing memories its facts are related to. The filter is read with each
 * fact, so it also holds when another document is read later. It does not bind facts that were said later.
 */
export function mayRelate(
  { filterByMetadata }: Pick<StoredFact, 'filterByMetadata'>,
  { metadata }: Pick<StoredFact, 'metadata'>,
): boolean {
  if (filterByMetadata === null) return true
  return Object.entries(filterByMetadata).every(([name, wanted]) =>
    // If the filter lists several values, any one of them matches.
    Array.isArray(wanted) ? wanted.includes(metadata?.[name]) : metadata?.[name] === wanted,
  )
}

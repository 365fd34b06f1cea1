import type { Facets } from '@reverie/sdk'
import { useQuery } from '@tanstack/react-query'
import { reverie } from '../../data/client.ts'
import { filterOf } from '../../data/filter.ts'
import type { AppView, DocumentsView } from '../../data/view.ts'
import type { FacetOption } from '../../parts/facet.tsx'

/**
 * The types and sources of the documents in view, with their counts. They are not read again with every document that
 * arrives, because the server counts up to 250,000 documents for them.
 */
export function useFacets({ tag, path, where }: DocumentsView & AppView) {
  const { data } = useQuery({
    queryKey: ['facets', { tag, path, where }],
    queryFn: ({ signal }) =>
      reverie.documents.facets(
        { ...(tag && { containerTag: tag }), ...(path && { filepath: path }), ...filterOf(where) },
        { signal },
      ),
    staleTime: 30_000,
    placeholderData: before => before,
  })
  const countOf = (status: string) =>
    data?.isComplete ? (data.statuses.find(({ category }) => category === status)?.count ?? 0) : undefined
  return {
    types: data && optionsOf(data.facets),
    sources: data && optionsOf(data.sources),
    total: data?.total,
    failed: countOf('failed'),
  }
}

const optionsOf = (facets: Facets['facets']): FacetOption[] =>
  facets.map(({ category, label, count }) => ({ value: category, label, count }))

import { type Route, route } from '../../platform/routing/route.ts'
import { searchExample } from './examples.ts'
import { searchBody, searchResponse } from './schema.ts'
import type { SearchApp } from './search-chunks.ts'
import { answerSearch } from './search-documents.ts'

export function searchRoutesV3(app: SearchApp): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v3/search',
      access: 'scoped',
      role: 'viewer',
      tag: 'Search',
      summary: 'Search documents',
      description:
        'Hybrid (vector + keyword) search over chunks, grouped by document. The score of a document is that of its best chunk. Scores run from 0 to 1 and mean the same with every embedding model. Without a container tag the search covers the whole organization, or the container of a scoped key. Use `/v4/search` to find memories.',
      example: searchExample,
      operation: 'search',
      body: searchBody,
      response: searchResponse,
      errors: ['auth.container_mismatch', 'document.ambiguous', 'search.too_broad', 'embed.unavailable'],
      handle: request => answerSearch(app, request),
    }),
  ]
}

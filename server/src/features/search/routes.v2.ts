import { type Route, route } from '../../platform/routing/route.ts'
import { searchV2Example } from './examples.ts'
import { searchBodyV2, searchResponse } from './schema.ts'
import type { SearchApp } from './search-chunks.ts'
import { answerSearch } from './search-documents.ts'

/** The contract does not list `/v2/search` among the endpoints that a scoped key may call. */
export function searchRoutesV2(app: SearchApp): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v2/search',
      access: 'organization',
      role: 'viewer',
      tag: 'Search',
      summary: 'Search documents (older generation)',
      description:
        'The same search as `POST /v3/search` with another default: `onlyMatchingChunks` is false, so results include the chunks before and after each match. Needs an organization key. New clients use `/v3/search` or `/v4/search`.',
      example: searchV2Example,
      operation: 'search',
      body: searchBodyV2,
      response: searchResponse,
      errors: ['document.ambiguous', 'search.too_broad', 'embed.unavailable'],
      handle: request => answerSearch(app, request),
    }),
  ]
}

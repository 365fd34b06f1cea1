import { type Route, route } from '../http/route.ts'
import { answerSearch } from './answer-search.ts'
import { searchBodyV2, searchResponse } from './schema.ts'
import type { SearchApp } from './search.ts'

/** Not among the endpoints a scoped key may call (`interface.md` 5). */
export function searchRoutesV2(app: SearchApp): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v2/search',
      access: 'organization',
      tag: 'Search',
      summary: 'Search documents, each match with the chunks around it',
      operation: 'search',
      body: searchBodyV2,
      response: searchResponse,
      errors: [403, 503],
      handle: request => answerSearch(app, request),
    }),
  ]
}

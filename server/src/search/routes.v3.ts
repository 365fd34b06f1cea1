import { type Route, route } from '../http/route.ts'
import { answerSearch } from './answer-search.ts'
import { searchBody, searchResponse } from './schema.ts'
import type { SearchApp } from './search.ts'

export function searchRoutesV3(app: SearchApp): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v3/search',
      access: 'scoped',
      tag: 'Search',
      summary: 'Search documents by meaning and by words',
      operation: 'search',
      body: searchBody,
      response: searchResponse,
      errors: [403, 503],
      handle: request => answerSearch(app, request),
    }),
  ]
}

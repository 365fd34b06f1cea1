import { type Route, route } from '../http/route.ts'
import { presentResults } from './present.ts'
import { searchBody, searchResponse } from './schema.ts'
import { type SearchApp, search } from './search.ts'

export function searchRoutesV3(app: SearchApp): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v3/search',
      access: 'scoped',
      tag: 'Search',
      summary: 'Search documents by meaning and by words',
      body: searchBody,
      response: searchResponse,
      errors: [403, 503],
      async handle({ principal, body, timing, signal }) {
        const started = performance.now()
        const found = await search(app, principal, body, timing, signal)
        const results = presentResults(found, body)
        return { results, total: results.length, timing: Math.round(performance.now() - started) }
      },
    }),
  ]
}

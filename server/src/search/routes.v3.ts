import { estimateTokens, type Route, route } from '../http/route.ts'
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
      operation: 'search',
      body: searchBody,
      response: searchResponse,
      errors: [403, 503],
      async handle({ principal, body, timing, usage, signal }) {
        const started = performance.now()
        const found = await search(app, principal, body, timing, signal)
        const results = presentResults(found, body)
        for (const { chunks, summary, content } of results)
          for (const text of [summary, content, ...chunks.map(chunk => chunk.content)])
            usage.tokensOut += estimateTokens(text ?? '')
        return { results, total: results.length, timing: Math.round(performance.now() - started) }
      },
    }),
  ]
}

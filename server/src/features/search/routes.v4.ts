import { estimateTokens } from '../../platform/lib/tokens.ts'
import { type Route, route } from '../../platform/routing/route.ts'
import { tagsOf } from '../containers/schema.ts'
import { SearchRequest } from '../recall/search-request.ts'
import { appliedFilters } from './applied-filters.ts'
import { searchV4Example } from './examples.ts'
import { presentAnswer, presentModeResult } from './present.v4.ts'
import { presentReasons } from './present-reasons.ts'
import { searchBodyV4, searchResponseV4 } from './schema.v4.ts'
import { searchByMode } from './search-by-mode.ts'
import type { SearchApp } from './search-chunks.ts'

export function searchRoutesV4(app: SearchApp): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v4/search',
      access: 'scoped',
      role: 'viewer',
      tag: 'Search',
      summary: 'Search memories, documents or both',
      description:
        'Finds memories by default. With `searchMode` `documents` each result is one chunk; with `hybrid` memories and chunks are merged by similarity. Results below `threshold` (default 0.6) are left out. Lower it to about 0.4 if you miss results, or raise it to about 0.7 if results do not answer.',
      example: searchV4Example,
      operation: 'search_v4',
      body: searchBodyV4,
      response: searchResponseV4,
      errors: ['auth.container_mismatch', 'search.too_broad', 'embed.unavailable'],
      async handle({ principal, body, timing, usage, signal }) {
        const started = performance.now()
        const request = new SearchRequest({ app, principal, containerTags: tagsOf(body), timing, signal })
        const found = await searchByMode(request, body)
        const applied = appliedFilters(request.tags, body)
        const results = found.results.map(result => presentModeResult(result, body, applied))
        for (const result of results)
          usage.tokensOut += estimateTokens('chunk' in result ? result.chunk : result.memory)
        const reasons = body.explain ? presentReasons(found, body) : {}
        return presentAnswer(results, performance.now() - started, reasons)
      },
    }),
  ]
}

import { estimateTokens, type RequestContext } from '../http/route.ts'
import { appliedFilters } from './applied-filters.ts'
import { presentResults } from './present.ts'
import { presentReasons } from './present-reasons.ts'
import type { SearchBody } from './schema.ts'
import type { SearchApp } from './search.ts'
import { searchDocuments } from './search-documents.ts'

/** The answer of the generations that find documents; they differ in what is asked when nothing is said. */
export async function answerSearch(
  app: SearchApp,
  { principal, body, timing, usage, signal }: RequestContext<unknown, unknown, SearchBody>,
) {
  const started = performance.now()
  const found = await searchDocuments(app, principal, body, timing, signal)
  const results = presentResults(found, body, appliedFilters(principal, body))
  for (const { chunks, summary, content } of results)
    for (const text of [summary, content, ...chunks.map(chunk => chunk.content)])
      usage.tokensOut += estimateTokens(text ?? '')
  return {
    results,
    total: results.length,
    timing: Math.round(performance.now() - started),
    ...(body.explain && presentReasons(found, body)),
  }
}

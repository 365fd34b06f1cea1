import { inScope } from '../db/tx.ts'
import { estimateTokens } from '../lib/tokens.ts'
import { ListReply } from '../routing/replies.ts'
import type { RequestContext } from '../routing/route.ts'
import type { Usage } from '../routing/usage.ts'
import { appliedFilters } from './applied-filters.ts'
import { readContent } from './hit-store.ts'
import { presentResult } from './present.ts'
import { presentReasons } from './present-reasons.ts'
import type { SearchBody, SearchResultJson } from './schema.ts'
import type { Found, SearchApp } from './search.ts'
import { searchDocuments } from './search-documents.ts'

/** The answer of the generations that find documents; they differ in what is asked when nothing is said. */
export async function answerSearch(
  app: SearchApp,
  { principal, body, timing, usage, signal }: RequestContext<unknown, unknown, SearchBody>,
) {
  const started = performance.now()
  const found = await searchDocuments(app, principal, body, timing, signal)
  const applied = appliedFilters(principal, body)
  const results = found.hits.map(hit => presentResult(found, hit, body, applied))
  for (const result of results) countTokens(result, usage)
  const rest = {
    total: found.hits.length,
    timing: Math.round(performance.now() - started),
    ...(body.explain && presentReasons(found, body)),
  }
  if (!body.includeFullDocs) return { results, ...rest }
  const whole = withContent(app, principal.organization.id, found, results, usage)
  return new ListReply({ results: whole, ...rest })
}

function countTokens({ chunks, summary }: SearchResultJson, usage: Usage): void {
  for (const text of [summary, ...chunks.map(chunk => chunk.content)])
    usage.tokensOut += estimateTokens(text ?? '')
}

/** A hundred documents may have a gigabyte of text: each is read when the one before was sent. */
async function* withContent(
  { cells }: SearchApp,
  org: string,
  { hits }: Found,
  results: readonly SearchResultJson[],
  usage: Usage,
): AsyncGenerator<SearchResultJson> {
  for (const [i, hit] of hits.entries()) {
    const content = await inScope(cells.of(hit.shard), { org }, db => readContent(db, org, hit))
    usage.tokensOut += estimateTokens(content)
    const { explain, ...result } = results[i]!
    yield { ...result, content, ...(explain && { explain }) }
  }
}

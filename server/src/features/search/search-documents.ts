import { listInScope } from '../../platform/db/tx.ts'
import { estimateTokens } from '../../platform/lib/tokens.ts'
import { ListReply } from '../../platform/routing/replies.ts'
import type { RequestContext } from '../../platform/routing/route.ts'
import type { Usage } from '../../platform/routing/usage.ts'
import { tagsOf } from '../containers/schema.ts'
import { SearchRequest } from '../recall/search-request.ts'
import { appliedFilters } from './applied-filters.ts'
import { groupByDocument } from './fuse-chunks.ts'
import { readContent } from './hit-store.ts'
import { presentResult } from './present.ts'
import { presentReasons } from './present-reasons.ts'
import { rewriteQuery } from './rewrite-query.ts'
import type { SearchBody, SearchResultJson } from './schema.ts'
import { type ChunkResults, type SearchApp, searchChunks } from './search-chunks.ts'

/** Answers `/v2/search` and `/v3/search`, which differ only in their defaults. */
export async function answerSearch(
  app: SearchApp,
  { principal, body, timing, usage, signal }: RequestContext<unknown, unknown, SearchBody>,
) {
  const started = performance.now()
  const request = new SearchRequest({ app, principal, containerTags: tagsOf(body), timing, signal })
  const found = await searchDocuments(request, body)
  const applied = appliedFilters(request.tags, body)
  const results = found.hits.map(hit => presentResult(found, hit, body, applied))
  for (const result of results) countTokens(result, usage)
  const rest = {
    total: found.hits.length,
    timing: Math.round(performance.now() - started),
    ...(body.explain && presentReasons(found, body)),
  }
  if (!body.includeFullDocs) return { results, ...rest }
  return new ListReply({ results: withContent(request, found, results, usage), ...rest })
}

/** Finds documents, each with its best chunks. `q`: the query that was searched, which may be a rewritten one. */
export async function searchDocuments(
  request: SearchRequest<SearchApp>,
  body: SearchBody,
): Promise<ChunkResults & { q: string }> {
  const { limit, docId, filters, filepath, categoriesFilter: categories, asOf, rerank } = body
  // In the user's own container every document is theirs, so the filter is not needed.
  const userId = request.tags.length === 1 && request.tags[0] === body.userId ? undefined : body.userId
  const q = body.rewriteQuery ? await rewriteQuery(request, body.q, 'documents') : body.q
  const found = await searchChunks(request, {
    ...{ q, limit, docId, rerank },
    narrowing: { filters, filepath, categories, userId, asOf },
    select: scored => groupByDocument(scored, body),
    withNeighbours: !body.onlyMatchingChunks,
    leaveOut: body.explain ? body : undefined,
  })
  return { ...found, q }
}

function countTokens({ chunks, summary }: SearchResultJson, usage: Usage): void {
  for (const text of [summary, ...chunks.map(chunk => chunk.content)])
    usage.tokensOut += estimateTokens(text ?? '')
}

/** Adds the text of each document. A hundred documents may have a gigabyte of text, so each is read after the previous one was sent. */
async function* withContent(
  request: SearchRequest,
  { hits }: ChunkResults,
  results: readonly SearchResultJson[],
  usage: Usage,
): AsyncGenerator<SearchResultJson> {
  for (const [i, hit] of hits.entries()) {
    const { org } = request
    const content = await listInScope(await request.cellOf(hit.shard), { org }, db =>
      readContent(db, org, hit),
    )
    usage.tokensOut += estimateTokens(content)
    const { explain, ...result } = results[i]!
    yield { ...result, content, ...(explain && { explain }) }
  }
}

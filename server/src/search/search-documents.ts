import type { Principal } from '../access/principal.ts'
import { tagsOf } from '../containers/schema.ts'
import type { Timing } from '../routing/timing.ts'
import { groupByDocument } from './fuse.ts'
import { rewriteQuery } from './rewrite-query.ts'
import type { SearchBody } from './schema.ts'
import { allowedTags, type Found, type SearchApp, search } from './search.ts'

/** Documents, each with the chunks that earned its place: the search of the generations before the fourth. */
export async function searchDocuments(
  app: SearchApp,
  principal: Principal,
  body: SearchBody,
  timing: Timing,
  signal: AbortSignal,
): Promise<Found & { q: string }> {
  const { limit, docId, filters, filepath, categoriesFilter: categories, asOf, rerank } = body
  const containerTags = allowedTags(principal, tagsOf(body))
  // In the user's own container there is nobody else to leave out.
  const userId = containerTags.length === 1 && containerTags[0] === body.userId ? undefined : body.userId
  const asked = { q: body.q, containerTags, of: 'documents' } as const
  const q = body.rewriteQuery ? await rewriteQuery(app, principal, asked, timing, signal) : body.q
  const found = await search(
    app,
    principal,
    {
      q,
      containerTags,
      limit,
      docId,
      narrowing: { filters, filepath, categories, userId, asOf },
      select: scored => groupByDocument(scored, body),
      withNeighbours: !body.onlyMatchingChunks,
      rerank,
      leaveOut: body.explain ? body : undefined,
    },
    timing,
    signal,
  )
  return { ...found, q }
}

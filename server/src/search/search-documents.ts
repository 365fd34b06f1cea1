import { tagsOf } from '../containers/schema.ts'
import type { Timing } from '../http/route.ts'
import type { Principal } from '../keys/principal.ts'
import { groupByDocument } from './fuse.ts'
import type { SearchBody } from './schema.ts'
import { allowedTags, type Found, type SearchApp, search } from './search.ts'

/** Documents, each with the chunks that earned its place: the search of the generations before the fourth. */
export async function searchDocuments(
  app: SearchApp,
  principal: Principal,
  body: SearchBody,
  timing: Timing,
  signal: AbortSignal,
): Promise<Found> {
  const { q, limit, docId, filters, filepath, categoriesFilter: categories } = body
  const containerTags = allowedTags(principal, tagsOf(body))
  // In the user's own container there is nobody else to leave out.
  const userId = containerTags.length === 1 && containerTags[0] === body.userId ? undefined : body.userId
  return search(
    app,
    principal,
    {
      q,
      containerTags,
      limit,
      docId,
      narrowing: { filters, filepath, categories, userId },
      select: scored => groupByDocument(scored, body),
      withNeighbours: !body.onlyMatchingChunks,
      withContent: body.includeFullDocs,
    },
    timing,
    signal,
  )
}

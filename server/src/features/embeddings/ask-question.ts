import type { Organization, Principal } from '../../platform/access/principal.ts'
import { inScope } from '../../platform/db/tx.ts'
import { encodeId } from '../../platform/lib/ids.ts'
import type { Embedder } from '../../platform/providers/embedding/embedder.ts'
import { type RecallApp, SearchRequest } from '../recall/search-request.ts'
import { searchBody } from '../search/schema.ts'
import { searchDocuments } from '../search/search-documents.ts'
import { type GoldenQuestion, readCustomIds } from './golden-store.ts'
import { type Ranks, ranksOf } from './score-ranks.ts'

export type CompareApp = Omit<RecallApp, 'ranking'>

/** Documents that a comparison looks at. The figures count the first ten of them. */
export const mostRanks = 20

export type Asking = { organization: Organization; signal: AbortSignal }

/**
 * Searches for a golden question with one model, and returns the ranks of the expected documents. If only this model is known,
 * its set is the one that is searched.
 */
export async function askQuestion(
  { cells, containerCache }: CompareApp,
  embedder: Embedder,
  { organization, signal }: Asking,
  { question: q, containerTag, expected }: GoldenQuestion,
): Promise<Ranks> {
  const body = searchBody.parse({ q, limit: mostRanks, ...(containerTag !== null && { containerTag }) })
  const principal: Principal = { organization, key: { id: '', name: 'compare' }, containerTag: undefined }
  const request = new SearchRequest({
    ...{ app: { cells, containerCache, embedder }, principal, signal },
    containerTags: containerTag === null ? [] : [containerTag],
  })
  const { hits } = await searchDocuments(request, body)
  const documents = hits.map(({ document }) => document)
  const customIds = new Map<string, string>()
  for (const { cell, shards } of cells.reach(organization)) {
    const read = await inScope(cell, { org: organization.id }, db =>
      readCustomIds(db, organization.id, shards, documents),
    )
    for (const [id, customId] of read) customIds.set(id, customId)
  }
  const found = documents.map(id => [encodeId(id), ...[customIds.get(id) ?? []].flat()])
  return ranksOf(found, expected)
}

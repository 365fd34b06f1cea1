import { type Api, answerOf, type CallOptions } from './call.ts'
import type * as Types from './types.ts'

/** `/v3/search`: one result per document, each with its matching passages. */
export async function searchDocuments(
  api: Api,
  query: Types.SearchQuery,
  options: CallOptions,
): Promise<Types.SearchResults> {
  return answerOf(await api.POST('/v3/search', { body: query, ...options }))
}

/** `/v4/search`: one result per memory or passage, depending on the mode. */
export async function searchHits<Hit extends Types.SearchHit>(
  api: Api,
  query: Types.HitQuery & { searchMode: 'memories' | 'hybrid' | 'documents' },
  options: CallOptions,
): Promise<Types.HitResults<Hit>> {
  return answerOf(await api.POST('/v4/search', { body: query, ...options })) as Types.HitResults<Hit>
}

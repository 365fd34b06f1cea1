import type { SearchHit, SearchResults } from '@reverie/sdk'
import { reverie } from '../../data/client.ts'
import { filterOf } from '../../data/filter.ts'
import type { RecallSetting } from '../../data/view.ts'

type Explanation = NonNullable<SearchHit['explain']>
export type LeftOut = NonNullable<SearchResults['leftOut']>

/** One result of any mode. */
export type Result = {
  key: string
  kind: 'memory' | 'chunk' | 'document'
  text: string
  score: number
  /** Id of the memory, if it is one. */
  memory?: string
  document?: { id: string; title: string | null }
  at?: number
  place?: string
  explain?: Partial<Explanation>
}

export type Run = { results: Result[]; ms: number; leftOut?: LeftOut; rewritten?: string }

export const defaults = { mode: 'memories', threshold: 0.6, limit: 10 } as const

/** The threshold that a mode has when none is chosen, as in the API. */
export const thresholdOf = ({ mode, threshold }: RecallSetting) =>
  threshold ?? (mode === 'documents' ? 0 : defaults.threshold)

export type Query = { q: string; tag: string | undefined; setting: RecallSetting }

/** The request of a setting, as the API takes it. */
export function requestOf({ q, tag, setting }: Query): {
  path: '/v3/search' | '/v4/search'
  body: Record<string, unknown>
} {
  const { mode = defaults.mode, limit = defaults.limit } = setting
  const shared = {
    q,
    ...(tag && { containerTag: tag }),
    limit,
    ...(setting.asOf && { asOf: setting.asOf }),
    ...(setting.rerank && { rerank: true }),
    ...(setting.rewrite && { rewriteQuery: true }),
    ...filterOf(setting.where),
  }
  if (mode === 'documents')
    return { path: '/v3/search', body: { ...shared, chunkThreshold: thresholdOf(setting) } }
  return {
    path: '/v4/search',
    body: {
      ...shared,
      searchMode: mode === 'chunks' ? 'documents' : mode,
      threshold: thresholdOf(setting),
      ...(setting.forgotten && { include: { forgottenMemories: true } }),
    },
  }
}

export async function runSearch(query: Query, signal: AbortSignal): Promise<Run> {
  const { path, body } = requestOf(query)
  if (path === '/v3/search') {
    const answer = await reverie.search({ ...(body as { q: string }), explain: true }, { signal })
    return { ...reasonsOf(answer), results: answer.results.map(fromDocument) }
  }
  const { searchMode, include, ...rest } = body as { q: string; searchMode: string; include?: object }
  const asked = { ...rest, explain: true, include: { ...include, documents: true } }
  const answer =
    searchMode === 'memories'
      ? await reverie.searchMemories(asked, { signal })
      : searchMode === 'hybrid'
        ? await reverie.searchHybrid(asked, { signal })
        : await reverie.searchChunks(asked, { signal })
  return { ...reasonsOf(answer), results: answer.results.map(fromHit) }
}

function reasonsOf({
  timing,
  leftOut,
  rewrittenQuery,
}: Pick<SearchResults, 'timing' | 'leftOut' | 'rewrittenQuery'>) {
  return { ms: timing, ...(leftOut && { leftOut }), ...(rewrittenQuery && { rewritten: rewrittenQuery }) }
}

type Place = { start: number; page?: number; timestamp?: string }

function placed(place: Place | undefined): { at?: number; place?: string } {
  if (!place) return {}
  const words = place.timestamp ?? (place.page === undefined ? undefined : `page ${place.page}`)
  return { at: place.start, ...(words && { place: words }) }
}

function fromDocument({
  documentId,
  title,
  score,
  chunks,
  explain,
}: SearchResults['results'][number]): Result {
  const best = chunks.find(({ isRelevant }) => isRelevant)
  return {
    ...{ key: documentId, kind: 'document', text: best?.content ?? '', score },
    document: { id: documentId, title },
    ...placed(best?.place),
    ...(explain && { explain }),
  }
}

function fromHit(hit: SearchHit): Result {
  const [document] = hit.documents ?? []
  const source = document && { document: { id: document.id, title: document.title } }
  const shared = {
    key: hit.id,
    score: hit.similarity,
    ...source,
    ...(hit.explain && { explain: hit.explain }),
  }
  return 'memory' in hit
    ? { ...shared, kind: 'memory', text: hit.memory, memory: hit.id }
    : { ...shared, kind: 'chunk', text: hit.chunk, ...placed(hit.place) }
}

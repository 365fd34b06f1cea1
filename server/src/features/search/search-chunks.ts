import { type Db, readInScope, readOnceInScope } from '../../platform/db/tx.ts'
import type { Reranker } from '../../platform/providers/rerank/reranker.ts'
import { type PreparedCell, prepareCells } from '../recall/prepare-cells.ts'
import type { RecallApp, SearchRequest } from '../recall/search-request.ts'
import type { MeteredLlm } from '../spending/metered-llm.ts'
import type { DocumentHit, ScoredChunk } from './fuse-chunks.ts'
import { type HitDocument, readHits } from './hit-store.ts'
import { chunksLeftOut, type LeftOutHit, type Thresholds } from './left-out.ts'
import { isNarrow, type Narrowing } from './narrowing-store.ts'
import { rankChunks } from './rank-chunks.ts'
import { readCandidates, rerankChunks } from './rerank-chunks.ts'
import { type ShownChunk, showChunks } from './show-chunks.ts'
import { chunkCorpus } from './store.ts'

export type SearchApp = RecallApp & {
  /** Undefined: local rules rerank the best chunks. */
  reranker?: Reranker | undefined
  /** Undefined: local rules alone rewrite queries. */
  llm?: MeteredLlm | undefined
}

export type ChunkQuestion = {
  q: string
  /** The maximum number of results that `select` returns. */
  limit: number
  /** An id or customId. */
  docId?: string | undefined
  narrowing: Narrowing
  /** Chooses the chunks that are shown, by document, best first. */
  select(scored: readonly ScoredChunk[]): DocumentHit[]
  withNeighbours: boolean
  rerank?: boolean | undefined
  /** If set, the results include the chunks that these thresholds or the filters left out. */
  leaveOut?: Thresholds | undefined
}

export type ShownHit = DocumentHit & { shown: ShownChunk[] }

export type ChunkResults = {
  hits: ShownHit[]
  documents: Map<string, HitDocument>
  /** Empty unless the question has `leaveOut`. */
  leftOut: LeftOutHit[]
}

/** Prepares every cell that may have results while the query is embedded, searches the cells, and merges their results. */
export async function searchChunks(
  request: SearchRequest<SearchApp>,
  question: ChunkQuestion,
): Promise<ChunkResults> {
  const { q, limit, docId, narrowing } = question
  const cells = await request.timing.measure('understand', () =>
    prepareCells(request, chunkCorpus, { q, limit, docId, isNarrow: isNarrow(narrowing) }),
  )
  const results = await Promise.all(cells.map(cell => searchCell(request, cell, question)))
  const hits = results.flatMap(result => result.hits).sort((a, b) => b.score - a.score)
  const documents = new Map(results.flatMap(result => [...result.documents]))
  return { hits: hits.slice(0, limit), documents, leftOut: results.flatMap(result => result.leftOut) }
}

/** The best documents of a cell. A document and its chunks never span cells, so they are read there too. */
async function searchCell(
  request: SearchRequest<SearchApp>,
  prepared: PreparedCell,
  question: ChunkQuestion,
): Promise<ChunkResults> {
  const { app, timing, signal } = request
  const { cell, tx } = prepared
  const read = isNarrow(question.narrowing) ? readOnceInScope : readInScope
  if (!question.rerank)
    return read(cell, tx, async db => {
      const ranking = await rankCell(db, request, prepared, question)
      return readResults(db, request, question, ranking)
    })
  // No transaction is open while the model reranks.
  const { leftOut, candidates } = await read(cell, tx, async db => {
    const ranking = await rankCell(db, request, prepared, question)
    const candidates = await readCandidates(db, prepared, app.reranker, ranking.scored)
    return { leftOut: ranking.leftOut, candidates }
  })
  const scored = await timing.measure('rerank', () => rerankChunks(app.reranker, candidates, signal))
  return readInScope(cell, tx, db => readResults(db, request, question, { scored, leftOut }))
}

type CellRanking = { scored: readonly ScoredChunk[]; leftOut: LeftOutHit[] }

/** Ranks the chunks of a cell. With `leaveOut` it also ranks without filters, to find the chunks that only the filters left out. */
async function rankCell(
  db: Db,
  request: SearchRequest,
  prepared: PreparedCell,
  { narrowing, leaveOut }: ChunkQuestion,
): Promise<CellRanking> {
  const now = narrowing.asOf ?? new Date()
  const rank = (narrow: Narrowing | undefined) =>
    rankChunks(db, request, prepared, { narrowing: narrow, now })
  const narrow = isNarrow(narrowing) ? narrowing : undefined
  const scored = await rank(narrow)
  if (!leaveOut) return { scored, leftOut: [] }
  return { scored, leftOut: chunksLeftOut(scored, narrow ? await rank(undefined) : [], leaveOut) }
}

/** Reads the documents and chunks that are shown. Leaves out documents that were deleted in the meantime. */
async function readResults(
  db: Db,
  { org, timing }: SearchRequest,
  { select, withNeighbours }: ChunkQuestion,
  { scored, leftOut }: CellRanking,
): Promise<ChunkResults> {
  const hits = select(scored).map(hit => ({ ...hit, shown: showChunks(hit.chunks, withNeighbours) }))
  const keys = hits.map(({ shard, container, document, shown }) => ({
    ...{ shard, container, document },
    positions: shown.map(({ position }) => position),
  }))
  const read = await timing.measure('read', () => readHits(db, org, keys))
  const documents = new Map(read.map(document => [document.id, document]))
  return { hits: hits.filter(hit => documents.has(hit.document)), documents, leftOut }
}

import { type Question, readQuestion } from '../../language/english/read-question.ts'
import { listInScope, readInScope, readOnceInScope } from '../../platform/db/tx.ts'
import type { Filter } from '../../platform/filters/schema.ts'
import { addDate, closeness, type DateRange } from '../../platform/lib/date-range.ts'
import { embeddingSetOf } from '../../platform/providers/embedding/embedder.ts'
import { toVectorLiteral } from '../../platform/providers/embedding/vector-literal.ts'
import {
  memoryPreRanking,
  memoryRanking,
  type Norms,
  type Ranking,
  type SimilarityRange,
} from '../recall/fuse-scores.ts'
import type { Path } from '../recall/plan-recall.ts'
import { type PreparedCell, prepareCells } from '../recall/prepare-cells.ts'
import type { SearchRequest } from '../recall/search-request.ts'
import { type Relative, readRelatives, readSources, type SourceDocument } from './context-store.ts'
import { rankByAnswer, type ScoredMemory, scoreByLikeness } from './rank-memories.ts'
import { memoryCorpus, recallMemories } from './recall-store.ts'
import type { MemoryOrigin } from './store.ts'

export type MemoryQuestion = {
  q: string
  limit: number
  threshold: number
  filters?: Filter | undefined
  /** Path of the source documents. A path that ends with a slash is a folder. */
  filepath?: string | undefined
  includeForgotten?: boolean | undefined
  /** Only memories that were known at this time. */
  asOf?: Date | undefined
  /** The times that the query names. Memories of these times get a bonus. */
  ranges?: readonly DateRange[] | undefined
  /** Also memories that are otherwise left out, so that `explain` can give the reason. */
  withLeftOut?: boolean | undefined
  /**
   * Scores by likeness to the query alone, and not by how well a memory answers it. For `forget-matching`: its query names a topic,
   * and nothing else is to be forgotten.
   */
  byLikeness?: boolean | undefined
  include?: ContextParts
}

type ContextParts = {
  relatedMemories?: boolean | undefined
  documents?: boolean | undefined
  summaries?: boolean | undefined
}

export type MemoryHit = ScoredMemory & {
  similarity: number
  /** Closeness to the time that the query names, if it names one. */
  date?: number | undefined
  path: Path
  /** Only with `include.relatedMemories`. */
  relatives?: Relative[]
  documents?: (Omit<SourceDocument, 'summary'> & { summary?: string | null })[]
}

/** The minimum number of memories that are read whole. */
const leastRead = 40

/** An inferred memory counts less than a stated one until a person approves it. */
const inferredWeight = 0.8

/** Statements of users about themselves count most. The output of a model or a tool may be written by an attacker. */
const originWeight: Record<MemoryOrigin, number> = {
  api: 1,
  user: 1,
  document: 0.97,
  tool: 0.92,
  assistant: 0.88,
}

/** The weight of a memory by its origin and review. */
export function weightOf(memory: {
  isInference: boolean
  isApproved: boolean
  origin: MemoryOrigin
}): number {
  return (memory.isInference && !memory.isApproved ? inferredWeight : 1) * originWeight[memory.origin]
}

/** Finds memories by hybrid search. The best answers come first, on the same scale as chunks. */
export async function searchMemories(request: SearchRequest, question: MemoryQuestion): Promise<MemoryHit[]> {
  const { q, limit, threshold, include = {} } = question
  const cells = await prepareCells(request, memoryCorpus, { q, limit, isNarrow: isNarrow(question) })
  const { ranking } = request.app
  const judged = ranking || question.byLikeness ? undefined : readQuestion(q)
  const answers = await Promise.all(
    cells.map(cell => searchCell(cell, question, { ranking: ranking ?? memoryRanking, judged })),
  )
  const found = answers
    .flat()
    .filter(({ similarity }) => similarity > 0 && similarity >= threshold)
    .sort((a, b) => b.similarity - a.similarity || (a.memory.id < b.memory.id ? 1 : -1))
    .slice(0, limit)
  return addContext(request, found, include)
}

/** True unless the search covers exactly the current memories. */
function isNarrow({ filters, filepath, includeForgotten, asOf, withLeftOut }: MemoryQuestion): boolean {
  return Boolean(filters || filepath !== undefined || includeForgotten || asOf || withLeftOut)
}

async function searchCell(
  prepared: PreparedCell,
  question: MemoryQuestion,
  { ranking, judged }: Scoring,
): Promise<MemoryHit[]> {
  const { cell, tx, scope, plan, lexical, embedder, query, bestBm25 } = prepared
  const { filters, filepath, includeForgotten = false, asOf, ranges = [], withLeftOut } = question
  const { tokens: _, ...calibration } = embedder.calibration
  const norms = { calibration, bestBm25, ranking }
  const recall = {
    ...{ scope, plan, lexical, filters, filepath, asOf, withLeftOut },
    dense: { set: embeddingSetOf(embedder.model), vector: toVectorLiteral(query.vector) },
    withForgotten: includeForgotten,
    withPassages: judged !== undefined && query.words !== undefined,
    best:
      withLeftOut || ranges.length > 0
        ? undefined
        : bestBy({ ...norms, ranking: judged ? memoryPreRanking : ranking }, question.limit),
  }
  // There are few statements without a filter, so their plans are kept: planning took longer than searching 10,000 memories.
  const read = filters || filepath !== undefined ? readOnceInScope : readInScope
  const scored = await read(cell, tx, async db => {
    const recalled = recallMemories(db, recall)
    return judged
      ? rankByAnswer(db, prepared, { question: judged, norms }, recalled)
      : scoreByLikeness(await recalled, norms)
  })
  return scored.map(each => {
    const date = ranges.length > 0 ? closeness(ranges, each.memory.dates) : undefined
    const similarity = addDate(each.relevance * weightOf(each.memory), date ?? 0)
    return { ...each, similarity, date, path: plan.path }
  })
}

/** `judged`: the query as a question. Undefined: likeness alone counts. */
type Scoring = { ranking: Ranking; judged: Question | undefined }

type MemoryNorms = Norms & { calibration: SimilarityRange; ranking: Ranking }

/**
 * Pre-ranks in SQL by the fused score and reads twice the limit, because origin weights are applied later. Reading all
 * matches of both arms was a quarter of a search for 50 of 10,000 memories.
 */
function bestBy({ calibration, bestBm25, ranking }: MemoryNorms, limit: number) {
  return {
    count: Math.max(leastRead, limit * 2),
    dense: { from: calibration.unrelated, to: calibration.same, weight: ranking.dense },
    lexical: { from: 0, to: bestBm25 ?? 1, weight: bestBm25 === undefined ? 0 : ranking.lexical },
  }
}

async function addContext(
  request: SearchRequest,
  found: MemoryHit[],
  include: ContextParts,
): Promise<MemoryHit[]> {
  const withDocuments = include.documents || include.summaries
  if (found.length === 0 || !(include.relatedMemories || withDocuments)) return found
  const { org, app } = request
  const perCell = Map.groupBy(found, ({ memory }) => app.cells.of(memory.shard))
  const read = await Promise.all(
    [...perCell.values()].map(async mine =>
      listInScope(await request.cellOf(mine[0]!.memory.shard), { org }, async db => {
        const memories = mine.map(({ memory }) => memory)
        return {
          relatives: include.relatedMemories ? await readRelatives(db, org, memories) : [],
          sources: withDocuments ? await readSources(db, org, memories) : [],
        }
      }),
    ),
  )
  const relatives = Map.groupBy(
    read.flatMap(each => each.relatives),
    each => each.of,
  )
  const sources = Map.groupBy(
    read.flatMap(each => each.sources),
    each => each.memory,
  )
  return found.map(each => ({
    ...each,
    ...(include.relatedMemories && { relatives: relatives.get(each.memory.id) ?? [] }),
    ...(withDocuments && {
      documents: (sources.get(each.memory.id) ?? []).map(({ summary, ...document }) =>
        include.summaries ? { ...document, summary } : document,
      ),
    }),
  }))
}

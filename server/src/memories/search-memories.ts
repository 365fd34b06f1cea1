import { checkTags, type Principal } from '../access/principal.ts'
import { placeContainer } from '../containers/place-container.ts'
import type { Cells, Reach } from '../db/cells.ts'
import { inScope, readInScope, readOnceInScope } from '../db/tx.ts'
import type { Filter } from '../filters/schema.ts'
import { addDate, closeness, type DateRange } from '../lib/date-range.ts'
import { fuseScores, ofMemories, type Range, type Ranking } from '../lib/fuse-scores.ts'
import type { Path } from '../lib/plan-recall.ts'
import { type Embedder, type Embedders, embeddingSetOf, findEmbedder } from '../providers/embedder.ts'
import { type Relative, readRelatives, readSources, type SourceDocument } from './context-store.ts'
import { embedTexts } from './embed-texts.ts'
import { type Prepared, prepareRecall } from './prepare-recall.ts'
import { type Recalled, recallMemories } from './recall-store.ts'
import type { Origin } from './store.ts'

export type SearchMemoriesApp = Embedders & {
  cells: Cells
  /** Other weights than the usual, for whoever measures what each is worth. */
  ranking?: Ranking | undefined
}

export type MemoryQuestion = {
  q: string
  /** None: the whole organization, or the container a key is limited to. */
  containerTags: readonly string[]
  limit: number
  threshold: number
  filters?: Filter | undefined
  /** Of the documents they come from: a whole path, or a folder when it ends with a slash. */
  filepath?: string | undefined
  includeForgotten?: boolean | undefined
  /** Only what was known then. */
  asOf?: Date | undefined
  /** The times the question is about: what is of one of them counts for more. */
  ranges?: readonly DateRange[] | undefined
  /** Also what is left out otherwise, to say why. */
  withLeftOut?: boolean | undefined
  include?: {
    relatedMemories?: boolean | undefined
    documents?: boolean | undefined
    summaries?: boolean | undefined
  }
  /** The question's vector in pgvector's text form, when the caller asks for it anyway. */
  vector?: ((embedder: Embedder) => Promise<string>) | undefined
}

export type FoundMemory = {
  memory: Recalled
  similarity: number
  dense: number
  lexical: number
  /** Both weighed: the similarity, but for what was inferred or is of the time asked about. */
  fused: number
  /** How close it is to the time asked about, where there is one. */
  date?: number | undefined
  path: Path
  /** Present when asked for. */
  relatives?: Relative[]
  documents?: (Omit<SourceDocument, 'summary'> & { summary?: string | null })[]
}

/** So many are read whole, however few are asked for. */
const leastRead = 40

/** What was inferred counts for less than what was said, until somebody approves it. */
const inferredWeight = 0.8

/** What somebody says of themselves counts most. Whatever a model or a tool says, anybody may have made it say. */
const originWeight: Record<Origin, number> = { api: 1, user: 1, document: 0.97, tool: 0.92, assistant: 0.88 }

/** How much a memory counts beside others that fit as well. */
export function weightOf(memory: { isInference: boolean; isApproved: boolean; origin: Origin }): number {
  return (memory.isInference && !memory.isApproved ? inferredWeight : 1) * originWeight[memory.origin]
}

/** What is known and answers the question, best first: by meaning and by words, on the scale on which chunks are scored. */
export async function searchMemories(
  app: SearchMemoriesApp,
  principal: Principal,
  question: MemoryQuestion,
  signal: AbortSignal,
): Promise<FoundMemory[]> {
  checkTags(principal, question.containerTags)
  const tags = principal.containerTag === undefined ? question.containerTags : [principal.containerTag]
  const reaches = reachOf(app.cells, principal, tags)
  const vectorBy = question.vector ?? askOnce(question.q, signal)
  // Most likely what is needed, and made while the cells are asked; only who needs it hears of its failure.
  vectorBy(app.embedder).catch(() => undefined)
  const wanted = { q: question.q, limit: question.limit, isNarrow: isNarrow(question) }
  const prepared = await Promise.all(
    reaches.map(reach => prepareRecall(principal.organization.id, reach, tags, wanted)),
  )
  const asked = prepared.filter(each => each !== undefined)
  // A word that one cell knows weighs in all of them, or their scores would not compare.
  const byWords = asked.some(({ lexical }) => lexical !== undefined)
  const ranking = app.ranking ?? ofMemories
  const answers = await Promise.all(
    asked.map(async each => {
      const embedder = findEmbedder(app, each.activeSet) ?? app.embedder
      return ask(embedder, { ...each, byWords, ranking }, question, await vectorBy(embedder))
    }),
  )
  const found = answers
    .flat()
    .filter(({ similarity }) => similarity > 0 && similarity >= question.threshold)
    .sort((a, b) => b.similarity - a.similarity || (a.memory.id < b.memory.id ? 1 : -1))
    .slice(0, question.limit)
  return addContext(app.cells, principal.organization.id, found, question.include ?? {})
}

/** Whether anything but all that is known now is looked at. */
function isNarrow({ filters, filepath, includeForgotten, asOf, withLeftOut }: MemoryQuestion): boolean {
  return Boolean(filters || filepath !== undefined || includeForgotten || asOf || withLeftOut)
}

/** The question's vector by each model, made once. */
function askOnce(q: string, signal: AbortSignal): (embedder: Embedder) => Promise<string> {
  const known = new Map<Embedder, Promise<string>>()
  return embedder => {
    const vector =
      known.get(embedder) ?? embedTexts(embedder, [q], { purpose: 'query', signal }).then(([first]) => first!)
    known.set(embedder, vector)
    return vector
  }
}

/** The cells to ask: those of the tags, or all that the organization uses. */
function reachOf(cells: Cells, { organization }: Principal, tags: readonly string[]): Reach[] {
  const reaches = cells.reach(organization)
  if (tags.length === 0) return reaches
  const shards = new Set(tags.map(tag => placeContainer(organization, tag)))
  return reaches
    .map(({ cell, shards: held }) => ({ cell, shards: held.filter(shard => shards.has(shard)) }))
    .filter(reach => reach.shards.length > 0)
}

type MemoryNorms = { calibration: Range; bestBm25: number | undefined; ranking: Ranking }

type Asked = Prepared & { byWords: boolean; ranking: Ranking }

async function ask(
  { model, calibration: { tokens: _, ...calibration } }: Embedder,
  { cell, scope, plan, lexical, byWords, ranking }: Asked,
  question: MemoryQuestion,
  vector: string,
): Promise<FoundMemory[]> {
  const { filters, filepath, includeForgotten = false, asOf, ranges = [], withLeftOut } = question
  const norms = { calibration, bestBm25: byWords ? (lexical?.best ?? 1) : undefined, ranking }
  // Without a filter it is one of a few statements, which stay planned: planning took longer than 10,000 memories take.
  const read = filters || filepath !== undefined ? readOnceInScope : readInScope
  const [container, ...others] = scope.containers ?? []
  const scoped = { org: scope.org, container: others.length === 0 ? container : undefined }
  const recalled = await read(cell, scoped, db =>
    recallMemories(db, {
      scope,
      plan,
      dense: { set: embeddingSetOf(model), vector },
      lexical,
      filters,
      filepath,
      withForgotten: includeForgotten,
      ...{ asOf, withLeftOut },
      best: withLeftOut || ranges.length > 0 ? undefined : bestBy(norms, question.limit),
    }),
  )
  return recalled.map(memory => {
    const { dense, lexical: words, score } = fuseScores(memory, norms)
    const date = ranges.length > 0 ? closeness(ranges, memory.dates) : undefined
    const similarity = addDate(score * weightOf(memory), date ?? 0)
    return { memory, similarity, dense, lexical: words, fused: score, date, path: plan.path }
  })
}

/**
 * As the scores are fused, before who said it is weighed: what counts for less is among twice as many. Reading all that
 * both arms found was a quarter of a search for 50 of 10,000 memories.
 */
function bestBy({ calibration, bestBm25, ranking }: MemoryNorms, limit: number) {
  return {
    count: Math.max(leastRead, limit * 2),
    dense: { from: calibration.unrelated, to: calibration.same, weight: ranking.dense },
    lexical: { from: 0, to: bestBm25 ?? 1, weight: bestBm25 === undefined ? 0 : ranking.lexical },
  }
}

async function addContext(
  cells: Cells,
  org: string,
  found: FoundMemory[],
  include: NonNullable<MemoryQuestion['include']>,
): Promise<FoundMemory[]> {
  if (found.length === 0 || !(include.relatedMemories || include.documents || include.summaries)) return found
  const perCell = Map.groupBy(found, ({ memory }) => cells.of(memory.shard))
  const read = await Promise.all(
    [...perCell].map(([cell, mine]) =>
      inScope(cell, { org }, async db => {
        const memories = mine.map(({ memory }) => memory)
        return {
          relatives: include.relatedMemories ? await readRelatives(db, org, memories) : [],
          sources: include.documents || include.summaries ? await readSources(db, org, memories) : [],
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
    ...((include.documents || include.summaries) && {
      documents: (sources.get(each.memory.id) ?? []).map(({ summary, ...document }) =>
        include.summaries ? { ...document, summary } : document,
      ),
    }),
  }))
}

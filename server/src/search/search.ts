import { checkTags, type Principal } from '../access/principal.ts'
import { ambiguousDocument } from '../containers/ambiguous-document.ts'
import { placeContainer } from '../containers/place-container.ts'
import type { Cells, Reach } from '../db/cells.ts'
import { type Db, readInScope, readOnceInScope } from '../db/tx.ts'
import { beforeTokens, type Ranking } from '../lib/fuse-scores.ts'
import { type Embedder, type Embedders, embeddingSetOf, findEmbedder } from '../providers/embedder.ts'
import type { Reranker } from '../providers/reranker.ts'
import type { Timing } from '../routing/timing.ts'
import type { MeteredLlm } from '../spending/metered-llm.ts'
import { toBinaryVector } from './binary-vector.ts'
import { compareTokens, weighQuery } from './compare-tokens.ts'
import { type EmbeddedQueries, type EmbeddedQuery, embedQueries } from './embed-query.ts'
import { type DocumentHit, fuse, type Norms, type Scored } from './fuse.ts'
import { type FoundDocument, type HitKey, readHits } from './hit-store.ts'
import { chunksLeftOut, type LeftOut, type Thresholds } from './left-out.ts'
import { isNarrow, type Narrowing } from './narrowing-store.ts'
import { type Place, preparePlace } from './prepare-place.ts'
import { lookAgain, rerankChunks } from './rerank-chunks.ts'
import { type ShownChunk, showChunks } from './show-chunks.ts'
import * as store from './store.ts'
import { weighDates } from './weigh-dates.ts'

export type SearchApp = Embedders & {
  cells: Cells
  /** None: the best are looked at again without a further model. */
  reranker?: Reranker | undefined
  /** None: queries are rewritten by rules alone. */
  llm?: MeteredLlm | undefined
  /** Other weights than the usual, for whoever measures what each is worth. */
  ranking?: Ranking | undefined
}

export type ChunkQuestion = {
  q: string
  /** None: the whole organization, or the container a key is limited to. */
  containerTags: readonly string[]
  /** How many of what `select` makes are wanted. */
  limit: number
  /** An id or customId. */
  docId?: string | undefined
  narrowing: Narrowing
  /** Which of the chunks found are shown, by document, best first. */
  select(scored: readonly Scored[]): DocumentHit[]
  withNeighbours: boolean
  /** Whether the best are looked at again. */
  rerank?: boolean | undefined
  /** Present: say what was left out, by these thresholds among others. */
  leaveOut?: Thresholds | undefined
  /** The question as models see it, when the caller asks for that anyway. */
  embedded?: EmbeddedQueries | undefined
}

export type FoundHit = DocumentHit & { shown: ShownChunk[] }

export type Found = {
  hits: FoundHit[]
  documents: Map<string, FoundDocument>
  /** Empty unless asked for. */
  leftOut: LeftOut[]
}

/** Embeds the query while every cell that may hold an answer looks up what it needs to know, asks them, and merges what they say. */
export async function search(
  app: SearchApp,
  principal: Principal,
  question: ChunkQuestion,
  timing: Timing,
  signal: AbortSignal,
): Promise<Found> {
  const tags = allowedTags(principal, question.containerTags)
  const reaches = reachOf(app.cells, principal, tags)
  const embedded = question.embedded ?? embedQueries(question.q, signal)
  const asked = await timing.measure('understand', async () => {
    // Most likely the model that is needed: it works while the cells are asked.
    embedded(app.embedder)
    const places = await Promise.all(
      reaches.map(reach => preparePlace(principal.organization, reach, tags, question)),
    )
    const found = places.filter(place => place !== undefined)
    return Promise.all(withNamed(found, question).map(place => embedFor(app, place, embedded)))
  })
  // A word that one cell knows weighs in all of them: a cell without it would leave the weight of words to meaning, and
  // its scores would not compare with the others'.
  const byWords = asked.some(({ lexical }) => lexical !== undefined)
  const answers = await Promise.all(
    asked.map(place => ask(app, { ...place, byWords }, question, timing, signal)),
  )
  const hits = answers.flatMap(answer => answer.hits).sort((a, b) => b.score - a.score)
  const documents = new Map(answers.flatMap(answer => [...answer.documents]))
  const leftOut = answers.flatMap(answer => answer.leftOut)
  return { hits: hits.slice(0, question.limit), documents, leftOut }
}

/** A key limited to a container may name that one only, and searches it when it names none. */
export function allowedTags(principal: Principal, tags: readonly string[]): readonly string[] {
  const { containerTag } = principal
  if (containerTag === undefined) return tags
  checkTags(principal, tags)
  return [containerTag]
}

/** The cells to ask: those of the tags, or all that the organization uses. */
function reachOf(cells: Cells, { organization }: Principal, tags: readonly string[]): Reach[] {
  const reaches = cells.reach(organization)
  if (tags.length === 0) return reaches
  const shards = new Set(tags.map(tag => placeContainer(organization, tag)))
  return reaches
    .map(({ cell, shards: held }) => ({ cell, shards: held.filter(shard => shards.has(shard)) }))
    .filter(({ shards }) => shards.length > 0)
}

/** All places or, when one document is searched, its own. */
function withNamed(places: Place[], { docId }: ChunkQuestion): Place[] {
  if (docId === undefined) return places
  const named = places.flatMap(place => place.named)
  const document = named.find(({ isId }) => isId) ?? named[0]
  if (named.length > 1 && !document?.isId) throw ambiguousDocument(named)
  return places.filter(({ scope }) => scope.document === document?.id)
}

type EmbeddedPlace = Place & { embedder: Embedder; embedded: EmbeddedQuery }

/** By the model of the set that is searched there, or by the main one when this process does not have it. */
async function embedFor(app: SearchApp, place: Place, embeddedBy: EmbeddedQueries): Promise<EmbeddedPlace> {
  const embedder = findEmbedder(app, place.activeSet) ?? app.embedder
  return { ...place, embedder, embedded: await embeddedBy(embedder) }
}

type AskedPlace = EmbeddedPlace & { byWords: boolean }

/** A cell's best documents, read where they were found: a document and its chunks never span cells. */
async function ask(
  app: SearchApp,
  place: AskedPlace,
  question: ChunkQuestion,
  timing: Timing,
  signal: AbortSignal,
): Promise<Found> {
  const { cell, scope } = place
  const [container, ...others] = scope.containers ?? []
  const scoped = { org: scope.org, container: others.length === 0 ? container : undefined }
  const read = isNarrow(question.narrowing) ? readOnceInScope : readInScope
  if (!question.rerank)
    return read(cell, scoped, async db =>
      show(db, scope.org, await find(db, app, place, question, timing), question, timing),
    )
  // A model is asked while no transaction is open.
  const looked = await read(cell, scoped, async db => {
    const { scored, leftOut } = await find(db, app, place, question, timing)
    return { leftOut, candidates: await lookAgain(db, place, app.reranker, scored) }
  })
  const scored = await timing.measure('rerank', () => rerankChunks(app.reranker, looked.candidates, signal))
  return readInScope(cell, scoped, db =>
    show(db, scope.org, { scored, leftOut: looked.leftOut }, question, timing),
  )
}

type Ranked = { scored: readonly Scored[]; leftOut: LeftOut[] }

/** The chunks that are like the question, best first, and what was left out when that is asked for. */
async function find(
  db: Db,
  app: SearchApp,
  place: AskedPlace,
  { narrowing, leaveOut }: ChunkQuestion,
  timing: Timing,
): Promise<Ranked> {
  const { scope, rarity, embedded } = place
  const dated = { scope, q: embedded.text, now: narrowing.asOf ?? new Date(), readings: rarity.readings }
  const within = async (narrow: Narrowing | undefined) =>
    weighDates(db, dated, await rank(db, app, place, narrow, timing))
  const narrow = isNarrow(narrowing) ? narrowing : undefined
  const scored = await within(narrow)
  if (!leaveOut) return { scored, leftOut: [] }
  return { scored, leftOut: chunksLeftOut(scored, narrow ? await within(undefined) : [], leaveOut) }
}

async function show(
  db: Db,
  org: string,
  { scored, leftOut }: Ranked,
  { select, withNeighbours }: ChunkQuestion,
  timing: Timing,
): Promise<Found> {
  const hits = select(scored).map(hit => ({ ...hit, shown: showChunks(hit.chunks, withNeighbours) }))
  const read = await timing.measure('read', () => readHits(db, org, hits.map(toKey)))
  const documents = new Map(read.map(document => [document.id, document]))
  return { hits: hits.filter(hit => documents.has(hit.document)), documents, leftOut }
}

/** The chunks that either arm finds, by all that is known of them; the best of them compared word by word. */
async function rank(
  db: Db,
  { ranking }: SearchApp,
  { plan, scope, lexical, rarity, embedder, embedded, byWords }: AskedPlace,
  narrowing: Narrowing | undefined,
  timing: Timing,
): Promise<Scored[]> {
  const set = embeddingSetOf(embedder.model)
  const dense = { set, vector: toBinaryVector(embedded.vector) }
  const { text, words } = embedded
  // What the query's own side takes is done while the database recalls.
  const [recalled, query] = await Promise.all([
    timing.measure('recall', () => store.recall(db, { scope, narrowing, plan, dense, lexical })),
    words && weighQuery(db, { text, words }, rarity),
  ])
  const { tokens: _, ...whole } = embedder.calibration
  const norms: Norms = {
    calibration: whole,
    bestBm25: byWords ? (lexical?.best ?? 1) : undefined,
    path: plan.path,
    ranking,
  }
  if (query === undefined) return fuse(recalled, norms)
  // Weighed as in the end, the best of what both arms find are enough: 60 compared find what 120 do (decision 10).
  const scored = fuse(recalled, { ...norms, ranking: ranking?.tokens === 0 ? ranking : beforeTokens })
  const compared = await timing.measure('tokens', () =>
    compareTokens(db, { scope, set, query, most: plan.perArm }, scored),
  )
  return fuse(compared, { ...norms, calibration: embedder.calibration })
}

function toKey({ shard, container, document, shown }: FoundHit): HitKey {
  return { shard, container, document, positions: shown.map(({ position }) => position) }
}

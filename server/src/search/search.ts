import { placeContainer } from '../containers/place-container.ts'
import type { Cell, Cells, Reach } from '../db/cells.ts'
import { type Db, readInScope, readOnceInScope } from '../db/tx.ts'
import { AppError } from '../errors.ts'
import type { Timing } from '../http/route.ts'
import type { Organization, Principal } from '../keys/principal.ts'
import { marks } from '../lexical/languages.ts'
import { readTerms } from '../lexical/read-terms.ts'
import { queryVector, type TermCounts, toSparseLiteral } from '../lexical/term-vector.ts'
import type { Ranking } from '../lib/fuse-scores.ts'
import { planRecall, type RecallPlan } from '../lib/plan-recall.ts'
import { type Embedder, embeddingSetOf } from '../providers/embedder.ts'
import { toBinaryVector } from './binary-vector.ts'
import { compareTokens, type Rarity } from './compare-tokens.ts'
import { type EmbeddedQuery, embedQuery } from './embed-query.ts'
import { type DocumentHit, fuse, type Norms, type Scored } from './fuse.ts'
import { isNarrow, type Narrowing } from './narrowing-store.ts'
import type { SearchScope } from './scope-store.ts'
import { type ShownChunk, showChunks } from './show-chunks.ts'
import * as store from './store.ts'

export type SearchApp = {
  cells: Cells
  embedder: Embedder
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
  withContent: boolean
  /** The question as the model sees it, when the caller asks for that anyway. */
  embedded?: Promise<EmbeddedQuery> | undefined
}

export type FoundHit = DocumentHit & { shown: ShownChunk[] }

export type Found = {
  hits: FoundHit[]
  documents: Map<string, store.FoundDocument>
}

/** Statistics of an organization-wide search come from its largest containers: reading millions of them would cost more than they tell. */
const statisticsFrom = 64

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
  const [embedded, places] = await timing.measure('understand', () =>
    Promise.all([
      question.embedded ?? embedQuery(app.embedder, question.q, signal),
      Promise.all(reaches.map(reach => preparePlace(principal.organization, reach, tags, question))),
    ]),
  )
  const asked = places.filter(place => place !== undefined)
  // A word that one cell knows weighs in all of them: a cell without it would leave the weight of words to meaning, and
  // its scores would not compare with the others'.
  const byWords = asked.some(({ lexical }) => lexical !== undefined)
  const answers = await Promise.all(
    asked.map(place => ask(app, { ...place, embedded, byWords }, question, timing)),
  )
  const hits = answers.flatMap(answer => answer.hits).sort((a, b) => b.score - a.score)
  const documents = new Map(answers.flatMap(answer => [...answer.documents]))
  return { hits: hits.slice(0, question.limit), documents }
}

/** A key limited to a container may name that one only, and searches it when it names none. */
export function allowedTags({ containerTag }: Principal, tags: readonly string[]): readonly string[] {
  if (containerTag === undefined) return tags
  if (tags.some(tag => tag !== containerTag)) throw new AppError('auth.container_mismatch')
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

/** What is known of one cell before it is asked. */
type Place = {
  cell: Cell
  plan: RecallPlan
  scope: SearchScope
  lexical: { vector: string; best: number } | undefined
  rarity: Rarity
}

/** All that a search needs to know but its vector, read while the embedder works. Undefined: there is nothing to search. */
async function preparePlace(
  organization: Organization,
  reach: Reach,
  tags: readonly string[],
  { q, docId, limit }: ChunkQuestion,
): Promise<Place | undefined> {
  const { cell, shards } = reach
  const org = organization.id
  const placed = placeTags(organization, reach, tags)
  return readInScope(cell, { org }, async db => {
    const [containers, document] = await Promise.all([
      placed.length > 0
        ? store.findContainers(db, org, placed)
        : store.largestContainers(db, org, shards, statisticsFrom),
      docId === undefined ? undefined : store.findDocumentId(db, org, shards, placed, docId),
    ])
    if (containers.length === 0) return undefined
    const found = containers.map(({ container }) => container)
    const scope = { org, shards, containers: tags.length > 0 ? found : undefined, document }
    const chunks = containers.reduce((sum, container) => sum + container.chunks, 0)
    const readings = [
      ...new Set(containers.flatMap(container => container.marks.map(mark => marks.get(mark)!))),
    ]
    const terms = await readTerms(
      db,
      readings.map(reading => ({ text: q, reading })),
    )
    const all = new Map(terms.flatMap(each => [...each]))
    const { lexical, counts } = await weighTerms(db, { ...scope, containers: found }, chunks, all)
    return { cell, plan: planRecall(chunks, limit), scope, lexical, rarity: { counts, chunks, readings } }
  })
}

/** A cell's best documents, read where they were found: a document and its chunks never span cells. */
async function ask(
  app: SearchApp,
  place: Place & { embedded: EmbeddedQuery; byWords: boolean },
  { narrowing, select, withNeighbours, withContent }: ChunkQuestion,
  timing: Timing,
): Promise<Found> {
  const { cell, scope } = place
  const { org } = scope
  const narrow = isNarrow(narrowing) ? narrowing : undefined
  return (narrow ? readOnceInScope : readInScope)(cell, { org }, async db => {
    const selected = select(await rank(db, app, place, narrow, timing))
    const hits = selected.map(hit => ({ ...hit, shown: showChunks(hit.chunks, withNeighbours) }))
    const read = await timing.measure('read', () => store.readHits(db, org, hits.map(toKey), withContent))
    const documents = new Map(read.map(document => [document.id, document]))
    return { hits: hits.filter(hit => documents.has(hit.document)), documents }
  })
}

/** The chunks that either arm finds, by all that is known of them; the best of them compared word by word. */
async function rank(
  db: Db,
  { embedder, ranking }: SearchApp,
  { plan, scope, lexical, rarity, embedded, byWords }: Place & { embedded: EmbeddedQuery; byWords: boolean },
  narrowing: Narrowing | undefined,
  timing: Timing,
): Promise<Scored[]> {
  const set = embeddingSetOf(embedder.model)
  const dense = { set, vector: toBinaryVector(embedded.vector) }
  const recalled = await timing.measure('recall', () =>
    store.recall(db, { scope, narrowing, plan, dense, lexical }),
  )
  const { tokens: _, ...whole } = embedder.calibration
  const norms: Norms = {
    calibration: whole,
    bestBm25: byWords ? (lexical?.best ?? 1) : undefined,
    path: plan.path,
    ranking,
  }
  const { text: q, words } = embedded
  const scored = fuse(recalled, norms)
  if (words === undefined) return scored
  const compared = await timing.measure('tokens', () =>
    compareTokens(db, { scope, set, rarity, words, q }, scored),
  )
  return fuse(compared, { ...norms, calibration: embedder.calibration })
}

/** The tags asked for whose containers live here. None: the whole organization is meant, since `reachOf` asks no cell in vain. */
function placeTags(
  organization: Organization,
  { shards }: Reach,
  tags: readonly string[],
): store.PlacedTag[] {
  return tags
    .map(tag => ({ tag, shard: placeContainer(organization, tag) }))
    .filter(({ shard }) => shards.includes(shard))
}

/** The query's side of BM25: each term weighs by how rare it is among the chunks searched. */
async function weighTerms(db: Db, scope: SearchScope, chunks: number, terms: TermCounts) {
  if (terms.size === 0) return { lexical: undefined, counts: new Map<number, number>() }
  const counts = await store.readTermCounts(db, scope, [...terms.keys()])
  const { vector, best } = queryVector(terms, counts, chunks)
  return { lexical: vector.size > 0 ? { vector: toSparseLiteral(vector), best } : undefined, counts }
}

function toKey({ shard, container, document, shown }: FoundHit): store.HitKey {
  return { shard, container, document, positions: shown.map(({ position }) => position) }
}

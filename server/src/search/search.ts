import { placeContainer } from '../containers/place-container.ts'
import { tagsOf } from '../containers/schema.ts'
import type { Cell, Cells, Reach } from '../db/cells.ts'
import { assertOutsideTransaction, type Db, readInScope } from '../db/tx.ts'
import { AppError } from '../errors.ts'
import type { Timing } from '../http/route.ts'
import type { Organization, Principal } from '../keys/principal.ts'
import { readLexemes } from '../lexical/store.ts'
import { countTerms, queryVector, type TermCounts, toSparseLiteral } from '../lexical/term-vector.ts'
import { type Embedder, EmbedError, embeddingSetOf } from '../providers/embedder.ts'
import { toBinaryVector } from './binary-vector.ts'
import { type DocumentHit, fuse, groupByDocument } from './fuse.ts'
import { planRecall, type RecallPlan } from './plan.ts'
import type { SearchBody } from './schema.ts'
import * as store from './store.ts'

export type SearchApp = { cells: Cells; embedder: Embedder }

export type Found = {
  hits: DocumentHit[]
  documents: Map<string, store.FoundDocument>
}

/** Statistics of an organization-wide search come from its largest containers: reading millions of them would cost more than they tell. */
const statisticsFrom = 64

/** Embeds the query while every cell that may hold an answer looks up what it needs to know, asks them, and merges what they say. */
export async function search(
  app: SearchApp,
  principal: Principal,
  body: SearchBody,
  timing: Timing,
  signal: AbortSignal,
): Promise<Found> {
  const tags = allowedTags(principal, tagsOf(body))
  const reaches = reachOf(app.cells, principal, tags)
  const [vector, questions] = await timing.measure('understand', () =>
    Promise.all([
      embedQuery(app.embedder, body.q, signal),
      Promise.all(reaches.map(reach => prepareQuestion(principal.organization, reach, tags, body))),
    ]),
  )
  const asked = questions.filter(question => question !== undefined)
  // A word that one cell knows weighs in all of them: a cell without it would leave the weight of words to meaning, and
  // its scores would not compare with the others'.
  const byWords = asked.some(({ lexical }) => lexical !== undefined)
  const answers = await Promise.all(
    asked.map(question => ask(app.embedder, { ...question, vector, byWords }, body, timing)),
  )
  const hits = answers.flatMap(answer => answer.hits).sort((a, b) => b.score - a.score)
  const documents = new Map(answers.flatMap(answer => [...answer.documents]))
  return { hits: hits.slice(0, body.limit), documents }
}

function allowedTags({ containerTag }: Principal, tags: string[]): string[] {
  if (containerTag === undefined) return tags
  if (tags.some(tag => tag !== containerTag)) throw new AppError('auth.container_mismatch')
  return [containerTag]
}

/** The cells to ask: those of the tags, or all that the organization uses. */
function reachOf(cells: Cells, { organization }: Principal, tags: string[]): Reach[] {
  const reaches = cells.reach(organization)
  if (tags.length === 0) return reaches
  const shards = new Set(tags.map(tag => placeContainer(organization, tag)))
  return reaches
    .map(({ cell, shards: held }) => ({ cell, shards: held.filter(shard => shards.has(shard)) }))
    .filter(({ shards }) => shards.length > 0)
}

async function embedQuery(embedder: Embedder, q: string, signal: AbortSignal): Promise<Buffer> {
  assertOutsideTransaction('the embedder')
  try {
    const [vector] = await embedder.embed([q], { purpose: 'query', signal })
    return toBinaryVector(vector!)
  } catch (error) {
    if (error instanceof EmbedError) throw new AppError('embed.unavailable', { cause: error })
    throw error
  }
}

/** What is asked of one cell. */
type Question = {
  cell: Cell
  plan: RecallPlan
  scope: store.SearchScope
  lexical: { vector: string; best: number } | undefined
}

/** All that a search needs to know but its vector, read while the embedder works. Undefined: there is nothing to search. */
async function prepareQuestion(
  organization: Organization,
  reach: Reach,
  tags: string[],
  { q, docId, limit }: SearchBody,
): Promise<Question | undefined> {
  const { cell, shards } = reach
  const org = organization.id
  const placed = placeTags(organization, reach, tags)
  return readInScope(cell, { org }, async db => {
    const [containers, document, [lexemes]] = await Promise.all([
      placed.length > 0
        ? store.findContainers(db, org, placed)
        : store.largestContainers(db, org, shards, statisticsFrom),
      docId === undefined ? undefined : store.findDocumentId(db, org, shards, placed, docId),
      readLexemes(db, [q]),
    ])
    if (containers.length === 0) return undefined
    const found = containers.map(({ container }) => container)
    const scope = { org, shards, containers: tags.length > 0 ? found : undefined, document }
    const chunks = containers.reduce((sum, container) => sum + container.chunks, 0)
    const lexical = await weighTerms(db, { ...scope, containers: found }, chunks, countTerms(lexemes!))
    return { cell, plan: planRecall(chunks, limit), scope, lexical }
  })
}

/** A cell's best documents, read where they were found: a document and its chunks never span cells. */
async function ask(
  { model, calibration }: Embedder,
  { cell, plan, scope, lexical, vector, byWords }: Question & { vector: Buffer; byWords: boolean },
  body: SearchBody,
  timing: Timing,
): Promise<Found> {
  const dense = { set: embeddingSetOf(model), vector }
  const { org } = scope
  return readInScope(cell, { org }, async db => {
    const recalled = await timing.measure('recall', () => store.recall(db, { scope, plan, dense, lexical }))
    const bestBm25 = byWords ? (lexical?.best ?? 1) : undefined
    const hits = groupByDocument(fuse(recalled, { calibration, bestBm25, path: plan.path }), body)
    const keys = hits.map(toKey)
    const read = await timing.measure('read', () => store.readHits(db, org, keys, body.includeFullDocs))
    const documents = new Map(read.map(document => [document.id, document]))
    return { hits: hits.filter(hit => documents.has(hit.document)), documents }
  })
}

/** The tags asked for whose containers live here. None: the whole organization is meant, since `reachOf` asks no cell in vain. */
function placeTags(organization: Organization, { shards }: Reach, tags: string[]): store.PlacedTag[] {
  return tags
    .map(tag => ({ tag, shard: placeContainer(organization, tag) }))
    .filter(({ shard }) => shards.includes(shard))
}

/** The query's side of BM25: each term weighs by how rare it is among the chunks searched. */
async function weighTerms(db: Db, scope: store.SearchScope, chunks: number, terms: TermCounts) {
  if (terms.size === 0) return undefined
  const counts = await store.readTermCounts(db, scope, [...terms.keys()])
  const { vector, best } = queryVector(terms, counts, chunks)
  return vector.size > 0 ? { vector: toSparseLiteral(vector), best } : undefined
}

function toKey({ shard, container, document, chunks }: DocumentHit): store.HitKey {
  return { shard, container, document, positions: chunks.map(({ position }) => position) }
}

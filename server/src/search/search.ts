import { placeContainer } from '../containers/place-container.ts'
import { tagsOf } from '../containers/schema.ts'
import type { Cells, Reach } from '../db/cells.ts'
import { assertOutsideTransaction, type Db, inScope, unscoped } from '../db/tx.ts'
import { AppError } from '../errors.ts'
import type { Timing } from '../http/route.ts'
import type { Organization, Principal } from '../keys/principal.ts'
import { readLexemes } from '../lexical/store.ts'
import { countTerms, queryVector, type TermCounts, toSparseLiteral } from '../lexical/term-vector.ts'
import { type Embedder, EmbedError, embeddingSetOf } from '../providers/embedder.ts'
import { toVectorLiteral } from '../providers/vector-literal.ts'
import { type DocumentHit, fuse, groupByDocument, type Scored } from './fuse.ts'
import { planRecall, type RecallPlan } from './plan.ts'
import type { SearchBody } from './schema.ts'
import * as store from './store.ts'

export type SearchApp = { cells: Cells; embedder: Embedder }

export type Found = {
  hits: DocumentHit[]
  chunks: Map<string, string>
  documents: Map<string, store.FoundDocument>
  plan: RecallPlan
}

/** What the query means, in both arms' terms. The same wherever it is asked. */
type Meaning = { vector: string; terms: TermCounts }

/** Statistics of an organization-wide search come from its largest containers: reading millions of them would cost more than they tell. */
const statisticsFrom = 64

/** Embeds the query while Postgres stems it, asks every cell that may hold an answer, and merges what they say. */
export async function search(
  app: SearchApp,
  principal: Principal,
  body: SearchBody,
  timing: Timing,
  signal: AbortSignal,
): Promise<Found> {
  const tags = allowedTags(principal, tagsOf(body))
  const reaches = reachOf(app.cells, principal, tags)
  if (reaches.length === 0)
    return { hits: [], chunks: new Map(), documents: new Map(), plan: planRecall(0, body.limit) }
  const meaning = await timing.measure('understand', () => understand(app, reaches[0]!, body.q, signal))
  const answers = await timing.measure('recall', () =>
    Promise.all(reaches.map(reach => askCell(app, principal, reach, tags, meaning, body))),
  )
  const scored = answers.flatMap(answer => answer.scored).sort((a, b) => b.score - a.score)
  const hits = groupByDocument(scored, body)
  const read = await timing.measure('read', () =>
    readHits(app.cells, principal.organization.id, hits, body.includeFullDocs),
  )
  return { hits: hits.filter(hit => read.documents.has(hit.document)), ...read, plan: answers[0]!.plan }
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

async function understand(
  { embedder }: SearchApp,
  { cell }: Reach,
  q: string,
  signal: AbortSignal,
): Promise<Meaning> {
  assertOutsideTransaction('the embedder')
  try {
    const [[vector], [lexemes]] = await Promise.all([
      embedder.embed([q], { purpose: 'query', signal }),
      unscoped(cell, db => readLexemes(db, [q])),
    ])
    return { vector: toVectorLiteral(vector!), terms: countTerms(lexemes!) }
  } catch (error) {
    if (error instanceof EmbedError) throw new AppError('embed.unavailable', { cause: error })
    throw error
  }
}

type Answer = { scored: Scored[]; plan: RecallPlan }

async function askCell(
  app: SearchApp,
  principal: Principal,
  reach: Reach,
  tags: string[],
  meaning: Meaning,
  body: SearchBody,
): Promise<Answer> {
  const { organization } = principal
  const org = organization.id
  return inScope(reach.cell, { org }, async db => {
    const containers = await searchedContainers(db, organization, reach, tags)
    const plan = planRecall(
      containers.reduce((sum, { chunks }) => sum + chunks, 0),
      body.limit,
    )
    if (containers.length === 0) return { scored: [], plan }
    const scope: store.SearchScope = {
      org,
      shards: reach.shards,
      containers: tags.length > 0 ? containers.map(({ container }) => container) : undefined,
      document:
        body.docId === undefined ? undefined : await store.findDocumentId(db, org, reach.shards, body.docId),
    }
    const lexical = await weighTerms(db, scope, containers, meaning.terms)
    const dense = { set: embeddingSetOf(app.embedder.model), vector: meaning.vector }
    const recalled = await store.recall(db, { scope, plan, dense, lexical })
    return {
      scored: fuse(recalled, { calibration: app.embedder.calibration, bestBm25: lexical?.best }),
      plan,
    }
  })
}

async function searchedContainers(
  db: Db,
  organization: Organization,
  { shards }: Reach,
  tags: string[],
): Promise<store.SearchedContainer[]> {
  if (tags.length === 0) return store.largestContainers(db, organization.id, shards, statisticsFrom)
  const placed = tags
    .map(tag => ({ tag, shard: placeContainer(organization, tag) }))
    .filter(({ shard }) => shards.includes(shard))
  return store.findContainers(db, organization.id, placed)
}

/** The query's side of BM25: each term weighs by how rare it is among the chunks searched. */
async function weighTerms(
  db: Db,
  scope: store.SearchScope,
  containers: store.SearchedContainer[],
  terms: TermCounts,
) {
  if (terms.size === 0) return undefined
  const counts = await store.readTermCounts(
    db,
    scope,
    containers.map(({ container }) => container),
    [...terms.keys()],
  )
  const { vector, best } = queryVector(
    terms,
    counts,
    containers.reduce((sum, { chunks }) => sum + chunks, 0),
  )
  return vector.size > 0 ? { vector: toSparseLiteral(vector), best } : undefined
}

async function readHits(cells: Cells, org: string, hits: DocumentHit[], withContent: boolean) {
  const chunks = new Map<string, string>()
  const documents = new Map<string, store.FoundDocument>()
  for (const [cell, mine] of Map.groupBy(hits, hit => cells.of(hit.shard))) {
    await inScope(cell, { org }, async db => {
      for (const document of await store.readDocuments(db, org, mine, withContent))
        documents.set(document.id, document)
      const keys = mine.flatMap(hit => hit.chunks)
      for (const { document, position, content } of await store.readChunks(db, org, keys))
        chunks.set(`${document}/${position}`, content)
    })
  }
  return { chunks, documents }
}

import { countTerms } from '../../language/lexical/count-terms.ts'
import { marks } from '../../language/lexical/languages.ts'
import { queryVector, toSparseLiteral } from '../../language/lexical/term-vector.ts'
import type { Cell, CellShards } from '../../platform/db/cells.ts'
import type { Scope } from '../../platform/db/scope.ts'
import { type Db, readInScope } from '../../platform/db/tx.ts'
import { type Embedder, findEmbedder } from '../../platform/providers/embedding/embedder.ts'
import { ambiguousDocument } from '../containers/ambiguous-document.ts'
import { placeContainer } from '../containers/place-container.ts'
import { recallByKeywords } from './arm-store.ts'
import { chooseTerms } from './choose-terms.ts'
import type { SearchedPlace } from './container-cache.ts'
import * as store from './container-store.ts'
import type { Corpus, KeywordMatch } from './corpus.ts'
import type { EmbeddedQuery } from './embed-query.ts'
import { readOrganization, sampleContainers } from './organization-store.ts'
import { exactUpTo, planRecall, type RecallPlan, soughtInOrganizationFor } from './plan-recall.ts'
import type { RecallScope } from './scope-store.ts'
import { assertSearchable, countWholly, type OrganizationSample } from './search-organization.ts'
import type { SearchRequest } from './search-request.ts'

export type RecallQuestion = {
  q: string
  limit: number
  /** An id or customId: only this document is searched. */
  docId?: string | undefined
  /** A filter admits only some of the rows, or also rows that are left out otherwise. */
  isNarrow: boolean
}

/** Statistics about how rare terms are in the searched rows. A rare term distinguishes texts better. */
export type Rarity = { counts: ReadonlyMap<number, number>; rows: number; stemLanguages: readonly string[] }

/** One cell that is ready to be searched. */
export type PreparedCell = {
  cell: Cell
  /** The scope of the transaction that searches. */
  tx: Scope
  scope: RecallScope
  plan: RecallPlan
  /** The query's term weights for BM25. Undefined: no term of the query occurs here. */
  lexical: { vector: string; best: number; matches: KeywordMatch[] | undefined } | undefined
  rarity: Rarity
  embedder: Embedder
  query: EmbeddedQuery
  /** The best score by keywords that is possible here. Undefined: no cell knows a term of the query. */
  bestBm25: number | undefined
}

/** A search of a whole organization takes its term statistics from this many of its containers. Reading more would cost more than it improves. */
const statisticsFrom = 64

/**
 * Finds the cells that may have results. In each it reads the containers, plans the search and runs the keyword arm, while the
 * query is embedded.
 */
export async function prepareCells(
  request: SearchRequest,
  corpus: Corpus,
  question: RecallQuestion,
): Promise<PreparedCell[]> {
  const { app } = request
  // Starts early: the main model is nearly always the one that is needed.
  request.embed(app.embedder, question.q)
  const read = await Promise.all(reachesOf(request).map(reach => planCell(request, corpus, reach, question)))
  const found = read.filter(cell => cell !== undefined)
  const cells = question.docId === undefined ? found : withDocument(found)
  // A term that occurs in one cell counts in all cells. Otherwise a cell without it would give the weight of keywords to
  // meaning, and its scores would not be comparable with those of other cells.
  const isByKeywords = cells.some(({ lexical }) => lexical !== undefined)
  return Promise.all(
    cells.map(async ({ activeSet, named: _, ...cell }) => {
      const embedder = findEmbedder(app, activeSet) ?? app.embedder
      const query = await request.embed(embedder, question.q)
      return { ...cell, embedder, query, bestBm25: isByKeywords ? (cell.lexical?.best ?? 1) : undefined }
    }),
  )
}

/** The cells and shards of the request's tags, or all cells and shards of the organization. */
function reachesOf({ app, principal: { organization }, tags }: SearchRequest): CellShards[] {
  const reaches = app.cells.reach(organization)
  if (tags.length === 0) return reaches
  const shards = new Set(tags.map(tag => placeContainer(organization, tag)))
  return reaches
    .map(({ cell, shards: held }) => ({ cell, shards: held.filter(shard => shards.has(shard)) }))
    .filter(({ shards }) => shards.length > 0)
}

type PlannedCell = Omit<PreparedCell, 'embedder' | 'query' | 'bestBm25'> & {
  activeSet: number
  named: readonly store.NamedDocument[]
}

/** Undefined: there is nothing to search. */
async function planCell(
  request: SearchRequest,
  corpus: Corpus,
  reach: CellShards,
  { q, docId, limit, isNarrow }: RecallQuestion,
): Promise<PlannedCell | undefined> {
  const { app, org, tags } = request
  const { shards } = reach
  const cell = await request.readFrom(reach)
  return readInScope(cell, { org }, async db => {
    const { place, counts: terms } = await app.containerCache.count(
      JSON.stringify([corpus.name, cell.name, cell.moveCheck?.move, org, tags]),
      () => readScopeStatistics(db, corpus, { org, shards }, tags, docId),
      ({ containers, stemLanguages }) =>
        countTerms(db, q, stemLanguages, read =>
          store.readTermCounts(db, corpus, { org, shards, containers }, read),
        ),
    )
    const { containers, stemLanguages, largest, rows, organization, named } = place
    const document = named[0]?.id
    if (!largest || (docId === undefined ? rows === 0 : !document)) return undefined
    const scope = { org, shards, containers: tags.length > 0 ? containers : undefined, document }
    const isWhole = shards.length === 1 && (scope.containers?.length ?? 1) === 1 && !document && !isNarrow
    if (organization && !document && !isNarrow) assertSearchable(corpus, organization)
    const counts = organization
      ? await countWholly(db, corpus, { org, shards }, terms, organization)
      : terms.counts
    const { vector: weights, best } = queryVector(terms.read, counts, rows)
    // For a small part of a container, a walk of the vector index would pass too many rows outside that part.
    const index = isWhole ? (organization ?? largest).index : null
    const isSought = isWhole && organization?.hasWords && rows > exactUpTo
    const plan = {
      ...planFor(corpus, rows, limit, index),
      terms: isSought ? chooseTerms(weights.keys(), counts, rows, soughtInOrganizationFor(rows)) : undefined,
    }
    const vector = toSparseLiteral(weights)
    // In a small container, running the keyword arm later takes less time than reading its matches a second time.
    const isAhead = weights.size > 0 && plan.path !== 'exact' && !document && !isNarrow
    const matches = isAhead ? await recallByKeywords(db, corpus, { scope, plan, vector }) : undefined
    const tx = { org, container: scope.containers?.length === 1 ? scope.containers[0] : undefined }
    const lexical = weights.size > 0 ? { vector, best, matches } : undefined
    const rarity = { counts, rows, stemLanguages }
    // One set for all containers: while there are two sets, both have all vectors.
    return { cell, tx, scope, plan, lexical, rarity, activeSet: largest.activeSet, named }
  })
}

type ScopeStatistics = SearchedPlace & {
  rows: number
  /** Undefined: some containers are searched, and statistics come from all of them. */
  organization: OrganizationSample | undefined
  largest: store.SearchedContainer | undefined
  named: store.NamedDocument[]
}

async function readScopeStatistics(
  db: Db,
  corpus: Corpus,
  here: store.OrganizationShards,
  tags: readonly string[],
  docId: string | undefined,
): Promise<ScopeStatistics> {
  const [found, organization, named] = await Promise.all([
    tags.length > 0
      ? store.findContainers(db, corpus, here, tags)
      : sampleContainers(db, corpus, here, statisticsFrom),
    tags.length > 0 ? undefined : readOrganization(db, corpus, here),
    docId === undefined ? [] : store.findNamedDocuments(db, here, tags, docId),
  ])
  const sampledRows = found.reduce((sum, container) => sum + container.rows, 0)
  // The counters are read in another moment than the containers.
  const rows = Math.max(organization?.rows ?? 0, sampledRows)
  return {
    containers: found.map(({ container }) => container),
    stemLanguages: [...new Set(found.flatMap(container => container.marks.map(mark => marks.get(mark)!)))],
    rows,
    organization: organization && { ...organization, rows, sampledRows },
    largest: found.length > 0 ? found.reduce((a, b) => (b.rows > a.rows ? b : a)) : undefined,
    named,
  }
}

function planFor(
  { mostPerArm }: Corpus,
  rows: number,
  limit: number,
  index: store.SearchedContainer['index'],
): RecallPlan {
  const plan = planRecall(rows, limit, index ?? undefined)
  return mostPerArm ? { ...plan, perArm: Math.min(plan.perArm, mostPerArm(limit)) } : plan
}

/** The cell of the document that `docId` names. */
function withDocument(cells: PlannedCell[]): PlannedCell[] {
  const named = cells.flatMap(cell => cell.named)
  const document = named.find(({ isId }) => isId) ?? named[0]
  if (named.length > 1 && !document?.isId) throw ambiguousDocument(named)
  return cells.filter(({ scope }) => scope.document === document?.id)
}

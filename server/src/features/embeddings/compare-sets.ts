import type { Organization, Principal } from '../../platform/access/principal.ts'
import { inScope } from '../../platform/db/tx.ts'
import { encodeId } from '../../platform/lib/ids.ts'
import { type Embedder, findEmbedder } from '../../platform/providers/embedding/embedder.ts'
import { type RecallApp, SearchRequest } from '../recall/search-request.ts'
import { searchBody } from '../search/schema.ts'
import { searchDocuments } from '../search/search-documents.ts'
import { conflict } from './conflict.ts'
import { listQuestions } from './golden-questions.ts'
import { type GoldenQuestion, readCustomIds } from './golden-store.ts'
import { readStatus } from './read-status.ts'
import type { SetFigures } from './store.ts'

export type CompareApp = Omit<RecallApp, 'ranking'>

/** The quality of one set's answers to the questions. */
export type Score = { set: SetFigures; recall10: number; ndcg10: number }

export type Comparison = { questions: number; scores: Score[] }

/** Asks the organization's golden questions in each of its sets, with ordinary searches. */
export async function compareSets(app: CompareApp, organization: Organization): Promise<Comparison> {
  const questions = await listQuestions(app, organization)
  if (questions.length === 0)
    throw conflict('There are no golden questions. Add some with POST /v3/golden-questions.')
  const { sets } = await readStatus(app, organization)
  const scores: Score[] = []
  for (const set of sets.filter(({ role }) => role !== 'dropping')) {
    const embedder = findEmbedder(app, set.id)
    if (!embedder)
      throw conflict(`This server does not run the model ${set.name}. Set EMBEDDER or EMBEDDER_NEXT to it.`)
    scores.push({ set, ...(await askAll(app, embedder, organization, questions)) })
  }
  return { questions: questions.length, scores }
}

async function askAll(
  app: CompareApp,
  embedder: Embedder,
  organization: Organization,
  questions: readonly GoldenQuestion[],
): Promise<{ recall10: number; ndcg10: number }> {
  let [recall10, ndcg10] = [0, 0]
  for (const question of questions) {
    const found = await ask(app, embedder, organization, question)
    recall10 += recallOf(found, question.expected)
    ndcg10 += ndcgOf(found, question.expected)
  }
  return { recall10: recall10 / questions.length, ndcg10: ndcg10 / questions.length }
}

/**
 * Returns the first ten documents, each with all its names. If only this model is known, its set is the one that is
 * searched.
 */
async function ask(
  { cells, containerCache }: CompareApp,
  embedder: Embedder,
  organization: Organization,
  { question: q, containerTag }: GoldenQuestion,
): Promise<string[][]> {
  const body = searchBody.parse({ q, limit: 10, ...(containerTag !== null && { containerTag }) })
  const principal: Principal = { organization, key: { id: '', name: 'compare' }, containerTag: undefined }
  const request = new SearchRequest({
    ...{ app: { cells, containerCache, embedder }, principal },
    containerTags: containerTag === null ? [] : [containerTag],
    signal: new AbortController().signal,
  })
  const { hits } = await searchDocuments(request, body)
  const documents = hits.map(({ document }) => document)
  const customIds = new Map<string, string>()
  for (const { cell, shards } of cells.reach(organization)) {
    const read = await inScope(cell, { org: organization.id }, db =>
      readCustomIds(db, organization.id, shards, documents),
    )
    for (const [id, customId] of read) customIds.set(id, customId)
  }
  return documents.map(id => [encodeId(id), ...[customIds.get(id) ?? []].flat()])
}

/** The share of the expected documents that was found. */
function recallOf(found: readonly string[][], expected: readonly string[]): number {
  return expected.filter(name => found.some(names => names.includes(name))).length / expected.length
}

/** Expected documents should come first: each counts by its rank, discounted by log2, against the best order. */
function ndcgOf(found: readonly string[][], expected: readonly string[]): number {
  const discount = (place: number) => 1 / Math.log2(place + 2)
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const gained = found.map((names, place) =>
    expected.some(name => names.includes(name)) ? discount(place) : 0,
  )
  return sum(gained) / sum(expected.slice(0, 10).map((_, place) => discount(place)))
}

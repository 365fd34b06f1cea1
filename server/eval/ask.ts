import type { DataSet, KeysOf, Question } from './data-set.ts'
import type { Client } from './installation.ts'

export type Asked = {
  question: Question
  /** Keys of the data set for the results, best first. */
  ranked: string[]
  /** The score of each result, calibrated 0 to 1. */
  scores: number[]
  characters: number
  milliseconds: number
}

type ByDocument = { results: { documentId: string; score: number; chunks: { content: string }[] }[] }
type ByChunk = { results: { id: string; similarity: number; chunk: string }[] }
type ByMemory = { results: { id: string; similarity: number; memory: string }[] }

/** Asks through the public API, one question after the other, as one client would. */
export async function ask(
  client: Client,
  set: DataSet,
  keysOf: KeysOf,
  questions: readonly Question[],
  options: Record<string, unknown>,
): Promise<Asked[]> {
  const find = { document: findDocuments, turn: findChunks, memory: findMemories }[set.unit]
  const asked: Asked[] = []
  for (const question of questions) {
    const started = performance.now()
    const found = await find(client, question, options)
    const milliseconds = performance.now() - started
    const named = found.flatMap(({ id, score }) => (keysOf.get(id) ?? []).map(key => ({ key, score })))
    const best = new Map(named.toReversed().map(({ key, score }) => [key, score]))
    const ranked = [...new Set(named.map(({ key }) => key))]
    const characters = found.reduce((sum, { length }) => sum + length, 0)
    asked.push({ question, ranked, scores: ranked.map(key => best.get(key)!), characters, milliseconds })
  }
  return asked
}

type Result = { id: string; score: number; length: number }

async function findDocuments(client: Client, question: Question, options: object): Promise<Result[]> {
  const { results } = await client.post<ByDocument>('/v3/search', {
    q: question.text,
    containerTag: question.container,
    limit: 10,
    ...options,
  })
  return results.map(({ documentId, score, chunks }) => ({
    id: documentId,
    score,
    length: chunks.reduce((sum, { content }) => sum + content.length, 0),
  }))
}

async function findChunks(client: Client, question: Question, options: object): Promise<Result[]> {
  const { results } = await findSimilar<ByChunk>(client, question, { searchMode: 'documents', ...options })
  return results.map(({ id, similarity, chunk }) => ({ id, score: similarity, length: chunk.length }))
}

async function findMemories(client: Client, question: Question, options: object): Promise<Result[]> {
  const { results } = await findSimilar<ByMemory>(client, question, { searchMode: 'memories', ...options })
  return results.map(({ id, similarity, memory }) => ({ id, score: similarity, length: memory.length }))
}

const findSimilar = <T>(client: Client, { text: q, container }: Question, options: object) =>
  client.post<T>('/v4/search', { q, containerTag: container, threshold: 0, limit: 10, ...options })

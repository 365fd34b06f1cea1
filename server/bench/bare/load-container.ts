import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { ContainerKey } from '../../src/containers/store.ts'
import { addContext } from '../../src/lexical/add-context.ts'
import { markOf } from '../../src/lexical/languages.ts'
import { DIMENSIONS, documentVector, type TermCounts, termId } from '../../src/lexical/term-vector.ts'
import { newId } from '../../src/lib/ids.ts'
import { soughtFrom } from '../../src/lib/plan-recall.ts'
import { BinaryRows, boolean, copyIn, halfvec, int16, int32, sparsevec, uuid } from './copy.ts'
import { drawWord, makeVocabulary, nearVector, normalise, seeded } from './seeded.ts'

export const dimensions = 384

/** What a search asks for: some words of a chunk and a vector near its own, so that both arms have something to find. */
export type Query = { text: string; vector: Float32Array }

type Chunk = { document: string; position: number; words: string[]; vector: Float32Array }

const vocabulary = makeVocabulary(30_000)
/** Once stop words are gone: some sixty different ones, a few of them twice. */
const wordsPerChunk = 70
const chunksPerDocument = 4
const batchSize = 4_000

/**
 * Fills a container with generated chunks, straight into the cell's tables; its counters follow by trigger, its term
 * counts are written at the end. Returns searches of it.
 */
export async function loadContainer(
  client: pg.Client,
  key: ContainerKey,
  set: number,
  size: number,
  queryCount = 200,
): Promise<Query[]> {
  const random = seeded(size)
  const centres = Array.from({ length: Math.ceil(size / 100) }, () =>
    nearVector(random, new Float32Array(dimensions), 1),
  )
  const frequencies = new Map<number, number>()
  const queries: Query[] = []
  const queryEvery = Math.max(1, Math.floor(size / queryCount))
  // The vacuum that follows merges them at once, where a worker does so every thousand chunks.
  await client.query(`set gin_pending_list_limit = '256MB'`)
  for (let done = 0; done < size; done += batchSize) {
    const batch = makeChunks(random, key.shard, centres, Math.min(batchSize, size - done))
    const counts = countInContext(batch)
    await insertRows(
      client,
      key,
      set,
      batch.map((chunk, i) => ({
        ...toRow(chunk, counts[i]!),
        sought: done + i >= soughtFrom,
        codes: drawCodes(random),
      })),
    )
    for (const [i, chunk] of batch.entries()) {
      for (const term of counts[i]!.keys()) frequencies.set(term, (frequencies.get(term) ?? 0) + 1)
      if ((done + i) % queryEvery === 0) queries.push(askFor(random, chunk))
    }
  }
  await insertTermCounts(client, key, frequencies)
  return queries
}

const terms = new Map(vocabulary.map(word => [word, termId(word)]))

function termOf(word: string): number {
  return terms.get(word)!
}

function makeChunks(
  random: () => number,
  shard: number,
  centres: readonly Float32Array[],
  count: number,
): Chunk[] {
  let document = ''
  return Array.from({ length: count }, (_, i) => {
    const position = i % chunksPerDocument
    if (position === 0) document = newId(shard)
    const centre = centres[Math.floor(random() * centres.length)]!
    const words = Array.from({ length: wordsPerChunk }, () => drawWord(random, vocabulary))
    return { document, position, words, vector: nearVector(random, centre, 1) }
  })
}

function askFor(random: () => number, { words, vector }: Chunk): Query {
  const start = Math.floor(random() * (words.length - 6))
  return { text: words.slice(start, start + 6).join(' '), vector: normalise(nearVector(random, vector, 0.5)) }
}

/** Finished documents of which only the vectors matter: what the dense arm needs. Vectors in the order of the chunks. */
export async function insertVectors(
  client: pg.Client,
  key: ContainerKey,
  set: number,
  documents: readonly (readonly string[])[],
  vectors: readonly Float32Array[],
): Promise<void> {
  let at = 0
  for (let i = 0; i < documents.length; i += batchSize / chunksPerDocument) {
    const batch = documents.slice(i, i + batchSize / chunksPerDocument)
    const rows = batch.flatMap(contents => {
      const document = newId(key.shard)
      const terms = new Map<number, number>()
      return contents.map((content, position) => ({
        document,
        position,
        content,
        vector: vectors[at++]!,
        terms,
      }))
    })
    await insertRows(client, key, set, rows)
  }
}

type Row = Pick<Chunk, 'document' | 'position' | 'vector'> & {
  content: string
  terms: ReadonlyMap<number, number>
  sought?: boolean
  codes?: Buffer
}

async function insertRows(
  client: pg.Client,
  key: ContainerKey,
  set: number,
  chunks: readonly Row[],
): Promise<void> {
  const of = [int16(key.shard), uuid(key.org), uuid(key.container)] as const
  const rows = {
    documents: new BinaryRows(),
    revisions: new BinaryRows(),
    chunks: new BinaryRows(),
    vectors: new BinaryRows(),
    tokens: new BinaryRows(),
    terms: new BinaryRows(),
  }
  for (const [document, mine] of Map.groupBy(chunks, chunk => chunk.document)) {
    const text = mine.map(({ content }) => content).join('\n\n')
    rows.documents.add(...of, uuid(document), int32(text.length))
    rows.revisions.add(...of, uuid(document), int32(1), Buffer.from(text), hash(text))
  }
  for (const { document, position, content, vector, terms, sought = false, codes } of chunks) {
    const at = [uuid(document), int32(position)]
    rows.chunks.add(...of, ...at, uuid(newId(key.shard)), Buffer.from(content), hash(content))
    rows.vectors.add(...of, int32(set), ...at, halfvec(vector))
    if (codes) rows.tokens.add(...of, int32(set), ...at, codes)
    rows.terms.add(...of, ...at, sparsevec(terms, DIMENSIONS), boolean(sought))
  }
  await insertDocuments(client, rows.documents)
  await copyRows(
    client,
    'cell.revisions (shard, org, container, document, revision, content, content_hash)',
    rows.revisions,
  )
  await insertChunks(client, rows.chunks)
  await copyRows(
    client,
    'cell.chunk_vectors (shard, org, container, embedding_set, document, position, embedding)',
    rows.vectors,
  )
  await copyRows(
    client,
    'cell.chunk_tokens (shard, org, container, embedding_set, document, position, codes)',
    rows.tokens,
  )
  await copyRows(
    client,
    'cell.chunk_terms (shard, org, container, document, position, terms, sought)',
    rows.terms,
  )
}

function toRow({ document, position, words, vector }: Chunk, counts: TermCounts): Row {
  return { document, position, content: words.join(' '), vector, terms: documentVector(counts) }
}

const noise = Buffer.from(Array.from({ length: 1 << 16 }, seededByte(1)))

function seededByte(seed: number): () => number {
  const random = seeded(seed)
  return () => Math.floor(random() * 256)
}

/** The codes of a chunk's tokens: as many bytes as real ones have, and as random. */
function drawCodes(random: () => number): Buffer {
  const length = (wordsPerChunk * dimensions) / 8
  const at = Math.floor(random() * (noise.length - length))
  return noise.subarray(at, at + length)
}

/** The terms of each chunk with those around it and what language it is in, as the pipeline counts them. */
function countInContext(chunks: readonly Chunk[]): TermCounts[] {
  const documents = Map.groupBy(chunks, ({ document }) => document)
  const counts = [...documents.values()].flatMap(parts =>
    addContext(parts.map(({ words }) => ({ terms: countWords(words), label: new Map() }))),
  )
  return counts.map(each => new Map([...each, [markOf('en'), 1]]))
}

async function copyRows(client: pg.Client, into: string, rows: BinaryRows): Promise<void> {
  await copyIn(client, `copy ${into} from stdin (format binary)`, rows.end())
}

/** Finished documents, as the pipeline leaves them. */
async function insertDocuments(client: pg.Client, rows: BinaryRows): Promise<void> {
  await client.query(
    'create temp table if not exists new_documents (shard smallint, org uuid, container uuid, id uuid, size int)',
  )
  await copyRows(client, 'new_documents', rows)
  await client.query(`
    with moved as (delete from new_documents returning *)
    insert into cell.documents (shard, org, container, id, container_tags, title, status, dreaming_status, indexed_revision,
                                size, ordered_at, due_at, created_at)
    select shard, org, container, id, '{bench}', 'A generated document', 'done', 'done', 1, size, now(), null, now() from moved order by id`)
}

async function insertChunks(client: pg.Client, rows: BinaryRows): Promise<void> {
  await client.query(`create temp table if not exists new_chunks
    (shard smallint, org uuid, container uuid, document uuid, position int, id uuid, content text, content_hash bytea)`)
  await copyRows(client, 'new_chunks', rows)
  await client.query(`
    with moved as (delete from new_chunks returning *)
    insert into cell.chunks (shard, org, container, document, position, id, revision, start_offset, end_offset, content, content_hash)
    select shard, org, container, document, position, id, 1, 0, length(content), content, content_hash from moved order by document, position`)
}

async function insertTermCounts(
  client: pg.Client,
  { shard, org, container }: ContainerKey,
  frequencies: ReadonlyMap<number, number>,
): Promise<void> {
  await client.query(
    `insert into cell.term_counts (shard, org, container, term, chunks)
     select $1, $2, $3, t.* from unnest($4::int[], $5::int[]) t`,
    [shard, org, container, [...frequencies.keys()], [...frequencies.values()]],
  )
}

function countWords(words: readonly string[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const word of words) counts.set(termOf(word), (counts.get(termOf(word)) ?? 0) + 1)
  return counts
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type pg from 'pg'
import { drawWord, makeVocabulary, nearVector, normalise, seeded } from '../../measure/seeded.ts'
import { wordIndexedFrom } from '../../src/features/containers/index-sizes.ts'
import type { ContainerKey } from '../../src/features/containers/store.ts'
import { addContext } from '../../src/language/lexical/add-context.ts'
import { languageTerm, marks } from '../../src/language/lexical/languages.ts'
import { addToTally } from '../../src/language/lexical/term-tally.ts'
import {
  DIMENSIONS,
  documentVector,
  type TermCounts,
  termId,
} from '../../src/language/lexical/term-vector.ts'
import { newId } from '../../src/platform/lib/ids.ts'
import { BinaryRows, boolean, copyIn, halfvec, int16, int32, sparsevec, uuid } from './copy.ts'

export const dimensions = 384

/** A search query: some words of a chunk and a vector near the chunk's own, so that both arms find something. */
export type Query = { text: string; vector: Float32Array }

/** The content of a chunk in the form that the tables need. */
type Text = { words: string[]; content: Buffer; hash: Buffer; terms: number[]; weights: Buffer }

const vocabulary = makeVocabulary(30_000)
/** Words without stop words: some sixty different ones, a few of them twice. */
const wordsPerChunk = 70
const chunksPerDocument = 4
const batchSize = 4_000

/** Texts repeat after this many, vectors do not: generating more texts would take longer than loading them. */
const differentTexts = 100_000

/**
 * Fills a container with generated chunks, directly in the cell's tables. Triggers update its counters; term counts
 * are written at the end. Returns queries for it.
 */
export async function loadContainer(
  client: pg.Client,
  key: ContainerKey,
  set: number,
  size: number,
  queryCount = 200,
): Promise<Query[]> {
  // The vacuum that follows merges the pending list at once; a worker does so every thousand chunks.
  await client.query(`set gin_pending_list_limit = '256MB'`)
  const load = () => loadChunks(client, key, set, size, queryCount)
  return size < differentTexts ? load() : withoutIndex(client, 'chunk_terms_sought', load)
}

async function loadChunks(
  client: pg.Client,
  key: ContainerKey,
  set: number,
  size: number,
  queryCount: number,
): Promise<Query[]> {
  const random = seeded(size)
  const centres = Array.from({ length: Math.ceil(size / 100) }, () =>
    nearVector(random, new Float32Array(dimensions), 1),
  )
  const queries: Query[] = []
  const queryEvery = Math.max(1, Math.floor(size / queryCount))
  const makeRows = async (from: number, count: number) => {
    let document = ''
    const rows: Row[] = []
    for (let i = from; i < from + count; i++) {
      const position = i % chunksPerDocument
      if (position === 0) document = newId(key.shard)
      const vector = nearVector(random, centres[Math.floor(random() * centres.length)]!, 1)
      const text = textAt(i)
      if (i % queryEvery === 0) queries.push(askFor(random, text.words, vector))
      rows.push({
        ...text,
        document,
        position,
        vector,
        sought: i >= wordIndexedFrom,
        codes: drawCodes(random),
      })
      // Lets the previous rows be sent meanwhile.
      if (i % 100 === 0) await setImmediate()
    }
    return rows
  }
  let inserted: Promise<void> = Promise.resolve()
  for (let done = 0; done < size; done += batchSize) {
    const rows = await makeRows(done, Math.min(batchSize, size - done))
    await inserted
    inserted = insertRows(client, key, set, rows)
  }
  await inserted
  await insertTermCounts(client, key, countTerms(size))
  return queries
}

/** Drops the index, runs `work` and builds the index again, in half the time that single inserts would take. */
async function withoutIndex<T>(client: pg.Client, name: string, work: () => Promise<T>): Promise<T> {
  const { rows } = await client.query<{ definition: string }>(
    `select replace(pg_get_indexdef('cell.${name}'::regclass), ' ON ONLY ', ' ON ') as definition`,
  )
  await client.query(`drop index cell.${name}`)
  const result = await work()
  await client.query(`set maintenance_work_mem = '1GB'`)
  await client.query(rows[0]!.definition)
  return result
}

const texts: Text[] = []
const wordsOf = seeded(1)

/** Texts in the order of the chunks, the same in every container; generated on first use. */
export function textAt(i: number): Text {
  const at = i % differentTexts
  while (texts.length <= at) texts.push(...makeDocument(wordsOf))
  return texts[at]!
}

function makeDocument(random: () => number): Text[] {
  const parts = Array.from({ length: chunksPerDocument }, () =>
    Array.from({ length: wordsPerChunk }, () => drawWord(random, vocabulary)),
  )
  return countInContext(parts).map((counts, i) => {
    const content = Buffer.from(parts[i]!.join(' '))
    const weights = sparsevec(documentVector(counts), DIMENSIONS)
    return { words: parts[i]!, content, hash: hash(content), terms: [...counts.keys()], weights }
  })
}

/** The number of the first `size` chunks that contain each term. */
function countTerms(size: number): Map<number, number> {
  const frequencies = new Map<number, number>()
  for (let i = 0; i < Math.min(size, differentTexts); i++) {
    const times = Math.ceil((size - i) / differentTexts)
    for (const term of textAt(i).terms) frequencies.set(term, (frequencies.get(term) ?? 0) + times)
  }
  return frequencies
}

const terms = new Map(vocabulary.map(word => [word, termId(word)]))

function termOf(word: string): number {
  return terms.get(word)!
}

export function askFor(random: () => number, words: readonly string[], vector: Float32Array): Query {
  const start = Math.floor(random() * (words.length - 6))
  return { text: words.slice(start, start + 6).join(' '), vector: normalise(nearVector(random, vector, 0.5)) }
}

/**
 * Finished documents with vectors only, which is all that the dense arm needs. Vectors are in the order of the
 * chunks.
 */
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
      return contents.map((text, position) => {
        const content = Buffer.from(text)
        return { document, position, content, hash: hash(content), vector: vectors[at++]!, weights: wordless }
      })
    })
    await insertRows(client, key, set, rows)
  }
}

const wordless = sparsevec(new Map(), DIMENSIONS)

type Row = Pick<Text, 'content' | 'hash' | 'weights'> & {
  document: string
  position: number
  vector: Float32Array
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
    const text = Buffer.concat(mine.flatMap(({ content }) => [content, between]))
    rows.documents.add(...of, uuid(document), int32(text.length))
    rows.revisions.add(...of, uuid(document), int32(1), text, hash(text))
  }
  for (const { document, position, content, hash, vector, weights, sought = false, codes } of chunks) {
    const at = [uuid(document), int32(position)]
    rows.chunks.add(...of, ...at, uuid(newId(key.shard)), content, hash)
    rows.vectors.add(...of, int32(set), ...at, halfvec(vector))
    if (codes) rows.tokens.add(...of, int32(set), ...at, codes)
    rows.terms.add(...of, ...at, weights, boolean(sought))
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

const between = Buffer.from('\n\n')

const noise = Buffer.from(Array.from({ length: 1 << 16 }, seededByte(1)))

function seededByte(seed: number): () => number {
  const random = seeded(seed)
  return () => Math.floor(random() * 256)
}

/** Codes of a chunk's tokens: as many bytes as real ones, and as random. */
function drawCodes(random: () => number): Buffer {
  const length = (wordsPerChunk * dimensions) / 8
  const at = Math.floor(random() * (noise.length - length))
  return noise.subarray(at, at + length)
}

/** The terms of each chunk with its context and its language mark, as the pipeline counts them. */
function countInContext(parts: readonly (readonly string[])[]): TermCounts[] {
  const counts = addContext(parts.map(words => ({ terms: countWords(words), label: new Map() })))
  return counts.map(each => new Map([...each, [languageTerm('en'), 1]]))
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

/** As a tally if the counts fit in one, else as rows. */
export async function insertTermCounts(
  client: pg.Client,
  { shard, org, container }: ContainerKey,
  frequencies: ReadonlyMap<number, number>,
): Promise<void> {
  const tally = addToTally(Buffer.alloc(0), frequencies)
  if (tally)
    await client.query(
      'insert into cell.term_tallies (shard, org, container, marks, tally) values ($1, $2, $3, $4, $5)',
      [shard, org, container, [...frequencies.keys()].filter(term => marks.has(term)), tally],
    )
  if (tally) return
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

function hash(text: Buffer): Buffer {
  return createHash('sha256').update(text).digest()
}

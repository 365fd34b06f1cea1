import { createHash } from 'node:crypto'
import type pg from 'pg'
import { marks } from '../../src/language/lexical/languages.ts'
import { addToTally } from '../../src/language/lexical/term-tally.ts'
import { hashChunk } from '../../src/processes/pipeline/chunking/hash-chunk.ts'
import { makeTitle } from '../../src/processes/pipeline/summary/make-title.ts'
import { summarize } from '../../src/processes/pipeline/summary/summarize.ts'
import { BinaryRows, copyIn, halfvec, int32 } from '../bare/copy.ts'
import { textAt } from '../bare/load-container.ts'

/** Texts repeat after this many. More would take longer to make than to load. */
export const differentTexts = 20_000
export const chunksPerDocument = 10

/** Between the chunks of a document. */
const separator = '\n\n'

/** Rows are made of these. */
export type Sources = {
  /** Every chunk has the mixture of two, as in decision 11. */
  vectors: readonly Float32Array[]
  /** Longer texts are cut here, to save disk. */
  textLength?: number
}

/** Creates the tables from which containers are filled, once in a database. */
export async function prepareSources(
  client: pg.Client,
  { vectors, textLength = 10_000 }: Sources,
): Promise<void> {
  const { rows } = await client.query(`select from pg_namespace where nspname = 'bench'`)
  if (rows.length > 0) return
  await client.query('begin')
  await client.query(`create schema bench;
    create table bench.texts (n int primary key, content text, hash bytea, terms sparsevec, start_offset int);
    create table bench.documents (n int primary key, content text, hash bytea, size int, title text, summary text);
    create table bench.vectors (n int primary key, embedding halfvec);
    create table bench.tallies (chunks int, start int, marks int[], tally bytea, primary key (chunks, start));
    create table bench.containers (n int primary key, shard smallint, org uuid, container uuid, embedding_set int, chunks int,
                                   done boolean not null default false);
    create index on bench.containers (n) where not done`)
  const { texts, documents } = makeTexts(textLength)
  await copyIn(client, 'copy bench.texts from stdin (format binary)', texts.end())
  await copyIn(client, 'copy bench.documents from stdin (format binary)', documents.end())
  const sources = new BinaryRows()
  for (const [i, vector] of vectors.entries()) sources.add(int32(i), halfvec(vector))
  await copyIn(client, 'copy bench.vectors from stdin (format binary)', sources.end())
  await client.query('commit')
}

/** Texts, and the documents that consist of ten of them each. A document has the number of its first text. */
function makeTexts(textLength: number): { texts: BinaryRows; documents: BinaryRows } {
  const [texts, documents] = [new BinaryRows(), new BinaryRows()]
  for (let first = 0; first < differentTexts; first += chunksPerDocument) {
    const parts: string[] = []
    for (let n = first; n < first + chunksPerDocument; n++) {
      const { content, weights } = textAt(n)
      const part = content.toString().slice(0, textLength)
      const start = parts.reduce((sum, { length }) => sum + length + separator.length, 0)
      texts.add(int32(n), Buffer.from(part), hashChunk(part), weights, int32(start))
      parts.push(part)
    }
    const whole = parts.join(separator)
    documents.add(
      ...[int32(first), Buffer.from(whole), createHash('sha256').update(whole).digest(), int32(whole.length)],
      ...[Buffer.from(makeTitle(whole) ?? ''), Buffer.from(summarize(whole) ?? '')],
    )
  }
  return { texts, documents }
}

/** The text of a container's first chunk; the others follow in order. So few containers differ in their words. */
export const startOf = (n: number, chunks: number) => (n * chunks) % differentTexts

/** Term statistics of small containers of this size, for the containers from `first` on. */
export async function prepareTallies(
  client: pg.Client,
  { chunksEach, containers }: { chunksEach: number; containers: number },
  first: number,
): Promise<void> {
  const starts = new Set(Array.from({ length: containers }, (_, i) => startOf(first + i, chunksEach)))
  const { rows } = await client.query<{ start: number }>(
    'select start from bench.tallies where chunks = $1',
    [chunksEach],
  )
  for (const { start } of rows) starts.delete(start)
  for (const start of starts) {
    const counts = countTerms(start, chunksEach)
    await client.query('insert into bench.tallies values ($1, $2, $3, $4)', [
      ...[chunksEach, start],
      ...[[...counts.keys()].filter(term => marks.has(term)), addToTally(Buffer.alloc(0), counts)],
    ])
  }
}

/** The number of chunks of a container in which each term occurs. */
export function countTerms(start: number, chunks: number): Map<number, number> {
  const counts = new Map<number, number>()
  for (let i = 0; i < Math.min(chunks, differentTexts); i++) {
    const times = Math.ceil((chunks - i) / differentTexts)
    for (const term of textAt((start + i) % differentTexts).terms)
      counts.set(term, (counts.get(term) ?? 0) + times)
  }
  return counts
}

import { type RawBuilder, sql } from 'kysely'
import type { ContainerKey } from '../../../features/containers/store.ts'
import { ofContainer } from '../../../platform/db/of-container.ts'
import type { Db } from '../../../platform/db/tx.ts'
import type { StoredChunk } from './cut-tail.ts'

/** Reads and changes single chunks of documents that are indexed already. */

/** Positions of a document, from `from` up to, but not including, `to`. */
export type Positions = { document: string; from: number; to: number }

/** A chunk as it is indexed, without its text. */
export type IndexedChunk = StoredChunk & {
  document: string
  headings: string[]
  type: string
  metadata: unknown
}

export type ChunkKey = { document: string; position: number }

/** Reads the last chunks of a document, in order. */
export async function readLastChunks(
  db: Db,
  { id, ...key }: ContainerKey & { id: string },
  most: number,
): Promise<StoredChunk[]> {
  const { rows } = await sql<StoredChunk>`
    select c.position, c.start_offset as start, c.end_offset as "end", c.content_hash as hash from cell.chunks c
     where ${ofContainer(key, 'c')} and c.document = ${id} order by c.position desc limit ${most}`.execute(db)
  return rows.reverse()
}

export async function readIndexed(
  db: Db,
  key: ContainerKey,
  ranges: readonly Positions[],
): Promise<IndexedChunk[]> {
  const { rows } = await sql<IndexedChunk>`
    select c.document, c.position, c.start_offset as start, c.end_offset as "end", c.content_hash as hash, c.headings, c.type, c.metadata
      from unnest(${ranges.map(({ document }) => document)}::uuid[], ${ranges.map(({ from }) => from)}::int[],
                  ${ranges.map(({ to }) => to)}::int[]) as r (document, "from", "to")
      cross join lateral (select * from cell.chunks c where ${ofContainer(key, 'c')} and c.document = r.document
        and c.position >= r."from" and c.position < r."to" offset 0) c`.execute(db)
  return rows
}

/**
 * The chunks with these keys. The range of their positions keeps a document with thousands of chunks from being read
 * whole, and the arrays keep Postgres from reading the whole container.
 */
function among(key: ContainerKey, alias: string, chunks: readonly ChunkKey[]): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const documents = [...new Set(chunks.map(({ document }) => document))]
  const first = Math.min(...chunks.map(({ position }) => position))
  return sql`${ofContainer(key, alias)} and ${column('document')} = any(${documents}::uuid[]) and ${column('position')} >= ${first}
    and (${column('document')}, ${column('position')}) in (select * from unnest(${chunks.map(({ document }) => document)}::uuid[],
      ${chunks.map(({ position }) => position)}::int[]))`
}

/** Removes chunks with their vectors and tokens. Their terms stay for the chunks that take their place. */
export async function deleteAt(db: Db, key: ContainerKey, chunks: readonly ChunkKey[]): Promise<void> {
  if (chunks.length === 0) return
  // Named, because it comes before the document in the primary key.
  const ofSets = (alias: string) => sql`${sql.ref(`${alias}.embedding_set`)} = any(array(
    select s.id from cell.embedding_sets s where s.shard = ${key.shard} and s.org = ${key.org}))`
  await sql`delete from cell.chunk_vectors v where ${ofSets('v')} and ${among(key, 'v', chunks)}`.execute(db)
  await sql`delete from cell.chunk_tokens t where ${ofSets('t')} and ${among(key, 't', chunks)}`.execute(db)
  // Cached vectors go with their text, so that a deleted text leaves no vector behind.
  await sql`
    with gone as (delete from cell.chunks c where ${among(key, 'c', chunks)} returning c.content_hash)
    delete from cell.embedding_cache e where ${ofContainer(key, 'e')} and e.content_hash = any(array(select content_hash from gone))`.execute(
    db,
  )
}

/** Removes terms and returns them. */
export async function deleteTermsAt(
  db: Db,
  key: ContainerKey,
  chunks: readonly ChunkKey[],
): Promise<{ terms: string }[]> {
  if (chunks.length === 0) return []
  const { rows } = await sql<{ terms: string }>`
    delete from cell.chunk_terms t where ${among(key, 't', chunks)} returning t.terms::text as terms`.execute(
    db,
  )
  return rows
}

/** Terms as they were and are. */
export type TermChange = { before: string; after: string }

/** Changes the terms of chunks where they differ, and returns those that did. */
export async function changeTerms(
  db: Db,
  key: ContainerKey,
  chunks: readonly (ChunkKey & { terms: string })[],
): Promise<TermChange[]> {
  if (chunks.length === 0) return []
  const { rows } = await sql<TermChange>`
    update cell.chunk_terms t set terms = n.terms
      from unnest(${chunks.map(({ document }) => document)}::uuid[], ${chunks.map(({ position }) => position)}::int[],
                  ${chunks.map(({ terms }) => terms)}::sparsevec[]) as n (document, position, terms)
     where ${among(key, 't', chunks)} and t.document = n.document and t.position = n.position and t.terms <> n.terms
    returning old.terms::text as before, new.terms::text as after`.execute(db)
  return rows
}

export type MovedChunk = ChunkKey & {
  start: number
  end: number
  headings: string[]
  type: string
  metadata: string | null
}

/** Changes where chunks are in their text, if their content is the same. They keep their id and their vectors. */
export async function moveChunks(db: Db, key: ContainerKey, chunks: readonly MovedChunk[]): Promise<void> {
  if (chunks.length === 0) return
  await sql`
    update cell.chunks c set start_offset = n.s, end_offset = n.e, type = n.type, metadata = n.metadata::jsonb,
           headings = array(select jsonb_array_elements_text(n.headings::jsonb))
      from unnest(${chunks.map(({ document }) => document)}::uuid[], ${chunks.map(({ position }) => position)}::int[],
                  ${chunks.map(({ start }) => start)}::int[], ${chunks.map(({ end }) => end)}::int[], ${chunks.map(({ type }) => type)}::text[],
                  ${chunks.map(({ metadata }) => metadata)}::text[], ${chunks.map(({ headings }) => JSON.stringify(headings))}::text[])
           as n (document, position, s, e, type, metadata, headings)
     where ${among(key, 'c', chunks)} and c.document = n.document and c.position = n.position`.execute(db)
}

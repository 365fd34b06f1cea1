import { type RawBuilder, sql } from 'kysely'
import { revisionText } from '../../platform/db/revision-text.ts'
import type { Db } from '../../platform/db/tx.ts'
import type { FilePosition } from '../../platform/lib/structure.ts'
import { onShards, type RecallScope } from '../recall/scope-store.ts'
import type { RecalledChunk } from './store.ts'

/** Reads the chunks and documents of search results, each by its key. */

export type HitDocument = {
  id: string
  title: string | null
  type: string
  connectionId: string | null
  metadata: Record<string, unknown> | null
  summary: string | null
  filepath: string | null
  createdAt: Date
  updatedAt: Date
  /** The requested chunks in the requested order. Null: there is no such chunk, or it has just been replaced. */
  chunks: (ShownText | null)[]
}

/** The text of a chunk and its offsets in the document's text. `metadata`: its position in a file. */
export type ShownText = {
  id: string
  content: string
  start: number
  end: number
  metadata: FilePosition | null
}

export type HitKey = { shard: number; container: string; document: string; positions: number[] }

/** The documents of a search's hits, each with the text of its chunks. Leaves out documents that were deleted in the meantime. */
export async function readHits(db: Db, org: string, hits: readonly HitKey[]): Promise<HitDocument[]> {
  if (hits.length === 0) return []
  const of = (alias: string) => sameRow(alias, 'h', org, hits)
  // `limit 1` keeps this a lookup per row: the planner cannot turn it into a join over whole containers.
  const { rows } = await sql<HitDocument>`
    select d.id, d.title, d.type, d.connection_id as "connectionId", d.metadata, d.summary, d.filepath, d.created_at as "createdAt", d.updated_at as "updatedAt",
           (select json_agg((select json_build_object('id', c.id, 'content', c.content, 'start', c.start_offset, 'end', c.end_offset, 'metadata', c.metadata) from cell.chunks c
                    where ${of('c')} and c.document = h.document and c.position = p.position) order by p.place)
              from unnest(h.positions) with ordinality p (position, place)) as chunks
      from jsonb_to_recordset(${JSON.stringify(hits)}::jsonb) as h (shard smallint, container uuid, document uuid, positions int[])
      cross join lateral (select * from cell.documents d where ${of('d')} and d.id = h.document and d.tombstoned_at is null limit 1) d`.execute(
    db,
  )
  return rows
}

/** The indexed text of a document. Empty: the document was deleted in the meantime. */
export async function readContent(
  db: Db,
  org: string,
  { shard, container, document }: Pick<HitKey, 'shard' | 'container' | 'document'>,
): Promise<string> {
  const { rows } = await sql<{ content: string }>`
    select coalesce(r.extracted, ${revisionText('r')}, '') as content
      from cell.documents d join cell.revisions r
        on r.shard = d.shard and r.org = d.org and r.container = d.container and r.document = d.id and r.revision = d.indexed_revision
     where d.shard = ${shard} and d.org = ${org} and d.container = ${container} and d.id = ${document} and d.tombstoned_at is null`.execute(
    db,
  )
  return rows[0]?.content ?? ''
}

/** The binary codes of a chunk's tokens in hex, if it has any, and the beginning of its text. */
export type ChunkTokens = { codes: string | null; opening: string }

type ChunkKey = Pick<RecalledChunk, 'shard' | 'container' | 'document' | 'position'>

/** The tokens of chunks by their index in the list. Leaves out chunks that have just been replaced. */
export async function readChunkTokens(
  db: Db,
  { org }: RecallScope,
  set: number,
  chunks: readonly ChunkKey[],
): Promise<Map<number, ChunkTokens>> {
  const { rows } = await sql<{ place: number; codes: string | null; opening: string | null }>`
    select f.place::int - 1 as place,
           (select encode(t.codes, 'hex') from cell.chunk_tokens t where ${sameChunk('t', org, chunks)} and t.embedding_set = ${set}) as codes,
           (select left(c.content, 100) from cell.chunks c where ${sameChunk('c', org, chunks)}) as opening
      from ${listed(chunks)}`.execute(db)
  return new Map(
    rows.flatMap(({ place, codes, opening }) => (opening === null ? [] : [[place, { codes, opening }]])),
  )
}

/** The texts of chunks by their index in the list. Leaves out chunks that have just been replaced. */
export async function readChunkTexts(
  db: Db,
  { org }: RecallScope,
  chunks: readonly ChunkKey[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ place: number; text: string | null }>`
    select f.place::int - 1 as place, (select c.content from cell.chunks c where ${sameChunk('c', org, chunks)}) as text
      from ${listed(chunks)}`.execute(db)
  return new Map(rows.flatMap(({ place, text }) => (text === null ? [] : [[place, text]])))
}

/**
 * The dates of documents by their id. Leaves out documents without a date of their own. Tried and rejected: the date when a
 * document was added. It took 6 of 48 points from the questions of LongMemEval that name a date.
 */
export async function readDates(
  db: Db,
  { org }: RecallScope,
  chunks: readonly ChunkKey[],
): Promise<Map<string, Date>> {
  const keys = [...new Map(chunks.map(key => [key.document, key])).values()]
  const { rows } = await sql<{ document: string; date: Date | null }>`
    select f.document, (select d.document_date from cell.documents d where ${sameRow('d', 'f', org, keys)} and d.id = f.document) as date
      from ${listed(keys)}`.execute(db)
  return new Map(rows.flatMap(({ document, date }) => (date === null ? [] : [[document, date]])))
}

/** A condition: the row `alias` is in the same container as the listed row `of`. Shards are also given by value, which prunes partitions. */
function sameRow(
  alias: string,
  of: string,
  org: string,
  keys: readonly { shard: number }[],
): RawBuilder<unknown> {
  const column = (name: string) => sql.raw(`${alias}.${name}`)
  const shards = [...new Set(keys.map(({ shard }) => shard))]
  return sql`${onShards(column('shard'), shards)} and ${column('shard')} = ${sql.raw(of)}.shard
    and ${column('org')} = ${org} and ${column('container')} = ${sql.raw(of)}.container`
}

function sameChunk(alias: string, org: string, chunks: readonly ChunkKey[]): RawBuilder<unknown> {
  const column = (name: string) => sql.raw(`${alias}.${name}`)
  return sql`${sameRow(alias, 'f', org, chunks)} and ${column('document')} = f.document and ${column('position')} = f.position`
}

const listed = (chunks: readonly ChunkKey[]) =>
  sql`unnest(${chunks.map(({ shard }) => shard)}::smallint[], ${chunks.map(({ container }) => container)}::uuid[],
             ${chunks.map(({ document }) => document)}::uuid[], ${chunks.map(({ position }) => position)}::int[])
      with ordinality f (shard, container, document, position, place)`

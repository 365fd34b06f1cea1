import { sql } from 'kysely'
import type { Db } from '../db/tx.ts'
import type { Place } from '../lib/structure.ts'
import { onShards, type SearchScope } from './scope-store.ts'
import type { Recalled } from './store.ts'

/** What is read of single chunks and documents once they are found, each by its key. */

export type FoundDocument = {
  id: string
  title: string | null
  type: string
  metadata: Record<string, unknown> | null
  summary: string | null
  filepath: string | null
  createdAt: Date
  updatedAt: Date
  /** The chunks asked for, in the order asked; null for one that is not there, or has just been replaced. */
  chunks: (ShownText | null)[]
}

/** The text of a chunk, and where in the document's text it is; in a file, on which page or at which time. */
export type ShownText = { id: string; content: string; start: number; end: number; metadata: Place | null }

export type HitKey = { shard: number; container: string; document: string; positions: number[] }

/** The documents of a search's hits, each with the text of its chunks. A document deleted meanwhile is not there. */
export async function readHits(db: Db, org: string, hits: readonly HitKey[]): Promise<FoundDocument[]> {
  if (hits.length === 0) return []
  const shards = [...new Set(hits.map(({ shard }) => shard))]
  const of = (alias: string) => {
    const column = (name: string) => sql.raw(`${alias}.${name}`)
    return sql`${onShards(column('shard'), shards)} and ${column('shard')} = h.shard and ${column('org')} = ${org} and ${column('container')} = h.container`
  }
  // `limit 1` keeps each look-up a look-up, as in `recallStatement`.
  const { rows } = await sql<FoundDocument>`
    select d.id, d.title, d.type, d.metadata, d.summary, d.filepath, d.created_at as "createdAt", d.updated_at as "updatedAt",
           (select json_agg((select json_build_object('id', c.id, 'content', c.content, 'start', c.start_offset, 'end', c.end_offset, 'metadata', c.metadata) from cell.chunks c
                    where ${of('c')} and c.document = h.document and c.position = p.position) order by p.place)
              from unnest(h.positions) with ordinality p (position, place)) as chunks
      from jsonb_to_recordset(${JSON.stringify(hits)}::jsonb) as h (shard smallint, container uuid, document uuid, positions int[])
      cross join lateral (select * from cell.documents d where ${of('d')} and d.id = h.document and d.tombstoned_at is null limit 1) d`.execute(
    db,
  )
  return rows
}

/** The text that a document is found by; empty when it was deleted meanwhile. */
export async function readContent(
  db: Db,
  org: string,
  { shard, container, document }: Pick<HitKey, 'shard' | 'container' | 'document'>,
): Promise<string> {
  const { rows } = await sql<{ content: string }>`
    select coalesce(r.extracted, r.content, '') as content
      from cell.documents d join cell.revisions r
        on r.shard = d.shard and r.org = d.org and r.container = d.container and r.document = d.id and r.revision = d.indexed_revision
     where d.shard = ${shard} and d.org = ${org} and d.container = ${container} and d.id = ${document} and d.tombstoned_at is null`.execute(
    db,
  )
  return rows[0]?.content ?? ''
}

/** What is known of a chunk beside its vector: the codes of its tokens in hex, if it has any, and how its text begins. */
export type ChunkTokens = { codes: string | null; opening: string }

/** Of each chunk by its place in the list; nothing of one that has just been replaced. */
export async function readTokens(
  db: Db,
  { org }: SearchScope,
  set: number,
  chunks: readonly Pick<Recalled, 'shard' | 'container' | 'document' | 'position'>[],
): Promise<Map<number, ChunkTokens>> {
  const shards = [...new Set(chunks.map(({ shard }) => shard))]
  const of = (alias: string) => {
    const column = (name: string) => sql.raw(`${alias}.${name}`)
    return sql`${onShards(column('shard'), shards)} and ${column('shard')} = f.shard and ${column('org')} = ${org}
      and ${column('container')} = f.container and ${column('document')} = f.document and ${column('position')} = f.position`
  }
  const { rows } = await sql<{ place: number; codes: string | null; opening: string | null }>`
    select f.place::int - 1 as place,
           (select encode(t.codes, 'hex') from cell.chunk_tokens t where ${of('t')} and t.embedding_set = ${set}) as codes,
           (select left(c.content, 100) from cell.chunks c where ${of('c')}) as opening
      from unnest(${chunks.map(({ shard }) => shard)}::smallint[], ${chunks.map(({ container }) => container)}::uuid[],
                  ${chunks.map(({ document }) => document)}::uuid[], ${chunks.map(({ position }) => position)}::int[])
           with ordinality f (shard, container, document, position, place)`.execute(db)
  return new Map(
    rows.flatMap(({ place, codes, opening }) => (opening === null ? [] : [[place, { codes, opening }]])),
  )
}

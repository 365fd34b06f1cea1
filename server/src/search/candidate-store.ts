import { sql } from 'kysely'
import type { Db } from '../db/tx.ts'
import { onShards, type SearchScope } from './scope-store.ts'

type Key = { shard: number; container: string; document: string }

/**
 * The dates of documents by their id, each looked up by its key; none of one that was given none. When it came says
 * nothing of when it is of: counted, it took 6 of 48 points from the questions of LongMemEval that name a date.
 */
export async function readDates(
  db: Db,
  { org }: SearchScope,
  documents: readonly Key[],
): Promise<Map<string, Date>> {
  const keys = [...new Map(documents.map(key => [key.document, key])).values()]
  const shards = [...new Set(keys.map(({ shard }) => shard))]
  const { rows } = await sql<{ document: string; date: Date | null }>`
    select f.document, (select d.document_date from cell.documents d
             where ${onShards(sql.raw('d.shard'), shards)} and d.shard = f.shard and d.org = ${org} and d.container = f.container
               and d.id = f.document) as date
      from unnest(${keys.map(({ shard }) => shard)}::smallint[], ${keys.map(({ container }) => container)}::uuid[],
                  ${keys.map(({ document }) => document)}::uuid[]) f (shard, container, document)`.execute(db)
  return new Map(rows.flatMap(({ document, date }) => (date === null ? [] : [[document, date]])))
}

/** The texts of chunks by their place in the list; none of one that has just been replaced. */
export async function readTexts(
  db: Db,
  { org }: SearchScope,
  chunks: readonly (Key & { position: number })[],
): Promise<Map<number, string>> {
  const shards = [...new Set(chunks.map(({ shard }) => shard))]
  const { rows } = await sql<{ place: number; text: string | null }>`
    select f.place::int - 1 as place, (select c.content from cell.chunks c
             where ${onShards(sql.raw('c.shard'), shards)} and c.shard = f.shard and c.org = ${org} and c.container = f.container
               and c.document = f.document and c.position = f.position) as text
      from unnest(${chunks.map(({ shard }) => shard)}::smallint[], ${chunks.map(({ container }) => container)}::uuid[],
                  ${chunks.map(({ document }) => document)}::uuid[], ${chunks.map(({ position }) => position)}::int[])
           with ordinality f (shard, container, document, position, place)`.execute(db)
  return new Map(rows.flatMap(({ place, text }) => (text === null ? [] : [[place, text]])))
}

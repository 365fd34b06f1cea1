import { sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import type { ContainerKey } from '../containers/store.ts'
import { type MemoryRow, memoryColumns, ofContainer } from './store.ts'

/** What memories and documents have to do with each other. */

/** The memories a document gave rise to, also superseded and forgotten ones, oldest first. */
export async function listMemoriesOfDocument(
  db: Db,
  key: ContainerKey,
  document: string,
): Promise<MemoryRow[]> {
  const { rows } = await sql<MemoryRow>`
    select ${memoryColumns} from cell.memory_sources s
      join cell.memories d on d.shard = s.shard and d.org = s.org and d.container = s.container and d.id = s.memory
     where ${ofContainer(key, 's')} and s.document = ${document} order by d.id`.execute(db)
  return rows
}

/** Sources that memories lost, and memories that were forgotten for want of any. */
export type Released = { sources: number; forgotten: number }

/**
 * Documents are gone: memories that rested on them alone are forgotten, others rest on fewer. In the transaction that
 * deletes the documents, so that nobody finds a memory of a document that is no longer there.
 */
export async function releaseSources(
  db: Db,
  key: ContainerKey,
  documents: readonly string[],
): Promise<Released> {
  const { rows } = await sql<Released>`
    with gone as (delete from cell.memory_sources s where ${ofContainer(key, 's')} and s.document = any(${documents}::uuid[]) returning s.memory),
    lost as (select memory as id, count(*)::int as sources from gone group by 1),
    released as (update cell.memories d
       set source_count = greatest(d.source_count - l.sources, 0), updated_at = now(),
           is_forgotten = d.is_forgotten or d.source_count <= l.sources,
           forgotten_at = case when d.source_count <= l.sources then coalesce(d.forgotten_at, now()) else d.forgotten_at end,
           forget_reason = case when d.source_count <= l.sources and not d.is_forgotten then 'source_deleted' else d.forget_reason end
      from lost l where ${ofContainer(key, 'd')} and d.id = l.id
    returning new.is_forgotten and not old.is_forgotten as forgotten)
    select (select count(*)::int from gone) as sources, (select count(*)::int from released where forgotten) as forgotten`.execute(
    db,
  )
  return rows[0]!
}

/** What a document had a part in is to be dreamed of again without it. */
export async function markMemoriesForDreaming(db: Db, key: ContainerKey, document: string): Promise<void> {
  await sql`
    update cell.memories d set dream_since = now() where ${ofContainer(key, 'd')} and d.id in (
      select f.memory from cell.facts f where ${ofContainer(key, 'f')} and f.document = ${document})`.execute(
    db,
  )
}

/** That a memory comes from a document: the revision and the spans of its text that say so. */
export async function citeSource(
  db: Db,
  key: ContainerKey,
  source: {
    memory: string
    document: string
    revision: number
    spans: readonly [start: number, end: number][]
  },
): Promise<void> {
  const spans = `{${source.spans.map(([start, end]) => `[${start},${end})`).join(',')}}`
  await sql`
    insert into cell.memory_sources as s (shard, org, container, memory, document, revision, spans)
    values (${key.shard}, ${key.org}, ${key.container}, ${source.memory}, ${source.document}, ${source.revision}, ${spans}::int4multirange)
    on conflict (shard, org, container, memory, document) do update set revision = excluded.revision, spans = excluded.spans`.execute(
    db,
  )
}

import { sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import type { ConnectionKey } from './connection-store.ts'
import { ofConnection } from './run-store.ts'

/** `cell.sync_items`: what was seen of a source, and `cell.sync_failures`: what could not be read. */

export type ItemRow = {
  externalId: string
  containerTag: string
  version: string | null
  document: string | null
  seenRun: string | null
  wanted: boolean
}

const columns = sql`i.external_id as "externalId", i.container_tag as "containerTag", i.version, i.document, i.seen_run as "seenRun", i.wanted`

export async function findItems(
  db: Db,
  key: ConnectionKey,
  externalIds: readonly string[],
): Promise<Map<string, ItemRow>> {
  if (externalIds.length === 0) return new Map()
  const { rows } = await sql<ItemRow>`
    select ${columns} from cell.sync_items i where ${ofConnection(key, 'i')} and i.external_id = any(${externalIds}::text[])`.execute(
    db,
  )
  return new Map(rows.map(row => [row.externalId, row]))
}

/** Items with one of these contents that have a document. */
export async function findByContent(
  db: Db,
  key: ConnectionKey,
  contentKeys: readonly string[],
): Promise<(ItemRow & { contentKey: string })[]> {
  if (contentKeys.length === 0) return []
  const { rows } = await sql<ItemRow & { contentKey: string }>`
    select ${columns}, i.content_key as "contentKey" from cell.sync_items i
     where ${ofConnection(key, 'i')} and i.content_key = any(${contentKeys}::text[]) and i.document is not null
     order by i.external_id limit ${mostOfContent}`.execute(db)
  return rows
}

/** Many files may be alike, such as licences. */
const mostOfContent = 1_000

/** Items in the order of their ids, after the given one. */
export async function listItems(
  db: Db,
  key: ConnectionKey,
  { after, most }: { after: string | undefined; most: number },
): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select ${columns} from cell.sync_items i
     where ${ofConnection(key, 'i')} and (${after ?? null}::text is null or i.external_id > ${after ?? null}::text)
     order by i.external_id limit ${most}`.execute(db)
  return rows
}

/** Items that no read of everything since `run` has seen, in the order of their ids, after the given one. */
export async function listUnseen(
  db: Db,
  key: ConnectionKey,
  run: string,
  { after, most }: { after: string | undefined; most: number },
): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select ${columns} from cell.sync_items i where ${ofConnection(key, 'i')} and i.seen_run is distinct from ${run}
       and (${after ?? null}::text is null or i.external_id > ${after ?? null}::text)
     order by i.external_id limit ${most}`.execute(db)
  return rows
}

export async function listWanted(db: Db, key: ConnectionKey, most: number): Promise<string[]> {
  const { rows } = await sql<{ externalId: string }>`
    select i.external_id as "externalId" from cell.sync_items i where ${ofConnection(key, 'i')} and i.wanted
     order by i.external_id limit ${most}`.execute(db)
  return rows.map(({ externalId }) => externalId)
}

/** How many documents the connection has. */
export async function countItems(db: Db, key: ConnectionKey): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from cell.sync_items i where ${ofConnection(key, 'i')} and i.document is not null`.execute(
    db,
  )
  return rows[0]!.count
}

/** Documents of the connection, for a page of a list. */
export async function listItemDocuments(db: Db, key: ConnectionKey, most: number): Promise<string[]> {
  const { rows } = await sql<{ document: string }>`
    select i.document from cell.sync_items i where ${ofConnection(key, 'i')} and i.document is not null
     order by i.document desc limit ${most}`.execute(db)
  return rows.map(({ document }) => document)
}

/**
 * Notes that documents of these items are about to be written. A worker that dies in between leaves a row without a version:
 * the item is read again, and what is gone from the source by then is still found and removed.
 */
export async function noteIntents(
  db: Db,
  { shard, org, id }: ConnectionKey,
  items: readonly { externalId: string; containerTag: string }[],
): Promise<void> {
  if (items.length === 0) return
  await sql`
    insert into cell.sync_items (shard, org, connection, external_id, container_tag)
    select ${shard}, ${org}, ${id}, n.external_id, n.container_tag
      from unnest(${items.map(({ externalId }) => externalId)}::text[], ${items.map(({ containerTag }) => containerTag)}::text[])
        as n (external_id, container_tag)
     order by n.external_id
    on conflict (shard, org, connection, external_id) do update set version = null, container_tag = excluded.container_tag`.execute(
    db,
  )
}

export type StoredItem = {
  externalId: string
  containerTag: string
  version: string
  document: string | null
  contentKey: string | null
}

/** Stores what became of items. */
export async function storeItems(
  db: Db,
  { shard, org, id }: ConnectionKey,
  items: readonly StoredItem[],
  run: string | null,
): Promise<void> {
  if (items.length === 0) return
  await sql`
    insert into cell.sync_items (shard, org, connection, external_id, container_tag, version, document, content_key, seen_run)
    select ${shard}, ${org}, ${id}, n.external_id, n.container_tag, n.version, n.document, n.content_key, ${run}::uuid
      from unnest(${items.map(item => item.externalId)}::text[], ${items.map(item => item.containerTag)}::text[],
                  ${items.map(item => item.version)}::text[], ${items.map(item => item.document)}::uuid[],
                  ${items.map(item => item.contentKey)}::text[])
        as n (external_id, container_tag, version, document, content_key)
     order by n.external_id
    on conflict (shard, org, connection, external_id) do update
       set container_tag = excluded.container_tag, version = excluded.version, document = excluded.document,
           content_key = excluded.content_key, seen_run = excluded.seen_run, wanted = false`.execute(db)
}

/** Marks items that were met unchanged while everything is read. */
export async function markSeen(
  db: Db,
  key: ConnectionKey,
  externalIds: readonly string[],
  run: string,
): Promise<void> {
  if (externalIds.length === 0) return
  await sql`
    update cell.sync_items i set seen_run = ${run} where ${ofConnection(key, 'i')} and i.external_id = any(${externalIds}::text[])
       and i.seen_run is distinct from ${run}`.execute(db)
}

export async function dropItems(db: Db, key: ConnectionKey, externalIds: readonly string[]): Promise<void> {
  if (externalIds.length === 0) return
  await sql`
    delete from cell.sync_items i where ${ofConnection(key, 'i')} and i.external_id = any(${externalIds}::text[])`.execute(
    db,
  )
}

/** Asks for these items to be read by themselves. */
export async function wantItems(
  db: Db,
  { shard, org, id }: ConnectionKey,
  containerTag: string,
  externalIds: readonly string[],
): Promise<void> {
  if (externalIds.length === 0) return
  await sql`
    insert into cell.sync_items (shard, org, connection, external_id, container_tag, wanted)
    select ${shard}, ${org}, ${id}, n.external_id, ${containerTag}, true
      from (select distinct unnest(${externalIds}::text[]) as external_id) n order by n.external_id
    on conflict (shard, org, connection, external_id) do update set wanted = true`.execute(db)
}

/** The items were read, whatever came of it. */
export async function settleWanted(
  db: Db,
  key: ConnectionKey,
  externalIds: readonly string[],
): Promise<void> {
  if (externalIds.length === 0) return
  await sql`
    update cell.sync_items i set wanted = false
     where ${ofConnection(key, 'i')} and i.external_id = any(${externalIds}::text[]) and i.wanted`.execute(db)
}

export type FailureRow = {
  externalId: string
  code: string
  message: string
  attempts: number
  run: string
  firstAt: Date
  lastAt: Date
}

/** Stores failures. A run that meets the same item again has tried it once all the same. */
export async function storeFailures(
  db: Db,
  { shard, org, id }: ConnectionKey,
  run: string,
  failures: readonly { externalId: string; code: string; message: string }[],
): Promise<void> {
  if (failures.length === 0) return
  // Ids that were cut may be the same, and a statement can change a row only once.
  const each = [...new Map(failures.map(failure => [failure.externalId, failure])).values()]
  await sql`
    insert into cell.sync_failures as f (shard, org, connection, external_id, code, message, run)
    select ${shard}, ${org}, ${id}, n.external_id, n.code, n.message, ${run}
      from unnest(${each.map(({ externalId }) => externalId)}::text[], ${each.map(({ code }) => code)}::text[],
                  ${each.map(({ message }) => message)}::text[]) as n (external_id, code, message)
     order by n.external_id
    on conflict (shard, org, connection, external_id) do update
       set code = excluded.code, message = excluded.message, run = excluded.run, last_at = now(),
           attempts = f.attempts + case when f.run = excluded.run then 0 else 1 end`.execute(db)
}

/** `exceptOf` keeps the failures that this run has met. */
export async function dropFailures(
  db: Db,
  key: ConnectionKey,
  externalIds: readonly string[],
  { exceptOf }: { exceptOf?: string } = {},
): Promise<void> {
  if (externalIds.length === 0) return
  await sql`
    delete from cell.sync_failures f where ${ofConnection(key, 'f')} and f.external_id = any(${externalIds}::text[])
       and (${exceptOf ?? null}::uuid is null or f.run <> ${exceptOf ?? null}::uuid)`.execute(db)
}

/** Those of the given items that failed in this run. */
export async function findFailedInRun(
  db: Db,
  key: ConnectionKey,
  run: string,
  externalIds: readonly string[],
): Promise<Set<string>> {
  if (externalIds.length === 0) return new Set()
  const { rows } = await sql<{ externalId: string }>`
    select f.external_id as "externalId" from cell.sync_failures f
     where ${ofConnection(key, 'f')} and f.external_id = any(${externalIds}::text[]) and f.run = ${run}`.execute(
    db,
  )
  return new Set(rows.map(({ externalId }) => externalId))
}

/** Items whose documents were about to be written by a worker that died, unless they are a failure that is known. */
export async function listUnsettled(db: Db, key: ConnectionKey, most: number): Promise<string[]> {
  const { rows } = await sql<{ externalId: string }>`
    select i.external_id as "externalId" from cell.sync_items i
     where ${ofConnection(key, 'i')} and i.version is null and not i.wanted
       and not exists (select from cell.sync_failures f where ${ofConnection(key, 'f')} and f.external_id = i.external_id)
     order by i.external_id limit ${most}`.execute(db)
  return rows.map(({ externalId }) => externalId)
}

export async function listFailures(
  db: Db,
  key: ConnectionKey,
  { after, most }: { after?: string | undefined; most: number },
): Promise<FailureRow[]> {
  const { rows } = await sql<FailureRow>`
    select f.external_id as "externalId", f.code, f.message, f.attempts, f.run, f.first_at as "firstAt", f.last_at as "lastAt"
      from cell.sync_failures f
     where ${ofConnection(key, 'f')} and (${after ?? null}::text is null or f.external_id > ${after ?? null}::text)
     order by f.external_id limit ${most}`.execute(db)
  return rows
}

/** Which failed items to read again: all, those that are named, or those that were tried less often than `mostAttempts`. */
export async function findFailed(
  db: Db,
  key: ConnectionKey,
  which: { externalIds: readonly string[] } | { mostAttempts: number } | 'all',
  most: number,
): Promise<string[]> {
  const chosen =
    which === 'all'
      ? sql`true`
      : 'externalIds' in which
        ? sql`f.external_id = any(${which.externalIds}::text[])`
        : sql`f.attempts < ${which.mostAttempts}`
  const { rows } = await sql<{ externalId: string }>`
    select f.external_id as "externalId" from cell.sync_failures f where ${ofConnection(key, 'f')} and ${chosen}
     order by f.external_id limit ${most}`.execute(db)
  return rows.map(({ externalId }) => externalId)
}

export async function countFailures(
  db: Db,
  { shard, org }: Pick<ConnectionKey, 'shard' | 'org'>,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ connection: string; count: number }>`
    select f.connection, count(*)::int as count from cell.sync_failures f where f.shard = ${shard} and f.org = ${org}
     group by f.connection`.execute(db)
  return new Map(rows.map(({ connection, count }) => [connection, count]))
}

import { sql } from 'kysely'
import type { ContainerKey } from '../containers/store.ts'
import type { Db } from '../db/tx.ts'
import { ofContainer } from '../memories/store.ts'

/** What waits to be dreamed of, and who dreams of it. */

const one = (key: ContainerKey) =>
  sql`shard = ${key.shard} and org = ${key.org} and container = ${key.container}`

export type Pace = { quietMs: number; maxWaitMs: number }

/** When the container's documents are to be read: when nothing has come for a while, or the first has waited long enough. */
export async function findDue(
  db: Db,
  key: ContainerKey,
  { quietMs, maxWaitMs }: Pace,
): Promise<{ inMs: number; atOnce: boolean } | undefined> {
  const { rows } = await sql<{ inMs: number | null; atOnce: boolean | null }>`
    select extract(epoch from least(newest + ${quietMs} * interval '1 millisecond', oldest + ${maxWaitMs} * interval '1 millisecond')
             - clock_timestamp())::float8 * 1000 as "inMs", oldest = to_timestamp(0) as "atOnce"
      from (select (select dream_since from cell.documents where ${one(key)} and dream_since is not null order by dream_since limit 1) as oldest,
                   (select dream_since from cell.documents where ${one(key)} and dream_since is not null order by dream_since desc limit 1) as newest) waiting`.execute(
    db,
  )
  const { inMs, atOnce } = rows[0]!
  return inMs === null ? undefined : { inMs, atOnce: atOnce ?? false }
}

export type Held = { fence: number; entityContext: string | null }

/** Takes the container to dream in; undefined while another worker does, or when it is gone. */
export async function claimContainer(db: Db, key: ContainerKey, leaseMs: number): Promise<Held | undefined> {
  const { rows } = await sql<Held>`
    update cell.containers
       set dream_fence = dream_fence + 1, dream_leased_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
     where ${one(key)} and deleted_at is null and (dream_leased_until is null or dream_leased_until < clock_timestamp())
    returning dream_fence as fence, entity_context as "entityContext"`.execute(db)
  return rows[0]
}

/** Keeps the container for longer; false when it was taken over. */
export async function renewContainer(
  db: Db,
  key: ContainerKey,
  fence: number,
  leaseMs: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update cell.containers set dream_leased_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
     where ${one(key)} and dream_fence = ${fence} and dream_leased_until is not null`.execute(db)
  return Number(numAffectedRows) > 0
}

/** Lets go of the container; false when it was taken over, and then nothing of this transaction may stay. */
export async function releaseContainer(db: Db, key: ContainerKey, fence: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update cell.containers set dream_leased_until = null where ${one(key)} and dream_fence = ${fence}`.execute(
    db,
  )
  return Number(numAffectedRows) > 0
}

export type Dreamable = {
  id: string
  revision: number
  isDeleted: boolean
  text: string
  /** The text whose facts are known; null when none is. */
  dreamedText: string | null
  saidAt: Date
  source: string | null
  metadata: Record<string, unknown> | null
  entityContext: string | null
  filterByMetadata: Record<string, unknown> | null
  attempts: number
}

export type BatchSize = { documents: number; characters: number }

/** The oldest documents that wait, by when they were said; of those that do not want to wait, only these. */
export async function listDreamable(
  db: Db,
  key: ContainerKey,
  atOnce: boolean,
  size: BatchSize,
): Promise<Dreamable[]> {
  const which = atOnce ? sql`d.dream_since = to_timestamp(0)` : sql`true`
  const { rows } = await sql<Dreamable>`
    select * from (
      select d.id, d.latest_revision as revision, d.tombstoned_at is not null as "isDeleted", coalesce(r.extracted, r.content, '') as text,
             coalesce(b.extracted, b.content) as "dreamedText", d.ordered_at as "saidAt", d.source, d.metadata,
             d.entity_context as "entityContext", d.filter_by_metadata as "filterByMetadata", d.dream_attempts as attempts,
             sum(d.size) over (order by d.ordered_at, d.id) - d.size as before
        from (select * from cell.documents d where ${ofContainer(key, 'd')} and d.dream_since is not null and ${which}
               order by d.ordered_at, d.id limit ${size.documents}) d
        left join cell.revisions r on ${ofContainer(key, 'r')} and r.document = d.id and r.revision = d.latest_revision
        left join cell.revisions b on ${ofContainer(key, 'b')} and b.document = d.id and b.revision = d.dreamed_revision
    ) waiting where before < ${size.characters} order by "saidAt", id`.execute(db)
  return rows
}

/** Locks those that are as they were read; one that was changed meanwhile is read again. */
export async function lockUnchanged(
  db: Db,
  key: ContainerKey,
  documents: readonly Dreamable[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select d.id from cell.documents d
      join unnest(${documents.map(({ id }) => id)}::uuid[], ${documents.map(({ revision }) => revision)}::int[],
                  ${documents.map(({ isDeleted }) => isDeleted)}::boolean[]) as h (id, revision, deleted)
        on d.id = h.id and d.latest_revision = h.revision and (d.tombstoned_at is not null) = h.deleted
     where ${ofContainer(key, 'd')} and d.dream_since is not null order by d.id for update of d`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Dreamed: whatever there is to remember of them is remembered. */
export async function finishDreams(db: Db, key: ContainerKey, ids: readonly string[]): Promise<void> {
  await sql`
    update cell.documents d
       set dream_since = null, dreamed_revision = d.latest_revision, dream_attempts = 0, updated_at = now(),
           dreaming_status = case when d.status = 'done' then 'done' else d.dreaming_status end
     where ${ofContainer(key, 'd')} and d.id = any(${ids}::uuid[])`.execute(db)
}

/** Once more, later: `countsAsAttempt` when it is the document's own doing. */
export async function postponeDreams(
  db: Db,
  key: ContainerKey,
  ids: readonly string[],
  { afterMs, countsAsAttempt }: { afterMs: number; countsAsAttempt: boolean },
): Promise<void> {
  await sql`
    update cell.documents d
       set dream_since = clock_timestamp() + ${afterMs} * interval '1 millisecond', dream_attempts = d.dream_attempts + ${countsAsAttempt ? 1 : 0}
     where ${ofContainer(key, 'd')} and d.id = any(${ids}::uuid[]) and d.dream_since is not null`.execute(db)
}

/** Not to be dreamed of: the document is `failed`, and says why. What was indexed of it stays. */
export async function failDreams(
  db: Db,
  key: ContainerKey,
  ids: readonly string[],
  { code, message }: { code: string; message: string },
): Promise<void> {
  await sql`
    update cell.documents d
       set dream_since = null, status = 'failed', error_code = ${code}, error_message = ${message}, updated_at = now()
     where ${ofContainer(key, 'd')} and d.id = any(${ids}::uuid[]) and d.dream_since is not null and d.tombstoned_at is null`.execute(
    db,
  )
}

/** Containers with something to dream of, for the reconciler. Steps from one to the next through the index. */
export async function findDreaming(db: Db, most: number): Promise<ContainerKey[]> {
  const { rows } = await sql<ContainerKey>`
    with recursive step as (
      (select shard, org, container from cell.documents where dream_since is not null order by shard, org, container limit 1)
      union all
      select n.* from step s, lateral (
        select d.shard, d.org, d.container from cell.documents d
         where d.dream_since is not null and (d.shard, d.org, d.container) > (s.shard, s.org, s.container)
         order by d.shard, d.org, d.container limit 1) n
    ) select * from step limit ${most}`.execute(db)
  return rows
}

/** Until the transaction ends nobody else forms memories in the container. */
export async function lockDreams(db: Db, { container }: ContainerKey): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('dreams ' || ${container}, 0))`.execute(db)
}

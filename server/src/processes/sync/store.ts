import { sql } from 'kysely'
import {
  type ConnectionKey,
  type ConnectionRow,
  type ConnectionState,
  connectionColumns,
  namedConnection,
} from '../../features/connections/connection-store.ts'
import {
  ofConnection,
  type RunCounts,
  type RunPhase,
  type RunRow,
  runColumns,
} from '../../features/connections/run-store.ts'
import type { Db } from '../../platform/db/tx.ts'
import { newId } from '../../platform/lib/ids.ts'
import type { SealedValue } from '../../platform/lib/seal.ts'

/** Connections and runs as workers see them. A worker whose fence is old changes nothing. */

/** With the state that it was taken in: a run must stop when the connection is paused or deleted. */
export type HeldConnection = ConnectionKey & Pick<ConnectionRow, 'fence' | 'state'>

/** Takes a connection that has work, unless another worker has it. */
export async function claimConnection(
  db: Db,
  key: ConnectionKey,
  leaseMs: number,
): Promise<ConnectionRow | undefined> {
  const { rows } = await sql<ConnectionRow>`
    update cell.connections c
       set fence = c.fence + 1, attempts = c.attempts + 1, leased_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
     where ${namedConnection(key)} and (c.leased_until is null or c.leased_until <= clock_timestamp())
       and (c.state = 'deleting'
         or c.state = 'active' and (c.current_run is not null or c.asked is not null or c.next_run_at <= clock_timestamp()))
    returning ${connectionColumns}`.execute(db)
  return rows[0]
}

const held = ({ fence, ...key }: Pick<HeldConnection, keyof ConnectionKey | 'fence'>) =>
  sql`${namedConnection(key)} and c.fence = ${fence}`

/** Extends the lease. Returns false when the connection is no longer ours, or its state has changed: it was paused or deleted. */
export async function renewConnection(db: Db, key: HeldConnection, leaseMs: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update cell.connections c set leased_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
     where ${held(key)} and c.state = ${key.state}`.execute(db)
  return numAffectedRows === 1n
}

/** Locks the connection against others and says whether it is still ours. */
export async function isHeld(db: Db, key: HeldConnection): Promise<boolean> {
  const { rows } = await sql`
    select from cell.connections c where ${held(key)} and c.state = ${key.state} for update`.execute(db)
  return rows.length > 0
}

/**
 * Locks the connection, whoever has it, and returns its state. Undefined: it was removed. Names of documents that are noted
 * under this lock are found by whoever has the connection.
 */
export async function lockAnyState(db: Db, key: ConnectionKey): Promise<ConnectionState | undefined> {
  const { rows } = await sql<{ state: ConnectionState }>`
    select c.state from cell.connections c where ${namedConnection(key)} for update`.execute(db)
  return rows[0]?.state
}

/** Lets other workers have the connection. An interruption that is nobody's fault does not count as an attempt. */
export async function releaseConnection(
  db: Db,
  key: HeldConnection,
  { isCounted = true } = {},
): Promise<void> {
  await sql`
    update cell.connections c
       set leased_until = null, attempts = case when ${isCounted} then c.attempts else greatest(c.attempts - 1, 0) end
     where ${held(key)}`.execute(db)
}

/** Begins the run that is due. What was asked for is then answered. */
export async function beginRun(
  db: Db,
  row: ConnectionRow & { isDue: boolean; asksPull: boolean },
): Promise<RunRow> {
  const id = newId(row.shard)
  const trigger = row.asked ?? 'cron'
  const pulls = row.asked === null || row.asksPull || row.isDue
  const { rows } = await sql<RunRow>`
    insert into cell.sync_runs as r (shard, org, connection, id, trigger, pulls)
    values (${row.shard}, ${row.org}, ${row.id}, ${id}, ${trigger}, ${pulls}) returning ${runColumns}`.execute(
    db,
  )
  await sql`
    update cell.connections c
       set current_run = ${id}, asked = null, asks_pull = false, attempts = 1,
           next_run_at = case when ${pulls} then null else c.next_run_at end
     where ${held(row)}`.execute(db)
  return rows[0]!
}

/** What is asked of a connection, read with the claim: a run, or that it is removed. */
export async function findAsked(
  db: Db,
  key: ConnectionKey,
): Promise<{ isAsked: boolean; asksPull: boolean; isDue: boolean } | undefined> {
  const { rows } = await sql<{ isAsked: boolean; asksPull: boolean; isDue: boolean }>`
    select c.state = 'deleting' or (c.state = 'active' and c.asked is not null) as "isAsked", c.asks_pull as "asksPull", coalesce(c.next_run_at <= clock_timestamp(), false) as "isDue"
      from cell.connections c where ${namedConnection(key)}`.execute(db)
  return rows[0]
}

export async function findRun(db: Db, key: ConnectionKey, id: string): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    select ${runColumns} from cell.sync_runs r where ${ofConnection(key, 'r')} and r.id = ${id}`.execute(db)
  return rows[0]
}

export type RunProgress = {
  counts?: RunCounts
  phase?: RunPhase
  pulls?: boolean
  restarts?: number
  progress?: { seen: number; total?: number | undefined } | undefined
}

/** Adds to the figures of a run, and stores where it goes on. */
export async function advanceRun(
  db: Db,
  key: HeldConnection,
  run: string,
  { counts, phase, pulls, restarts, progress }: RunProgress,
): Promise<void> {
  await sql`
    update cell.sync_runs r
       set items_processed = r.items_processed + ${counts?.itemsProcessed ?? 0}, items_unchanged = r.items_unchanged + ${counts?.itemsUnchanged ?? 0},
           items_deleted = r.items_deleted + ${counts?.itemsDeleted ?? 0}, items_failed = r.items_failed + ${counts?.itemsFailed ?? 0},
           items_skipped = r.items_skipped + ${counts?.itemsSkipped ?? 0}, phase = coalesce(${phase ?? null}, r.phase),
           pulls = coalesce(${pulls ?? null}::boolean, r.pulls), restarts = coalesce(${restarts ?? null}::smallint, r.restarts),
           seen = coalesce(${progress?.seen ?? null}::int, r.seen), total = coalesce(${progress?.total ?? null}::int, r.total)
     where ${ofConnection(key, 'r')} and r.id = ${run}`.execute(db)
  await sql`update cell.connections c set attempts = 0 where ${held(key)}`.execute(db)
}

/** `fullRun` undefined leaves it; null ends the reading of everything. */
export async function storeCheckpoint(
  db: Db,
  key: HeldConnection,
  { checkpoint, fullRun }: { checkpoint?: unknown; fullRun?: string | null },
): Promise<void> {
  const sets = [
    ...(checkpoint === undefined ? [] : [sql`checkpoint = ${JSON.stringify(checkpoint)}::jsonb`]),
    ...(fullRun === undefined ? [] : [sql`full_run = ${fullRun}`]),
  ]
  if (sets.length > 0)
    await sql`update cell.connections c set ${sql.join(sets)} where ${held(key)}`.execute(db)
}

/** Forgets the checkpoint: everything is read again. */
export async function forgetCheckpoint(db: Db, key: HeldConnection): Promise<void> {
  await sql`update cell.connections c set checkpoint = null, full_run = null where ${held(key)}`.execute(db)
}

export type RunEnding = {
  failure?: { code: string; message: string } | undefined
  /** Null plans none. */
  nextRunAt: Date | null
  /** The authorization is lost: nothing is asked of the source until a person has authorized it again. */
  needsAuthorization?: boolean
  subscription?: SealedValue | null | undefined
  /** Everything there was to read was read, and what is gone was deleted. */
  isWhole?: boolean
}

export async function endRun(
  db: Db,
  key: HeldConnection,
  run: string,
  { failure, nextRunAt, needsAuthorization = false, subscription, isWhole = false }: RunEnding,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update cell.connections c
       set current_run = null, leased_until = null, attempts = 0, next_run_at = ${nextRunAt},
           failures = case when ${failure !== undefined} then c.failures + 1 else 0 end,
           full_run = case when ${isWhole} then null else c.full_run end,
           state = case when ${needsAuthorization} and c.state = 'active' then 'needs_authorization' else c.state end,
           asked = case when ${needsAuthorization} then null else c.asked end,
           subscription = case when ${subscription !== undefined} then ${subscription ? JSON.stringify(subscription) : null}::jsonb else c.subscription end
     where ${held(key)} and c.current_run = ${run}`.execute(db)
  if (numAffectedRows !== 1n) return false
  await sql`
    update cell.sync_runs r
       set status = ${failure ? 'failed' : 'completed'}, phase = 'done', error_code = ${failure?.code ?? null},
           error_message = ${failure?.message ?? null}, completed_at = now()
     where ${ofConnection(key, 'r')} and r.id = ${run}`.execute(db)
  return true
}

/** The registrations and the authorization at the provider were removed, as far as it lets us. */
export async function forgetProvider(db: Db, key: HeldConnection): Promise<void> {
  await sql`update cell.connections c set credentials = null, subscription = null where ${held(key)}`.execute(
    db,
  )
}

/** Removes the rows of a deleted connection, its items a page at a time before. */
export async function dropConnection(db: Db, key: HeldConnection): Promise<void> {
  await sql`delete from cell.sync_failures f where ${ofConnection(key, 'f')}`.execute(db)
  await sql`delete from cell.sync_runs r where ${ofConnection(key, 'r')}`.execute(db)
  await sql`delete from cell.connections c where ${held(key)}`.execute(db)
}

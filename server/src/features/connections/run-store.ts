import { sql } from 'kysely'
import { deleteOldest } from '../../platform/db/delete-oldest.ts'
import type { Db } from '../../platform/db/tx.ts'
import { nilUuid } from '../../platform/lib/ids.ts'
import type { ConnectionKey } from './connection-store.ts'

/** `cell.sync_runs`: what came of each run. */

export type RunTrigger = 'event' | 'cron' | 'manual'
export type RunStatus = 'running' | 'completed' | 'failed'
export type RunPhase = 'fetch' | 'pull' | 'prune' | 'done'

export type RunCounts = {
  itemsProcessed: number
  itemsUnchanged: number
  itemsDeleted: number
  itemsFailed: number
  itemsSkipped: number
}

export const noCounts = (): RunCounts => ({
  itemsProcessed: 0,
  itemsUnchanged: 0,
  itemsDeleted: 0,
  itemsFailed: 0,
  itemsSkipped: 0,
})

export type RunRow = RunCounts & {
  shard: number
  org: string
  connection: string
  id: string
  trigger: RunTrigger
  status: RunStatus
  phase: RunPhase
  pulls: boolean
  restarts: number
  seen: number | null
  total: number | null
  errorCode: string | null
  errorMessage: string | null
  startedAt: Date
  completedAt: Date | null
}

export const runColumns = sql`r.shard, r.org, r.connection, r.id, r.trigger, r.status, r.phase, r.pulls, r.items_processed as "itemsProcessed",
  r.items_unchanged as "itemsUnchanged", r.items_deleted as "itemsDeleted", r.items_failed as "itemsFailed",
  r.items_skipped as "itemsSkipped", r.restarts, r.seen, r.total, r.error_code as "errorCode", r.error_message as "errorMessage",
  r.started_at as "startedAt", r.completed_at as "completedAt"`

export const ofConnection = ({ shard, org, id }: ConnectionKey, alias: string) =>
  sql`${sql.ref(`${alias}.shard`)} = ${shard} and ${sql.ref(`${alias}.org`)} = ${org} and ${sql.ref(`${alias}.connection`)} = ${id}`

/** The latest first, before the given one. */
export async function listRuns(
  db: Db,
  key: ConnectionKey,
  { before, most }: { before?: string | undefined; most: number },
): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    select ${runColumns} from cell.sync_runs r
     where ${ofConnection(key, 'r')} and (${before ?? null}::uuid is null or r.id < ${before ?? null}::uuid)
     order by r.id desc limit ${most}`.execute(db)
  return rows
}

/** The last run of each connection. */
export async function findLastRuns(
  db: Db,
  { shard, org }: Pick<ConnectionKey, 'shard' | 'org'>,
  connections: readonly string[],
): Promise<RunRow[]> {
  if (connections.length === 0) return []
  const { rows } = await sql<RunRow>`
    select last.* from unnest(${connections}::uuid[]) given (id), lateral (
      select ${runColumns} from cell.sync_runs r where r.shard = ${shard} and r.org = ${org} and r.connection = given.id
       order by r.id desc limit 1) last`.execute(db)
  return rows
}

type DueConnection = { shard: number; org: string; container: string; due: boolean }

/** Connections with work, of all organizations, as the maintenance role. */
export async function findDueConnections(
  db: Db,
  after: { shard: number; org: string; container: string } | undefined,
  most: number,
): Promise<DueConnection[]> {
  const { rows } = await sql<DueConnection>`
    select c.shard, c.org, c.id as container,
           (c.leased_until is null or c.leased_until <= clock_timestamp())
             and (c.state = 'deleting' or c.asked is not null or c.current_run is not null or c.next_run_at <= clock_timestamp()) as due
      from cell.connections c
     where (c.state = 'deleting' or (c.state = 'active' and (c.asked is not null or c.current_run is not null or c.next_run_at is not null)))
       and (c.shard, c.org, c.id) > (${after?.shard ?? -1}::smallint, ${after?.org ?? nilUuid}::uuid, ${after?.container ?? nilUuid}::uuid)
     order by c.shard, c.org, c.id limit ${most}`.execute(db)
  return rows
}

/** Deletes ended runs that are older, and authorizations that nobody finished. Returns how many rows. */
export async function dropOldRuns(db: Db, olderThanHours: number, most: number): Promise<number> {
  const runs = await deleteOldest(db, { table: 'cell.sync_runs', age: 'completed_at', olderThanHours }, most)
  const grants = await deleteOldest(
    db,
    { table: 'cell.connection_grants', age: 'expires_at', olderThanHours: 1 },
    most,
  )
  return Math.max(runs, grants)
}

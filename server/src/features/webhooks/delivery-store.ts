import { sql } from 'kysely'
import { deleteOldest } from '../../platform/db/delete-oldest.ts'
import type { Db } from '../../platform/db/tx.ts'

/** `cell.webhook_deliveries`, as API and console see it: the log, and what is sent again. */

export type DeliveryState = 'pending' | 'delivered' | 'failed'

export type AttemptEntry = { at: string; status: number | null; ms: number; error: string | null }

export type DeliveryRow = {
  shard: number
  event: string
  type: string
  data: Record<string, unknown>
  createdAt: Date
  dueAt: Date | null
  attempts: number
  state: DeliveryState
  log: AttemptEntry[]
}

/** One event of an endpoint in a list of shards. */
type Owner = { org: string; endpoint: string; shards: readonly number[] }

const ofEndpoint = ({ org, endpoint, shards }: Owner) =>
  sql`d.org = ${org} and d.endpoint = ${endpoint} and d.shard = any(${shards}::smallint[])`

const columns = sql`d.shard, d.event, d.type, d.data, d.created_at as "createdAt", d.due_at as "dueAt", d.attempts, d.state, d.log`

/** The latest first. Event ids sort by time. */
export async function listDeliveries(
  db: Db,
  owner: Owner,
  { state, before, limit }: { state: DeliveryState | undefined; before: string | undefined; limit: number },
): Promise<DeliveryRow[]> {
  const isOfState = state === undefined ? sql`true` : sql`d.state = ${state}`
  const isBefore = before === undefined ? sql`true` : sql`d.event < ${before}::uuid`
  const { rows } = await sql<DeliveryRow>`
    select ${columns} from cell.webhook_deliveries d where ${ofEndpoint(owner)} and ${isOfState} and ${isBefore}
     order by d.event desc limit ${limit}`.execute(db)
  return rows
}

const again = sql`state = 'pending', due_at = clock_timestamp(), attempts = 0`

/** Sends events again that have ended. One that is still to be sent stays as it is. Returns the ids. */
export async function replayEvents(db: Db, owner: Owner, events: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ event: string }>`
    update cell.webhook_deliveries d set ${again}
     where ${ofEndpoint(owner)} and d.event = any(${events}::uuid[]) and d.due_at is null returning d.event`.execute(
    db,
  )
  return rows.map(({ event }) => event)
}

/** Sends up to `most` failed events again, the oldest first. */
export async function replayFailed(
  db: Db,
  owner: Owner,
  since: Date | undefined,
  most: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    with failed as materialized (
      select d.shard, d.org, d.endpoint, d.event from cell.webhook_deliveries d
       where ${ofEndpoint(owner)} and d.state = 'failed' and d.due_at is null
         and (${since ?? null}::timestamptz is null or d.created_at >= ${since ?? null})
       order by d.event limit ${most} for update)
    update cell.webhook_deliveries d set ${again} from failed f
     where d.shard = f.shard and d.org = f.org and d.endpoint = f.endpoint and d.event = f.event`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Adds an event for one endpoint, outside of the triggers. */
export async function insertDelivery(
  db: Db,
  key: { shard: number; org: string; endpoint: string },
  { event, type, data }: { event: string; type: string; data: Record<string, unknown> },
): Promise<void> {
  await sql`
    insert into cell.webhook_deliveries (shard, org, endpoint, event, type, data)
    values (${key.shard}, ${key.org}, ${key.endpoint}, ${event}, ${type}, ${JSON.stringify(data)}::jsonb)`.execute(
    db,
  )
}

/** Maintenance: deletes deliveries, oldest first. Its policy spares those that are still to be sent. Returns how many. */
export async function dropOldDeliveries(db: Db, olderThanHours: number, most: number): Promise<number> {
  return deleteOldest(db, { table: 'cell.webhook_deliveries', age: 'created_at', olderThanHours }, most)
}

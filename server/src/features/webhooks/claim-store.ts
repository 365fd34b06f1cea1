import { sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import type { AttemptEntry, DeliveryState } from './delivery-store.ts'

/** `cell.webhook_deliveries` as workers see it: what is due, claims and endings. */

/** The events of an endpoint in one shard: the unit of work. */
export type DueEndpoint = {
  shard: number
  org: string
  endpoint: string
  /** It failed lately or is slow. Such endpoints share half of the slots. */
  isSuspect: boolean
}

/**
 * Endpoints with an event that is due, of all organizations, as the maintenance role. Pending events of an endpoint that is
 * off or gone are due at once, to be ended. It steps from endpoint to endpoint through the index of pending events, so an
 * endpoint with a million of them costs one step.
 */
export async function findDueEndpoints(
  db: Db,
  except: readonly string[],
  most: number,
): Promise<DueEndpoint[]> {
  const { rows } = await sql<DueEndpoint>`
    with recursive step as (
      (select shard, org, endpoint from cell.webhook_deliveries where due_at is not null order by shard, org, endpoint limit 1)
      union all
      select n.shard, n.org, n.endpoint from step s, lateral (
        select d.shard, d.org, d.endpoint from cell.webhook_deliveries d
         where d.due_at is not null and (d.shard, d.org, d.endpoint) > (s.shard, s.org, s.endpoint)
         order by d.shard, d.org, d.endpoint limit 1) n
    ), due as (
      select s.*, (select min(d.due_at) from cell.webhook_deliveries d
                    where d.shard = s.shard and d.org = s.org and d.endpoint = s.endpoint and d.due_at is not null) as at from step s
    )
    select d.shard, d.org, d.endpoint, coalesce(b.failures > 0 or b.is_slow, false) as "isSuspect"
      from due d left join cell.webhook_subscriptions b on b.shard = 0 and b.org = d.org and b.endpoint = d.endpoint
     where d.endpoint <> all(${except}::uuid[])
       and (d.at <= clock_timestamp() and coalesce(b.paused_until <= clock_timestamp(), true) or b.enabled is not true)
     order by d.at limit ${most}`.execute(db)
  return rows
}

export type ClaimedDelivery = {
  event: string
  type: string
  data: Record<string, unknown>
  createdAt: Date
  /** Including this one. */
  attempts: number
}

const isOf = (at: Pick<DueEndpoint, 'shard' | 'org' | 'endpoint'>) =>
  sql`d.shard = ${at.shard} and d.org = ${at.org} and d.endpoint = ${at.endpoint}`

/** Takes due events for `leaseMs`, the oldest first. Another worker's are passed over. */
export async function claimDeliveries(
  db: Db,
  at: Pick<DueEndpoint, 'shard' | 'org' | 'endpoint'>,
  { most, leaseMs }: { most: number; leaseMs: number },
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    with due as materialized (
      select d.event from cell.webhook_deliveries d where ${isOf(at)} and d.due_at <= clock_timestamp()
       order by d.due_at, d.event limit ${most} for update skip locked)
    update cell.webhook_deliveries d set due_at = clock_timestamp() + ${leaseMs} * interval '1 millisecond', attempts = d.attempts + 1
      from due where ${isOf(at)} and d.event = due.event
    returning d.event, d.type, d.data, d.created_at as "createdAt", d.attempts`.execute(db)
  return rows.sort((a, b) => (a.event < b.event ? -1 : 1))
}

export type DeliveryEnding = {
  event: string
  attempts: number
  state: DeliveryState
  /** The pause before the next attempt; null when there is none. */
  afterMs: number | null
  entry: AttemptEntry
}

const mostEntries = 20

/** Stores how attempts ended. One whose lease another worker took over meanwhile changes nothing. */
export async function settleDeliveries(
  db: Db,
  at: Pick<DueEndpoint, 'shard' | 'org' | 'endpoint'>,
  endings: readonly DeliveryEnding[],
): Promise<void> {
  if (endings.length === 0) return
  await sql`
    update cell.webhook_deliveries d
       set state = n.state, due_at = clock_timestamp() + n."afterMs" * interval '1 millisecond',
           log = (case when jsonb_array_length(d.log) >= ${mostEntries} then d.log - 0 else d.log end) || jsonb_build_array(n.entry)
      from jsonb_to_recordset(${JSON.stringify(endings)}::jsonb) as n (event uuid, attempts int, state text, "afterMs" float8, entry jsonb)
     where ${isOf(at)} and d.event = n.event and d.attempts = n.attempts and d.state = 'pending'`.execute(db)
}

/** Gives claimed events back that were not sent. */
export async function releaseDeliveries(
  db: Db,
  at: Pick<DueEndpoint, 'shard' | 'org' | 'endpoint'>,
  claimed: readonly ClaimedDelivery[],
): Promise<void> {
  if (claimed.length === 0) return
  await sql`
    update cell.webhook_deliveries d set due_at = clock_timestamp(), attempts = d.attempts - 1
      from unnest(${claimed.map(({ event }) => event)}::uuid[], ${claimed.map(({ attempts }) => attempts)}::int[]) n (event, attempts)
     where ${isOf(at)} and d.event = n.event and d.attempts = n.attempts and d.state = 'pending'`.execute(db)
}

/** Ends up to `most` pending events of an endpoint that is off: they can be sent again when it is on. Returns how many. */
export async function endPending(
  db: Db,
  at: Pick<DueEndpoint, 'shard' | 'org' | 'endpoint'>,
  most: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    with ended as materialized (
      select d.event from cell.webhook_deliveries d where ${isOf(at)} and d.due_at is not null
       order by d.due_at limit ${most} for update skip locked)
    update cell.webhook_deliveries d set state = 'failed', due_at = null from ended where ${isOf(at)} and d.event = ended.event`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

/** Deletes up to `most` pending events of an endpoint that is gone. Returns how many. */
export async function dropPending(
  db: Db,
  at: Pick<DueEndpoint, 'shard' | 'org' | 'endpoint'>,
  most: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from cell.webhook_deliveries d where ${isOf(at)} and d.event in (
      select p.event from cell.webhook_deliveries p where p.shard = ${at.shard} and p.org = ${at.org} and p.endpoint = ${at.endpoint}
         and p.due_at is not null limit ${most})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

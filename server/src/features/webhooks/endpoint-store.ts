import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import type { AnySealedValue, SealedValue } from '../../platform/lib/seal.ts'
import type { EventType } from './event-types.ts'

/** `cell.webhook_endpoints` and `cell.webhook_subscriptions`: an endpoint, and the events it wants. */

export type DisabledReason = 'caller' | 'failing' | 'gone'

export type EndpointRow = {
  org: string
  endpoint: string
  url: string
  description: string | null
  secret: AnySealedValue
  previousSecret: AnySealedValue | null
  previousUntil: Date | null
  createdAt: Date
  disabledAt: Date | null
  disabledReason: DisabledReason | null
  events: EventType[]
  /** Null: all containers. */
  containerTags: string[] | null
  failures: number
  failingSince: Date | null
  pausedUntil: Date | null
}

/** The copies of an endpoint are no rows of a shard: each cell has one. */
const anyShard = 0

const columns = sql`e.org, e.endpoint, e.url, e.description, e.secret, e.previous_secret as "previousSecret",
  e.previous_until as "previousUntil", e.created_at as "createdAt", e.disabled_at as "disabledAt", e.disabled_reason as "disabledReason",
  s.events, s.container_tags as "containerTags", s.failures, s.failing_since as "failingSince", s.paused_until as "pausedUntil"`

const joined = sql`cell.webhook_endpoints e
  join cell.webhook_subscriptions s on s.shard = e.shard and s.org = e.org and s.endpoint = e.endpoint`

const select = (org: string, condition: RawBuilder<unknown>) =>
  sql<EndpointRow>`select ${columns} from ${joined} where e.shard = ${anyShard} and e.org = ${org} and ${condition}`

export async function listEndpoints(db: Db, org: string): Promise<EndpointRow[]> {
  const { rows } = await sql<EndpointRow>`${select(org, sql`true`)} order by e.endpoint`.execute(db)
  return rows
}

export async function findEndpoint(db: Db, org: string, endpoint: string): Promise<EndpointRow | undefined> {
  const { rows } = await select(org, sql`e.endpoint = ${endpoint}`).execute(db)
  return rows[0]
}

/** The same, locked until the end of the transaction. */
export async function lockEndpoint(db: Db, org: string, endpoint: string): Promise<EndpointRow | undefined> {
  const { rows } =
    await sql<EndpointRow>`${select(org, sql`e.endpoint = ${endpoint}`)} for update of e`.execute(db)
  return rows[0]
}

/** Two requests that create an endpoint count one after the other. */
export async function countEndpoints(db: Db, org: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks ${org}`}, 0))`.execute(db)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from cell.webhook_endpoints where shard = ${anyShard} and org = ${org}`.execute(
    db,
  )
  return rows[0]!.count
}

export type EndpointCopy = Omit<EndpointRow, 'failures' | 'failingSince' | 'pausedUntil'>

/** Writes the copy of this cell, or replaces it. How the endpoint fared is forgotten only when it is switched on. */
export async function writeEndpoint(db: Db, row: EndpointCopy): Promise<void> {
  await sql`
    insert into cell.webhook_endpoints (shard, org, endpoint, url, description, secret, previous_secret, previous_until, created_at,
      disabled_at, disabled_reason)
    values (${anyShard}, ${row.org}, ${row.endpoint}, ${row.url}, ${row.description}, ${JSON.stringify(row.secret)}::jsonb,
      ${row.previousSecret ? JSON.stringify(row.previousSecret) : null}::jsonb, ${row.previousUntil}, ${row.createdAt}, ${row.disabledAt},
      ${row.disabledReason})
    on conflict (shard, org, endpoint) do update
       set url = excluded.url, description = excluded.description, secret = excluded.secret, previous_secret = excluded.previous_secret,
           previous_until = excluded.previous_until, disabled_at = excluded.disabled_at, disabled_reason = excluded.disabled_reason`.execute(
    db,
  )
  const enabled = row.disabledAt === null
  await sql`
    insert into cell.webhook_subscriptions as s (shard, org, endpoint, events, container_tags, enabled)
    values (${anyShard}, ${row.org}, ${row.endpoint}, ${row.events}::text[], ${row.containerTags}::text[], ${enabled})
    on conflict (shard, org, endpoint) do update
       set events = excluded.events, container_tags = excluded.container_tags, enabled = excluded.enabled,
           failures = case when excluded.enabled and not s.enabled then 0 else s.failures end,
           failing_since = case when excluded.enabled and not s.enabled then null else s.failing_since end,
           paused_until = case when excluded.enabled and not s.enabled then null else s.paused_until end`.execute(
    db,
  )
}

/** Returns false when there was none. */
export async function deleteEndpoint(db: Db, org: string, endpoint: string): Promise<boolean> {
  const isIt = sql`shard = ${anyShard} and org = ${org} and endpoint = ${endpoint}`
  await sql`delete from cell.webhook_subscriptions where ${isIt}`.execute(db)
  const { numAffectedRows } = await sql`delete from cell.webhook_endpoints where ${isIt}`.execute(db)
  return numAffectedRows === 1n
}

/** Switches an endpoint off because of its answers. Returns false when it was off already. */
export async function switchOff(
  db: Db,
  org: string,
  endpoint: string,
  reason: DisabledReason,
): Promise<boolean> {
  const isIt = sql`shard = ${anyShard} and org = ${org} and endpoint = ${endpoint}`
  await sql`update cell.webhook_subscriptions set enabled = false where ${isIt} and enabled`.execute(db)
  const { numAffectedRows } = await sql`
    update cell.webhook_endpoints set disabled_at = now(), disabled_reason = ${reason} where ${isIt} and disabled_at is null`.execute(
    db,
  )
  return numAffectedRows === 1n
}

export type Health = {
  failures: number
  failingSince: Date | null
  pausedUntil: Date | null
  isSlow: boolean
}

/** Notes how the endpoint fares. Written only when it changes: a healthy endpoint costs no write. */
export async function noteHealth(db: Db, org: string, endpoint: string, health: Health): Promise<void> {
  await sql`
    update cell.webhook_subscriptions set failures = ${health.failures}, failing_since = ${health.failingSince},
           paused_until = ${health.pausedUntil}, is_slow = ${health.isSlow}
     where shard = ${anyShard} and org = ${org} and endpoint = ${endpoint}
       and (failures, failing_since, paused_until, is_slow)
         is distinct from (${health.failures}::int, ${health.failingSince}::timestamptz, ${health.pausedUntil}::timestamptz, ${health.isSlow}::boolean)`.execute(
    db,
  )
}

/** Replaces a secret that has not changed; a concurrent rotation wins. */
export async function replaceSecret(
  db: Db,
  { org, endpoint }: { org: string; endpoint: string },
  column: 'secret' | 'previous_secret',
  { from, to }: { from: AnySealedValue; to: SealedValue },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update cell.webhook_endpoints set ${sql.ref(column)} = ${JSON.stringify(to)}::jsonb
     where shard = ${anyShard} and org = ${org} and endpoint = ${endpoint} and ${sql.ref(column)} = ${JSON.stringify(from)}::jsonb`.execute(
    db,
  )
  return numAffectedRows === 1n
}

import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import type { Operation } from '../../platform/routing/usage.ts'

/** Analytics writes `usage_hours`, and reads other tables for the names that it shows. */

/** Times are milliseconds since 1970, because they come from the clock once per request. */
export type UsageRow = {
  hour: number
  keyId: string
  type: Operation
  status: number
  requests: number
  durationMs: number
  maxDurationMs: number
  lastAt: number
  tokensIn: number
  tokensOut: number
}

export type Owner = { shard: number; org: string }

/** Adds to the counts of other processes, in key order, so that two of them wait for each other and never deadlock. */
export async function addUsage(db: Db, { shard, org }: Owner, rows: readonly UsageRow[]): Promise<void> {
  const of = <K extends keyof UsageRow>(name: K) => rows.map(row => row[name])
  await sql`
    insert into cell.usage_hours as u
      (shard, org, hour, key_id, type, status, requests, duration_ms, max_duration_ms, last_at, tokens_in, tokens_out)
    select ${shard}, ${org}, to_timestamp(hour / 1000.0), key_id, type, status, requests, duration_ms, max_duration_ms,
           to_timestamp(last_at / 1000.0), tokens_in, tokens_out
      from unnest(${of('hour')}::bigint[], ${of('keyId')}::text[], ${of('type')}::text[], ${of('status')}::smallint[],
                  ${of('requests')}::bigint[], ${of('durationMs')}::float8[], ${of('maxDurationMs')}::float8[],
                  ${of('lastAt')}::bigint[], ${of('tokensIn')}::bigint[], ${of('tokensOut')}::bigint[])
        as n (hour, key_id, type, status, requests, duration_ms, max_duration_ms, last_at, tokens_in, tokens_out)
     order by hour, key_id, type, status
    on conflict (shard, org, hour, key_id, type, status) do update
       set requests = u.requests + excluded.requests, duration_ms = u.duration_ms + excluded.duration_ms,
           max_duration_ms = greatest(u.max_duration_ms, excluded.max_duration_ms),
           last_at = greatest(u.last_at, excluded.last_at),
           tokens_in = u.tokens_in + excluded.tokens_in, tokens_out = u.tokens_out + excluded.tokens_out`.execute(
    db,
  )
}

/** The hours that began at `from` or later and before `to`. */
export type Range = { from: Date; to: Date }

/** Makes all later reads of the transaction see one snapshot, so that their sums agree. Must come first. */
export async function readOneMoment(db: Db): Promise<void> {
  await sql`set transaction isolation level repeatable read, read only`.execute(db)
}

export type Figures = { requests: number; errors: number; durationMs: number; lastAt: Date }

const figures = sql`sum(requests)::bigint as requests, coalesce(sum(requests) filter (where status >= 400), 0)::bigint as errors,
  sum(duration_ms) as "durationMs", max(last_at) as "lastAt"`

const within = ({ shard, org }: Owner, { from, to }: Range): RawBuilder<unknown> =>
  sql`shard = ${shard} and org = ${org} and hour >= ${from} and hour < ${to}`

export async function sumByType(db: Db, owner: Owner, range: Range): Promise<(Figures & { type: string })[]> {
  const { rows } = await sql<Figures & { type: string }>`
    select type, ${figures} from cell.usage_hours where ${within(owner, range)}
     group by type order by requests desc, type`.execute(db)
  return rows
}

export async function sumByHour(db: Db, owner: Owner, range: Range): Promise<(Figures & { hour: Date })[]> {
  const { rows } = await sql<Figures & { hour: Date }>`
    select hour, ${figures} from cell.usage_hours where ${within(owner, range)} group by hour order by hour`.execute(
    db,
  )
  return rows
}

export type KeyPage = { orderBy: 'requests' | 'errors'; page: number; limit: number }

export async function sumByKey(
  db: Db,
  owner: Owner,
  range: Range,
  { orderBy, page, limit }: KeyPage,
): Promise<(Figures & { keyId: string })[]> {
  const { rows } = await sql<Figures & { keyId: string }>`
    select key_id as "keyId", ${figures} from cell.usage_hours where ${within(owner, range)}
     group by key_id order by ${sql.ref(orderBy)} desc, requests desc, key_id limit ${limit} offset ${(page - 1) * limit}`.execute(
    db,
  )
  return rows
}

export async function countKeys(db: Db, owner: Owner, range: Range): Promise<number> {
  const { rows } = await sql<{ keys: number }>`
    select count(distinct key_id) as keys from cell.usage_hours where ${within(owner, range)}`.execute(db)
  return rows[0]!.keys
}

export type Failure = { type: string; status: number; requests: number }

export async function sumFailures(db: Db, owner: Owner, range: Range): Promise<Failure[]> {
  const { rows } = await sql<Failure>`
    select type, status, sum(requests)::bigint as requests from cell.usage_hours
     where ${within(owner, range)} and status >= 400 group by type, status order by requests desc, type, status`.execute(
    db,
  )
  return rows
}

export type UsageWindow = Range & { name: string }
/** Requests of all operations, and the tokens of chats that the router has forwarded. */
export type WindowSums = {
  requests: number
  /** Requests that wait for nobody else, and their durations: those of the router last as long as their provider. */
  ownRequests: number
  durationMs: number
  tokensIn: number
  tokensOut: number
}

/** Only the router knows what a chat would have sent without it. */
const routed: Operation = 'router'

/** Sums over any number of ranges, which may overlap, each an index scan. Returns a sum for every name. */
export async function sumWindows(
  db: Db,
  { shard, org }: Owner,
  windows: readonly UsageWindow[],
): Promise<Map<string, WindowSums>> {
  const { rows } = await sql<WindowSums & { name: string }>`
    select w.name, coalesce(sum(requests), 0)::bigint as requests,
           coalesce(sum(requests) filter (where type <> ${routed}), 0)::bigint as "ownRequests",
           coalesce(sum(duration_ms) filter (where type <> ${routed}), 0) as "durationMs",
           coalesce(sum(tokens_in) filter (where type = ${routed}), 0)::bigint as "tokensIn",
           coalesce(sum(tokens_out) filter (where type = ${routed}), 0)::bigint as "tokensOut"
      from unnest(${windows.map(({ name }) => name)}::text[], ${windows.map(({ from }) => from)}::timestamptz[],
                  ${windows.map(({ to }) => to)}::timestamptz[]) as w (name, first, until)
      left join cell.usage_hours u on u.shard = ${shard} and u.org = ${org} and u.hour >= w.first and u.hour < w.until
     group by w.name`.execute(db)
  return new Map(rows.map(({ name, ...sums }) => [name, sums]))
}

/** Names of keys, including disabled ones. */
export async function findKeyNames(
  directory: Db,
  org: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from directory.keys where org = ${org} and id = any(${ids}::text[])
    union all
    select 'person:' || id, name from directory.people
     where id in (select substr(named, 8) from unnest(${ids}::text[]) named where named like 'person:%')`.execute(
    directory,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Months whose partitions are created in advance. A worker that is down for longer processes no documents either. */
const monthsAhead = 3

/** Maintenance: creates the partitions of coming months and drops those whose last day is older than `retentionDays`. */
export async function keepUsagePartitions(db: Db, retentionDays: number): Promise<void> {
  await sql`select cell.ensure_usage_partitions(${monthsAhead})`.execute(db)
  await sql`select cell.drop_usage_before(now() - ${retentionDays} * interval '1 day')`.execute(db)
}

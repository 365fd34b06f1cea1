import { type RawBuilder, sql } from 'kysely'
import { deleteOldest } from '../../platform/db/delete-oldest.ts'
import type { Db } from '../../platform/db/tx.ts'
import type { Owner, Range } from './store.ts'

/** `cell.request_log`: one row for each request of an organization. */

export type LoggedRequest = {
  at: Date
  id: string
  keyId: string
  operation: string
  method: string
  route: string
  status: number
  ms: number
  requestId: string
}

export async function insertRequests(
  db: Db,
  { shard, org }: Owner,
  rows: readonly LoggedRequest[],
): Promise<void> {
  const of = <K extends keyof LoggedRequest>(name: K) => rows.map(row => row[name])
  await sql`
    insert into cell.request_log (shard, org, at, id, key_id, operation, method, route, status, ms, request_id)
    select ${shard}, ${org}, * from unnest(${of('at')}::timestamptz[], ${of('id')}::uuid[], ${of('keyId')}::text[],
      ${of('operation')}::text[], ${of('method')}::text[], ${of('route')}::text[], ${of('status')}::smallint[], ${of('ms')}::real[],
      ${of('requestId')}::text[])`.execute(db)
}

/** Requests of one kind, by the conditions that the caller gives. */
export type RequestFilter = {
  operation?: string | undefined
  keyId?: string | undefined
  /** The lowest and the highest status. */
  status?: readonly [number, number] | undefined
}

export type RequestCursor = { at: Date; id: string }

const within = ({ shard, org }: Owner, { from, to }: Range): RawBuilder<unknown> =>
  sql`shard = ${shard} and org = ${org} and at >= ${from} and at < ${to}`

/**
 * Looks at the next `most` requests, the latest first, and returns those that match, at most `take`. `last` is the
 * request where it stopped without having found enough: a filter that matches little must not make one request read the
 * whole log.
 */
export async function selectRequests(
  db: Db,
  owner: Owner,
  range: Range,
  { operation, keyId, status }: RequestFilter,
  { before, take, most }: { before: RequestCursor | undefined; take: number; most: number },
): Promise<{ rows: LoggedRequest[]; last: RequestCursor | undefined }> {
  const after = before ? sql`and (at, id) < (${before.at}, ${before.id}::uuid)` : sql``
  const latest = sql`select * from cell.request_log where ${within(owner, range)} ${after} order by at desc, id desc`
  const conditions = [
    ...(operation === undefined ? [] : [sql`operation = ${operation}`]),
    ...(keyId === undefined ? [] : [sql`key_id = ${keyId}`]),
    ...(status === undefined ? [] : [sql`status between ${status[0]} and ${status[1]}`]),
    sql`true`,
  ]
  const { rows } = await sql<LoggedRequest>`
    select at, id, key_id as "keyId", operation, method, route, status, ms, request_id as "requestId"
      from (${latest} limit ${most}) seen where ${sql.join(conditions, sql` and `)}
     order by at desc, id desc limit ${take}`.execute(db)
  if (rows.length === take) return { rows, last: undefined }
  const { rows: ends } = await sql<RequestCursor>`
    select at, id from (${latest} offset ${most - 1} limit 1) r`.execute(db)
  return { rows, last: ends[0] }
}

export type Latency = {
  operation: string
  count: number
  p50: number
  p90: number
  p95: number
  p99: number
  max: number
}

/** Percentiles of the durations of the latest `most` requests in a range, by operation. */
export async function sumLatency(db: Db, owner: Owner, range: Range, most: number): Promise<Latency[]> {
  const { rows } = await sql<Omit<Latency, 'p50' | 'p90' | 'p95' | 'p99'> & { p: number[] }>`
    select operation, count(*)::int as count, max(ms)::float8 as max,
           percentile_cont(array[0.5, 0.9, 0.95, 0.99]) within group (order by ms) as p
      from (select operation, ms from cell.request_log where ${within(owner, range)} order by at desc, id desc limit ${most}) r
     group by operation order by count desc, operation`.execute(db)
  return rows.map(({ p: [p50, p90, p95, p99], ...row }) => ({
    ...row,
    p50: p50!,
    p90: p90!,
    p95: p95!,
    p99: p99!,
  }))
}

/** Maintenance: deletes old requests, oldest first. Returns how many. */
export async function dropOldRequests(db: Db, olderThanHours: number, most: number): Promise<number> {
  return deleteOldest(db, { table: 'cell.request_log', age: 'at', olderThanHours }, most)
}

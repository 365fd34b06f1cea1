import { sql } from 'kysely'
import { deleteOldest } from '../../platform/db/delete-oldest.ts'
import type { Db } from '../../platform/db/tx.ts'

/** A request with an Idempotency-Key. Keys belong to their sender: two API keys may use the same value. */
export type IdempotentRequest = {
  org: string
  homeShard: number
  principal: string
  route: string
  key: string
  requestHash: Buffer
}

/** The item number of the whole request; its parts are numbered from 0. */
export const wholeRequest = -1

export type StoredAnswer = { item: number; isSame: boolean; response: unknown }

/**
 * Locks the request until the end of the transaction, which a dying process ends. Nobody waits: returns false for the
 * second caller.
 */
export async function lockKey(db: Db, { org, principal, route, key }: IdempotentRequest): Promise<boolean> {
  const name = JSON.stringify([org, principal, route, key])
  const { rows } = await sql<{ isOurs: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as "isOurs"`.execute(db)
  return rows[0]!.isOurs
}

const of = ({ org, principal, route, key }: IdempotentRequest, shard: number) =>
  sql`shard = ${shard} and org = ${org} and principal = ${principal} and route = ${route} and key = ${key}`

/** Stored answers to the request, or to these items of it. */
export async function findStoredAnswers(
  db: Db,
  request: IdempotentRequest,
  shard: number,
  items: readonly number[],
): Promise<StoredAnswer[]> {
  const { rows } = await sql<StoredAnswer>`
    select item, request_hash = ${request.requestHash} as "isSame", response from cell.idempotency_keys
     where ${of(request, shard)} and item = any(${items}::int[]) and created_at >= now() - interval '24 hours'`.execute(
    db,
  )
  return rows
}

/** Stores one row for each part with its answer. A row without an answer only binds the key to its body. */
export async function storeRequestAnswers(
  db: Db,
  request: IdempotentRequest,
  shard: number,
  answers: readonly { item: number; response: unknown }[],
): Promise<void> {
  const { org, principal, route, key, requestHash } = request
  const json = answers.map(({ response }) => (response === undefined ? null : JSON.stringify(response)))
  await sql`
    insert into cell.idempotency_keys (shard, org, principal, route, key, item, request_hash, response)
    select ${shard}, ${org}, ${principal}, ${route}, ${key}, item, ${requestHash}, response
      from unnest(${answers.map(({ item }) => item)}::int[], ${json}::jsonb[]) as given (item, response)
    on conflict (shard, org, principal, route, key, item) do update
       set request_hash = excluded.request_hash, response = excluded.response, created_at = now()`.execute(db)
}

/** A request that did nothing releases its key. */
export async function releaseKey(db: Db, request: IdempotentRequest, shard: number): Promise<void> {
  await sql`
    delete from cell.idempotency_keys where ${of(request, shard)} and item = ${wholeRequest} and response is null`.execute(
    db,
  )
}

/** Deletes up to `most` keys that have expired. Returns how many. */
export async function dropExpiredKeys(db: Db, most: number): Promise<number> {
  return deleteOldest(db, { table: 'cell.idempotency_keys', age: 'created_at', olderThanHours: 24 }, most)
}

import { sql } from 'kysely'
import type { Db } from '../db/tx.ts'

export type KeyedRequest = { shard: number; org: string; route: string; key: string; requestHash: Buffer }

export type Claimed =
  | { kind: 'ours' }
  | { kind: 'answered'; response: unknown }
  | { kind: 'running' }
  | { kind: 'other' }

/** Claims a key for a request, or says what became of the one that has it. A request that was never answered gives its key up. */
export async function claimKey(db: Db, request: KeyedRequest): Promise<Claimed> {
  const { shard, org, route, key, requestHash } = request
  const claimed = await sql`
    insert into cell.idempotency_keys as k (shard, org, route, key, request_hash)
    values (${shard}, ${org}, ${route}, ${key}, ${requestHash})
    on conflict (shard, org, route, key) do update set request_hash = excluded.request_hash, response = null, created_at = now()
     where k.created_at < now() - interval '24 hours'
        or (k.response is null and k.created_at < now() - interval '5 minutes')`.execute(db)
  if (claimed.numAffectedRows === 1n) return { kind: 'ours' }
  const { rows } = await sql<{ isSame: boolean; response: unknown }>`
    select request_hash = ${requestHash} as "isSame", response from cell.idempotency_keys
     where shard = ${shard} and org = ${org} and route = ${route} and key = ${key}`.execute(db)
  const found = rows[0]
  if (!found) return { kind: 'running' }
  if (!found.isSame) return { kind: 'other' }
  return found.response === null ? { kind: 'running' } : { kind: 'answered', response: found.response }
}

export async function keepResponse(db: Db, request: KeyedRequest, response: unknown): Promise<void> {
  await sql`
    update cell.idempotency_keys set response = ${JSON.stringify(response)}::jsonb
     where shard = ${request.shard} and org = ${request.org} and route = ${request.route} and key = ${request.key}`.execute(
    db,
  )
}

export async function releaseKey(db: Db, request: KeyedRequest): Promise<void> {
  await sql`
    delete from cell.idempotency_keys
     where shard = ${request.shard} and org = ${request.org} and route = ${request.route} and key = ${request.key}
       and response is null`.execute(db)
}

export async function dropExpiredKeys(db: Db): Promise<void> {
  await sql`delete from cell.idempotency_keys where created_at < now() - interval '24 hours'`.execute(db)
}

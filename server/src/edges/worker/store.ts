import { sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'

/** The interval of a worker's heartbeat, and the silence after which it counts as dead. */
export const heartbeatMs = 10_000
const silentMs = 4 * heartbeatMs

/**
 * Uses the database's clock, the only one all processes share. A heartbeat also removes the rows of workers that died a
 * day ago.
 */
export async function recordHeartbeat(db: Db, name: string): Promise<void> {
  await sql`insert into directory.workers (name) values (${name})
    on conflict (name) do update set seen_at = now()`.execute(db)
  await sql`delete from directory.workers where seen_at < now() - interval '1 day'`.execute(db)
}

export async function removeWorker(db: Db, name: string): Promise<void> {
  await sql`delete from directory.workers where name = ${name}`.execute(db)
}

export type WorkerCount = { alive: number; lastSeenSeconds: number | null }

export async function countWorkers(db: Db): Promise<WorkerCount> {
  const { rows } = await sql<WorkerCount>`
    select count(*) filter (where seen_at > now() - ${silentMs} * interval '1 millisecond')::int as alive,
           round(extract(epoch from now() - max(seen_at)))::int as "lastSeenSeconds"
      from directory.workers`.execute(db)
  return rows[0]!
}

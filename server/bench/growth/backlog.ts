import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { say } from '../../measure/report.ts'
import type { GrowthCell, Scene } from './scene.ts'

/** Documents that wait for a worker, and the age of the one that has waited longest. */
export type Backlog = { documents: number; oldestSeconds: number }

export async function readBacklog(client: pg.Client): Promise<Backlog> {
  const { rows } = await client.query<Backlog>(
    `select count(*)::int as documents, coalesce(extract(epoch from now() - min(created_at)), 0)::int as "oldestSeconds"
       from cell.documents where due_at is not null and due_at <= now()`,
  )
  return rows[0]!
}

/** Documents that are neither done nor failed, also those that a worker has just claimed. */
export async function countPending(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pending: number }>(
    'select coalesce(sum(pending), 0)::int as pending from cell.containers',
  )
  return rows[0]!.pending
}

/** A kept cell may have documents that an earlier soak left queued. They would be processed while something is measured. */
export async function untilIdle({ trial, settings }: Scene, { name, client }: GrowthCell): Promise<void> {
  if ((await countPending(client)) === 0) return
  say(`${name}: processing documents that an earlier run left`)
  const worker = await trial.processes.start('worker', `idle-${name}`, settings)
  while ((await countPending(client)) > 0) await sleep(1_000)
  await worker.end()
}

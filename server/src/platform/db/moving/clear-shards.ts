import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { listPartitionsOf } from './moved-tables.ts'

const rowsPerBatch = 20_000

/**
 * Deletes all rows of shards from a cell that does not hold them, some thousands at a time. Triggers do not run: counters
 * are rows of the shards too, and go with them.
 */
export async function clearShards(
  client: pg.Client,
  shards: readonly number[],
  { load, onRows }: { load: number; onRows?(table: string, rows: number): void },
): Promise<number> {
  let cleared = 0
  await client.query('set session_replication_role = replica')
  try {
    for (const { table, name } of await listPartitionsOf(client, shards)) {
      for (;;) {
        const started = performance.now()
        const { rowCount } = await client.query(
          `delete from cell.${name} where ctid = any (array(select ctid from cell.${name} where shard = any($1) limit ${rowsPerBatch}))`,
          [shards],
        )
        const rows = rowCount ?? 0
        cleared += rows
        if (rows > 0) onRows?.(table, rows)
        if (rows < rowsPerBatch) break
        await sleep(((performance.now() - started) * (100 - load)) / load)
      }
    }
    await client.query('delete from work.wakes where shard = any($1)', [shards])
    await client.query('delete from work.wakes_later where shard = any($1)', [shards])
  } finally {
    await client.query('reset session_replication_role')
  }
  return cleared
}

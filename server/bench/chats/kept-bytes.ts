import type pg from 'pg'
import type { BenchApp } from '../bare/start-app.ts'

/** Size of all revisions on disk, with their indexes and without the space of dead rows. */
export async function keptBytes(_app: BenchApp, client: pg.Client): Promise<number> {
  await client.query('vacuum (full) cell.revisions')
  const { rows } = await client.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(relid)) as bytes from pg_partition_tree('cell.revisions') where isleaf`,
  )
  return Number(rows[0]!.bytes)
}

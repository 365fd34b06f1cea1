import type pg from 'pg'
import { tidyRevisions } from '../../src/features/documents/tidy-revisions.ts'
import type { BenchApp } from '../bare/start-app.ts'

/** Size of all revisions on disk after upkeep, with their indexes and without the space of dead rows. */
export async function keptBytes({ app }: BenchApp, client: pg.Client): Promise<number> {
  await client.query('update cell.revisions set tidy_at = now() where tidy_at is not null')
  for (const cell of app.cells.all) while ((await tidyRevisions(cell)) > 0);
  await client.query('vacuum (full) cell.revisions')
  const { rows } = await client.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(relid)) as bytes from pg_partition_tree('cell.revisions') where isleaf`,
  )
  return Number(rows[0]!.bytes)
}

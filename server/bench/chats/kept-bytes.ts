import type pg from 'pg'
import { tidyRevisions } from '../../src/features/documents/tidy-revisions.ts'
import type { BenchApp } from '../bare/start-app.ts'

/**
 * Size of all revisions on disk after upkeep, with their indexes. It is that of a copy, which has no dead rows: `vacuum
 * full` leaves those that any other transaction of the database, such as an autoanalyze, might still see.
 */
export async function keptBytes({ app }: BenchApp, client: pg.Client): Promise<number> {
  await client.query('update cell.revisions set tidy_at = now() where tidy_at is not null')
  for (const cell of app.cells.all) while ((await tidyRevisions(cell)) > 0);
  await client.query('create table public.kept_revisions (like cell.revisions including all)')
  await client.query('insert into public.kept_revisions select * from cell.revisions')
  const { rows } = await client.query<{ bytes: string }>(
    `select pg_total_relation_size('public.kept_revisions') as bytes`,
  )
  return Number(rows[0]!.bytes)
}

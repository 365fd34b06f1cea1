import type { Source } from '../tx.ts'

/** A process that has not read the map for this long is dead or cut off. It reads the map before it does anything else. */
const silentSeconds = 20

type Announcement = { cells: readonly string[]; mapReadAt: Date | undefined }

/** Lists a process with the cells that it knows and the time of its map of shards. */
export async function announceProcess(
  { pool }: Source,
  name: string,
  { cells, mapReadAt = new Date(0) }: Announcement,
): Promise<void> {
  await pool.query(
    `insert into directory.processes (name, cells, map_read_at) values ($1, $2, $3)
     on conflict (name) do update set cells = excluded.cells, map_read_at = excluded.map_read_at`,
    [name, cells, mapReadAt],
  )
}

export async function forgetProcess({ pool }: Source, name: string): Promise<void> {
  await pool.query('delete from directory.processes where name = $1', [name])
}

type Queries = { query<Row extends object>(text: string, values: unknown[]): Promise<{ rows: Row[] }> }

/** Running processes that do not know a cell: it is missing in their CELL_URLS. */
export async function processesWithout(directory: Queries, cell: string): Promise<string[]> {
  const { rows } = await directory.query<{ name: string }>(
    `select name from directory.processes
      where map_read_at > clock_timestamp() - $2 * interval '1 second' and not $1 = any(cells)`,
    [cell, silentSeconds],
  )
  return rows.map(({ name }) => name)
}

/** Running processes that have not read the map since a time of the directory's clock. */
export async function processesUnaware(directory: Queries, since: Date): Promise<string[]> {
  const { rows } = await directory.query<{ name: string }>(
    `select name from directory.processes
      where map_read_at > clock_timestamp() - $2 * interval '1 second' and map_read_at <= $1`,
    [since, silentSeconds],
  )
  return rows.map(({ name }) => name)
}

import type pg from 'pg'
import { lockTimeoutMs } from './retry-lock.ts'

/** The directory cannot be moved now. The message says why. */
export class MoveDirectoryError extends Error {}

export type MovedDirectory = { tables: number; rows: number }

const rowsPerBatch = 500

/** The name of the schema afterwards, in the database that the directory has left. */
export const movedSchema = 'directory_moved'

/**
 * Copies the directory's tables into another database that has them and has no rows in them, and then renames the old schema,
 * so that a process with the old settings fails instead of using it. Unlogged tables are left out: heartbeats and the state of
 * limits. Interrupted before its end, it leaves the old directory as it was.
 */
export async function moveDirectory(from: pg.Client, to: pg.Client): Promise<MovedDirectory> {
  await from.query(`begin; set local lock_timeout = ${lockTimeoutMs}`)
  await to.query('begin')
  try {
    await refuseRunning(from)
    const tables = await listTables(from)
    if (tables.length === 0) throw new MoveDirectoryError('DATABASE_URL has no directory to move.')
    await refuseUsed(to, tables)
    await from.query(`lock table ${tables.map(quoted).join(', ')} in access exclusive mode`)
    let rows = 0
    for (const table of tables) rows += await copyTable(from, to, table)
    await advanceSequences(to)
    await to.query('commit')
    await from.query(`alter schema directory rename to ${movedSchema}; commit`)
    return { tables: tables.length, rows }
  } catch (error) {
    await Promise.allSettled([from.query('rollback'), to.query('rollback')])
    throw error
  }
}

const quoted = (table: string) => `directory."${table}"`

/** A process that runs would go on with the tables that are renamed under it. */
async function refuseRunning(from: pg.Client): Promise<void> {
  const { rows } = await from.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and application_name like 'reverie %' and application_name not like 'reverie migrate %' order by 1 limit 3`,
  )
  if (rows.length > 0)
    throw new MoveDirectoryError(
      `Processes still use DATABASE_URL: ${rows.map(({ name }) => name).join(', ')}.\nStop every process of Reverie, and run this again.`,
    )
}

/** Lists tables so that each comes after the ones that it refers to. */
async function listTables(from: pg.Client): Promise<string[]> {
  const { rows } = await from.query<{ name: string; needs: string[] }>(
    `select relname::text as name,
            array(select f.relname::text from pg_constraint c join pg_class f on f.oid = c.confrelid
                   where c.conrelid = t.oid and c.contype = 'f' and c.confrelid <> t.oid) as needs
       from pg_class t
      where relnamespace = to_regnamespace('directory') and relkind = 'r' and relpersistence = 'p' order by 1`,
  )
  const listed: string[] = []
  while (listed.length < rows.length) {
    const next = rows.find(
      ({ name, needs }) => !listed.includes(name) && needs.every(each => listed.includes(each)),
    )
    if (!next) throw new Error('The tables of the directory refer to each other in a circle')
    listed.push(next.name)
  }
  return listed
}

async function refuseUsed(to: pg.Client, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    const { rowCount } = await to.query(`select from ${quoted(table)} limit 1`)
    if (rowCount !== 0)
      throw new MoveDirectoryError(
        `DIRECTORY_URL already has a directory with rows in ${table}. Name an empty database.`,
      )
  }
}

/** As JSON, which keeps every type of the tables as it is. */
async function copyTable(from: pg.Client, to: pg.Client, table: string): Promise<number> {
  await from.query(
    `declare copied no scroll cursor for select to_jsonb(t)::text as row from ${quoted(table)} t`,
  )
  let copied = 0
  for (;;) {
    const { rows } = await from.query<{ row: string }>(`fetch ${rowsPerBatch} from copied`)
    if (rows.length === 0) break
    const { rowCount } = await to.query(
      `insert into ${quoted(table)} overriding system value
       select * from jsonb_populate_recordset(null::${quoted(table)}, $1::jsonb)`,
      [`[${rows.map(({ row }) => row).join(',')}]`],
    )
    if (rowCount !== rows.length) throw new Error(`Of ${table}, ${rows.length} rows became ${rowCount}`)
    copied += rows.length
  }
  await from.query('close copied')
  return copied
}

/** The next row gets the number after the last one that was copied. */
async function advanceSequences(to: pg.Client): Promise<void> {
  const { rows } = await to.query<{ table: string; column: string }>(
    `select c.relname::text as table, a.attname::text as column from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = to_regnamespace('directory') and c.relkind = 'r' and a.attidentity <> ''`,
  )
  for (const { table, column } of rows)
    await to.query(
      `select setval(pg_get_serial_sequence('${quoted(table)}', '${column}'), max("${column}")) from ${quoted(table)}
       having max("${column}") is not null`,
    )
}

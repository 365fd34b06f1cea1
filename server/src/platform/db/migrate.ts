import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { SHARD_COUNT } from '../lib/ids.ts'
import { unlimited } from './as-owner.ts'
import type { CellAddress } from './cells.ts'
import { checkEngine } from './check-engine.ts'
import { connectTo } from './start-up-options.ts'

type MigrationPart = 'directory' | 'cell'
export type AppliedMigration = { cell: string; part: MigrationPart; name: string }

export type MigrateOptions = {
  partitions: number
  /** Creates the login that processes use. */
  ensureLogin?(owner: pg.Client, cell: CellAddress): Promise<void>
}

const folder = join(import.meta.dirname, 'migrations')

/**
 * Migrates the directory and every cell, and assigns shards to cells that have none. Forward only; each migration runs
 * in its own transaction; safe when several processes start at once.
 */
export async function migrate(
  cells: readonly CellAddress[],
  options: MigrateOptions,
): Promise<AppliedMigration[]> {
  const applied: AppliedMigration[] = []
  for (const [index, cell] of cells.entries()) {
    const ownerUrl = cell.ownerUrl ?? cell.url
    const client = new pg.Client(connectTo(ownerUrl, unlimited))
    await client.connect()
    try {
      await checkEngine(client, cell.name)
      // Another process that starts at the same moment waits here until we disconnect, and then finds the work done.
      await client.query(`select pg_advisory_lock(hashtext('reverie migrations'))`)
      const parts: MigrationPart[] = index === 0 ? ['directory', 'cell'] : ['cell']
      for (const part of parts) {
        for (const name of await migratePart(client, part)) applied.push({ cell: cell.name, part, name })
      }
      await client.query('select cell.create_partitions($1)', [options.partitions])
      await client.query('grant select on public.reverie_migrations to reverie_app')
      await options.ensureLogin?.(client, cell)
      if (index === 0) await assignShards(client, cells)
    } finally {
      await client.end()
    }
  }
  return applied
}

async function migratePart(client: pg.Client, part: MigrationPart): Promise<string[]> {
  await createRoles(client)
  await client.query(`create table if not exists public.reverie_migrations (
    part text not null, name text not null, checksum text not null,
    applied_at timestamptz not null default now(), primary key (part, name))`)
  const done: string[] = []
  for (const migration of readMigrations(part)) {
    if (await applyOnce(client, part, migration)) done.push(migration.name)
  }
  return done
}

async function applyOnce(
  client: pg.Client,
  part: MigrationPart,
  { name, sql, checksum }: Migration,
): Promise<boolean> {
  await client.query('begin')
  try {
    const known = await client.query<{ checksum: string }>(
      'select checksum from public.reverie_migrations where part = $1 and name = $2',
      [part, name],
    )
    const recorded = known.rows[0]?.checksum
    if (recorded && recorded !== checksum) {
      throw new Error(`Migration ${part}/${name} was changed after it ran. Add a new migration instead.`)
    }
    if (!recorded) {
      await client.query(sql)
      await client.query('insert into public.reverie_migrations (part, name, checksum) values ($1, $2, $3)', [
        part,
        name,
        checksum,
      ])
    }
    await client.query('commit')
    return !recorded
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

type Migration = { name: string; sql: string; checksum: string }

function readMigrations(part: MigrationPart): Migration[] {
  const files = readdirSync(join(folder, part)).filter(file => file.endsWith('.sql'))
  return files.sort().map(file => {
    const sql = readFileSync(join(folder, part, file), 'utf8')
    return { name: file.replace(/\.sql$/, ''), sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}

/** Lists the migrations of this build that a database has not had yet. */
export async function pendingMigrations(client: pg.Client | pg.Pool, part: MigrationPart): Promise<string[]> {
  const exists = await client.query(`select to_regclass('public.reverie_migrations') is not null as yes`)
  if (!exists.rows[0].yes) return readMigrations(part).map(({ name }) => name)
  const { rows } = await client.query<{ name: string }>(
    'select name from public.reverie_migrations where part = $1',
    [part],
  )
  const done = new Set(rows.map(row => row.name))
  return readMigrations(part)
    .map(({ name }) => name)
    .filter(name => !done.has(name))
}

/** Roles belong to the server and not to a database, so two databases that are migrated at once may conflict here. */
async function createRoles(client: pg.Client): Promise<void> {
  for (const role of ['reverie_app', 'reverie_maintenance', 'reverie_seeker']) {
    await client.query(`do $$ begin create role ${role} nologin;
      exception when duplicate_object or unique_violation then null; end $$`)
    await client.query(`do $$ begin execute format('grant ${role} to %I', current_user);
      exception when unique_violation or invalid_grant_operation or internal_error then null; end $$`)
  }
  await client.query('grant select on all tables in schema public to reverie_app').catch(() => undefined)
}

/**
 * A new installation spreads its shards evenly. A cell that joins later takes over shards without an organization.
 * Shards with rows stay where they are until they are moved.
 */
async function assignShards(client: pg.Client, cells: readonly CellAddress[]): Promise<void> {
  const names = cells.map(cell => cell.name)
  await client.query('begin')
  // Waits for organizations that are being created, which hold their shard's row, and makes new ones wait.
  await client.query('lock table directory.shards in exclusive mode')
  const joined = await client.query(
    'insert into directory.cells (name) select unnest($1::text[]) on conflict do nothing returning name',
    [names],
  )
  if (joined.rowCount) {
    await client.query(
      `insert into directory.shards as s (shard, cell)
       select n, ($1::text[])[1 + n % cardinality($1::text[])] from generate_series(0, $2::int - 1) n
       where not exists (select from directory.organizations o where o.home_shard = n or o.spread)
       on conflict (shard) do update set cell = excluded.cell`,
      [names, SHARD_COUNT],
    )
  }
  await client.query('commit')
}

import pg from 'pg'
import { type Addresses, type CellAddress, directoryOf, ownerUrlOf } from './addresses.ts'
import { unlimited } from './as-owner.ts'
import { checkEngine } from './check-engine.ts'
import { applyMigration } from './migrating/apply-migration.ts'
import { assignShards } from './migrating/assign-shards.ts'
import { type MigrationPart, ownMigrations, readMigrations } from './migrating/read-migrations.ts'
import { refuseLostDirectory } from './migrating/refuse-lost-directory.ts'
import { type Patience, usualPatienceMs } from './migrating/retry-lock.ts'
import { takeTurn } from './migrating/take-turn.ts'
import { connectTo } from './start-up-options.ts'

export type AppliedMigration = { cell: string; part: MigrationPart; name: string }

export type MigrateOptions = {
  partitions: number
  /** Creates the login that processes use. */
  ensureLogin?(owner: pg.Client, cell: CellAddress): Promise<void>
  /** Told when a migration waits for a lock. */
  onWait?(message: string): void
  /** Time for each migration to get its locks. Default: ten minutes. */
  patienceMs?: number
  /** Default: the migrations of this build. */
  folder?: string
}

/**
 * Migrates the directory and every cell, and assigns shards to cells that have none. Forward only; safe while processes
 * of this version and the one before are running, and when several processes migrate at once.
 */
export async function migrate(
  given: Addresses | readonly CellAddress[],
  options: MigrateOptions,
): Promise<AppliedMigration[]> {
  const addresses = 'cells' in given ? given : { cells: given }
  const { cells } = addresses
  const applied: AppliedMigration[] = []
  for (const [address, parts] of partsOf(addresses))
    applied.push(...(await migrateOne(address, parts, options)))
  const names = cells.map(({ name }) => name)
  await inTurn(directoryOf(addresses), ['directory'], async client => {
    const [first] = cells
    if (addresses.directory && first) await refuseLostDirectory(client, first)
    await assignShards(client, names, patienceOf(options))
  })
  return applied
}

/** Migrates a cell that is to join, without giving it shards. */
export function migrateCell(cell: CellAddress, options: MigrateOptions): Promise<AppliedMigration[]> {
  return migrateOne(cell, ['cell'], options)
}

async function migrateOne(
  address: CellAddress,
  parts: readonly MigrationPart[],
  options: MigrateOptions,
): Promise<AppliedMigration[]> {
  const applied: AppliedMigration[] = []
  await inTurn(address, parts, async client => {
    for (const part of parts)
      for (const name of await migratePart(client, part, options, patienceOf(options)))
        applied.push({ cell: address.name, part, name })
    if (parts.includes('cell')) await finishCell(client, options)
    await client.query('grant select on public.reverie_migrations to reverie_app')
    await options.ensureLogin?.(client, address)
  })
  return applied
}

const patienceOf = ({ patienceMs, onWait }: MigrateOptions): Patience => ({
  ms: patienceMs ?? usualPatienceMs,
  onWait,
})

/** The parts of each database: the directory is with the first cell, unless it has a database of its own. */
export function partsOf({ cells, directory }: Addresses): [CellAddress, MigrationPart[]][] {
  if (directory) return [[directory, ['directory']], ...cells.map(cell => withParts(cell, ['cell']))]
  return cells.map((cell, i) => withParts(cell, i === 0 ? ['directory', 'cell'] : ['cell']))
}

const withParts = (cell: CellAddress, parts: MigrationPart[]): [CellAddress, MigrationPart[]] => [cell, parts]

/** Another process that starts at the same moment waits until we disconnect, and then finds the work done. */
async function inTurn(
  cell: CellAddress,
  parts: readonly MigrationPart[],
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({
    ...connectTo(ownerUrlOf(cell), unlimited),
    application_name: `reverie migrate ${cell.name}`,
  })
  await client.connect()
  try {
    await checkEngine(client, cell.name, parts.includes('cell') ? 'cell' : 'directory')
    await takeTurn(client)
    await work(client)
  } finally {
    await client.end()
  }
}

async function migratePart(
  client: pg.Client,
  part: MigrationPart,
  { folder = ownMigrations }: MigrateOptions,
  patience: Patience,
): Promise<string[]> {
  await createRoles(client)
  await client.query(`create table if not exists public.reverie_migrations (
    part text not null, name text not null, checksum text not null,
    applied_at timestamptz not null default now(), primary key (part, name))`)
  const recorded = await readRecorded(client, part)
  const applied: string[] = []
  for (const migration of readMigrations(folder, part)) {
    const known = recorded.get(migration.name)
    if (known === migration.checksum) continue
    if (known !== undefined)
      throw new Error(
        `Migration ${part}/${migration.name} was changed after it ran. Add a new migration instead.`,
      )
    await applyMigration(client, part, migration, patience)
    applied.push(migration.name)
  }
  return applied
}

/** The checksum of each migration that the database has had. */
async function readRecorded(client: pg.Client | pg.Pool, part: MigrationPart): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from public.reverie_migrations where part = $1',
    [part],
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

/** Partitions of new tables. */
async function finishCell(client: pg.Client, options: MigrateOptions): Promise<void> {
  await client.query('select cell.create_partitions($1)', [options.partitions])
  await client.query('select cell.tune_vacuum()')
}

/** Lists the migrations of this build that a database has not had yet. */
export async function pendingMigrations(client: pg.Client | pg.Pool, part: MigrationPart): Promise<string[]> {
  const names = readMigrations(ownMigrations, part).map(({ name }) => name)
  const exists = await client.query(`select to_regclass('public.reverie_migrations') is not null as yes`)
  if (!exists.rows[0].yes) return names
  const recorded = await readRecorded(client, part)
  return names.filter(name => !recorded.has(name))
}

/** With how the owner is a member: it must become `reverie_backfill` to have its rights, and else is bound like before. */
const roles = {
  reverie_app: '',
  reverie_maintenance: '',
  reverie_seeker: '',
  reverie_backfill: 'with inherit false, set true',
}

/** Roles belong to the server and not to a database, so two databases that are migrated at once may conflict here. */
async function createRoles(client: pg.Client): Promise<void> {
  for (const [role, options] of Object.entries(roles)) {
    await client.query(`do $$ begin create role ${role} nologin;
      exception when duplicate_object or unique_violation then null; end $$`)
    await client.query(`do $$ begin execute format('grant ${role} to %I ${options}', current_user);
      exception when unique_violation or invalid_grant_operation or internal_error then null; end $$`)
  }
  await client.query('grant select on all tables in schema public to reverie_app').catch(() => undefined)
}

import pg from 'pg'
import type { Config } from '../../../platform/config.ts'
import { addressesOf, type CellAddress, labelOf } from '../../../platform/db/addresses.ts'
import { inspectEngine } from '../../../platform/db/check-engine.ts'
import { inspectScope } from '../../../platform/db/inspect-scope.ts'
import { partsOf, pendingMigrations } from '../../../platform/db/migrate.ts'
import type { MigrationPart } from '../../../platform/db/migrating/read-migrations.ts'
import { explainError } from '../explain-error.ts'
import { type Finding, failure, ok, warning } from './finding.ts'

/** Checks every Postgres: connection, version, migrations, clock and row-level security. */
export async function checkCells(config: Config): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [address, parts] of partsOf(addressesOf(config)))
    findings.push(...(await checkDatabase(address, parts)))
  return findings
}

async function checkDatabase(
  { name, url, directUrl }: CellAddress,
  parts: MigrationPart[],
): Promise<Finding[]> {
  const label = labelOf({ name })
  const client = new pg.Client({ connectionString: directUrl ?? url, connectionTimeoutMillis: 5_000 })
  try {
    await client.connect()
  } catch (error) {
    const [found, ...todo] = explainError(error, [{ name, url }]).split('\n')
    return [failure(label, found!, todo.join('\n      '))]
  }
  try {
    // A login without rights of its own can read only after it assumes the role. An owner needs no role.
    await client.query('set role reverie_app').catch(() => undefined)
    return [
      await checkEngine(client, label, parts),
      await checkMigrations(client, label, parts),
      await checkClock(client, label),
      ...(parts.includes('cell')
        ? [await checkIsolation(client, label), await checkReplication(client, name)]
        : []),
      ...(await checkSlots(client, label)),
    ]
  } finally {
    await client.end()
  }
}

async function checkEngine(client: pg.Client, label: string, parts: MigrationPart[]): Promise<Finding> {
  const isCell = parts.includes('cell')
  const { postgres, vector, problem } = await inspectEngine(client, isCell ? 'cell' : 'directory')
  const subject = `${label}: engine`
  const found = `Postgres ${postgres}${isCell ? `, pgvector ${vector ?? 'absent'}` : ''}`
  return problem ? failure(subject, found, problem) : ok(subject, found)
}

async function checkMigrations(client: pg.Client, label: string, parts: MigrationPart[]): Promise<Finding> {
  const subject = `${label}: migrations`
  const pending: string[] = []
  for (const part of parts) pending.push(...(await pendingMigrations(client, part)))
  if (pending.length === 0) return ok(subject, 'up to date')
  const names = pending.slice(0, 3).join(', ')
  const found = `${pending.length} to apply: ${names}${pending.length > 3 ? ', …' : ''}`
  return failure(subject, found, 'Run: reverie migrate')
}

/** Leases use the database's clock and ids use ours, so a large difference puts new documents in the wrong order. */
async function checkClock(client: pg.Client, label: string): Promise<Finding> {
  const subject = `${label}: clock`
  const before = Date.now()
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  const apartMs = Math.abs(rows[0]!.now.getTime() - (before + Date.now()) / 2)
  const found = `${Math.round(apartMs)} ms apart from this machine`
  if (apartMs <= 2_000) return ok(subject, found)
  return warning(subject, found, 'Synchronise the clocks of both machines (NTP).')
}

/** Needed only to move shards, so one database alone is not warned of it. */
async function checkReplication(client: pg.Client, name: string): Promise<Finding> {
  const subject = `${labelOf({ name })}: replication`
  const { rows } = await client.query<{ level: string }>(`select current_setting('wal_level') as level`)
  const { level } = rows[0]!
  if (level === 'logical') return ok(subject, 'wal_level is logical, shards can be moved')
  const todo = 'Set wal_level = logical in its postgresql.conf and restart Postgres, before shards are moved.'
  return name === 'main'
    ? ok(subject, `wal_level is ${level}; moving shards needs logical`)
    : warning(subject, `wal_level is ${level}`, todo)
}

/** A slot that nobody reads keeps the write-ahead log until the disk is full. An interrupted move of shards leaves one. */
async function checkSlots(client: pg.Client, label: string): Promise<Finding[]> {
  const { rows } = await client.query<{ name: string; kept: string }>(
    `select slot_name as name, pg_size_pretty(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)) as kept
       from pg_replication_slots
      where not active and restart_lsn is not null and coalesce(database, current_database()) = current_database()
        and not pg_is_in_recovery() order by slot_name`,
  )
  return rows.map(({ name, kept }) =>
    warning(
      `${label}: replication slot`,
      `nobody reads ${name}, and it keeps ${kept} of the write-ahead log`,
      `Finish or take back moves of shards (reverie shards list), or start the standby. If nobody will read it again: select pg_drop_replication_slot('${name}')`,
    ),
  )
}

async function checkIsolation(client: pg.Client, label: string): Promise<Finding> {
  const { summary, problem } = await inspectScope(client)
  const subject = `${label}: isolation`
  return problem ? failure(subject, summary, problem) : ok(subject, summary)
}

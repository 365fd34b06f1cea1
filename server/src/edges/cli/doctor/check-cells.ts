import pg from 'pg'
import type { Config } from '../../../platform/config.ts'
import { type CellAddress, cellAddresses } from '../../../platform/db/cells.ts'
import { inspectEngine } from '../../../platform/db/check-engine.ts'
import { inspectScope } from '../../../platform/db/inspect-scope.ts'
import { pendingMigrations } from '../../../platform/db/migrate.ts'
import { explainError } from '../explain-error.ts'
import { type Finding, failure, ok, warning } from './finding.ts'

/** Checks every Postgres: connection, version, migrations, clock and row-level security. */
export async function checkCells(config: Config): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [index, cell] of cellAddresses(config).entries())
    findings.push(...(await checkCell(cell, index === 0)))
  return findings
}

async function checkCell({ name, url }: CellAddress, hasDirectory: boolean): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  try {
    await client.connect()
  } catch (error) {
    const [found, ...todo] = explainError(error, [{ name, url }]).split('\n')
    return [failure(`cell ${name}`, found!, todo.join('\n      '))]
  }
  try {
    // A login without rights of its own can read only after it assumes the role. An owner needs no role.
    await client.query('set role reverie_app').catch(() => undefined)
    return [
      await checkEngine(client, name),
      await checkMigrations(client, name, hasDirectory),
      await checkClock(client, name),
      await checkIsolation(client, name),
      await checkReplication(client, name),
    ]
  } finally {
    await client.end()
  }
}

async function checkEngine(client: pg.Client, name: string): Promise<Finding> {
  const { postgres, vector, problem } = await inspectEngine(client)
  const subject = `cell ${name}: engine`
  const found = `Postgres ${postgres}, pgvector ${vector ?? 'absent'}`
  return problem ? failure(subject, found, problem) : ok(subject, found)
}

async function checkMigrations(client: pg.Client, name: string, hasDirectory: boolean): Promise<Finding> {
  const subject = `cell ${name}: migrations`
  const pending = [
    ...(hasDirectory ? await pendingMigrations(client, 'directory') : []),
    ...(await pendingMigrations(client, 'cell')),
  ]
  if (pending.length === 0) return ok(subject, 'up to date')
  const names = pending.slice(0, 3).join(', ')
  const found = `${pending.length} to apply: ${names}${pending.length > 3 ? ', …' : ''}`
  return failure(subject, found, 'Run: reverie migrate')
}

/** Leases use the database's clock and ids use ours, so a large difference puts new documents in the wrong order. */
async function checkClock(client: pg.Client, name: string): Promise<Finding> {
  const subject = `cell ${name}: clock`
  const before = Date.now()
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  const apartMs = Math.abs(rows[0]!.now.getTime() - (before + Date.now()) / 2)
  const found = `${Math.round(apartMs)} ms apart from this machine`
  if (apartMs <= 2_000) return ok(subject, found)
  return warning(subject, found, 'Synchronise the clocks of both machines (NTP).')
}

/** Needed only to move shards, so one database alone is not warned of it. */
async function checkReplication(client: pg.Client, name: string): Promise<Finding> {
  const subject = `cell ${name}: replication`
  const { rows } = await client.query<{ level: string }>(`select current_setting('wal_level') as level`)
  const { level } = rows[0]!
  if (level === 'logical') return ok(subject, 'wal_level is logical, shards can be moved')
  const todo = 'Set wal_level = logical in its postgresql.conf and restart Postgres, before shards are moved.'
  return name === 'main'
    ? ok(subject, `wal_level is ${level}; moving shards needs logical`)
    : warning(subject, `wal_level is ${level}`, todo)
}

async function checkIsolation(client: pg.Client, name: string): Promise<Finding> {
  const { summary, problem } = await inspectScope(client)
  const subject = `cell ${name}: isolation`
  return problem ? failure(subject, summary, problem) : ok(subject, summary)
}

import type pg from 'pg'
import { backfill } from './backfill.ts'
import { buildIndex } from './build-index.ts'
import type { Migration, MigrationPart, MigrationStep } from './read-migrations.ts'
import { lockTimeoutMs, type Patience, retryLock, retryStatement } from './retry-lock.ts'

/** Applies a migration that the database has not had yet. */
export async function applyMigration(
  client: pg.Client,
  part: MigrationPart,
  migration: Migration,
  patience: Patience,
): Promise<void> {
  const what = `Migration ${part}/${migration.name}`
  if (!migration.steps) return retryLock(client, what, patience, () => applyAtOnce(client, part, migration))
  for (const step of migration.steps) await applyStep(client, what, step, patience)
  await record(client, part, migration)
}

async function applyAtOnce(client: pg.Client, part: MigrationPart, migration: Migration): Promise<void> {
  await client.query(`begin; set local lock_timeout = ${lockTimeoutMs}`)
  try {
    await client.query(migration.sql)
    await record(client, part, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function record(client: pg.Client, part: MigrationPart, { name, checksum }: Migration): Promise<void> {
  await client.query('insert into public.reverie_migrations (part, name, checksum) values ($1, $2, $3)', [
    part,
    name,
    checksum,
  ])
}

async function applyStep(
  client: pg.Client,
  what: string,
  step: MigrationStep,
  patience: Patience,
): Promise<void> {
  if (step.kind === 'index') return buildIndex(client, step.sql, patience)
  if (step.kind === 'backfill') return void (await backfill(client, step, patience))
  await retryStatement(client, what, patience, step.sql)
}

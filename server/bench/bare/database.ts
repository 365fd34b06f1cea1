import type pg from 'pg'
import { connect } from '../../measure/connect.ts'
import { migrateAll } from '../../src/edges/cli/migrate.ts'
import { loadConfig } from '../../src/platform/config.ts'
import { serverUrl } from '../../test/database.ts'

export type BenchDatabase = { url: string; drop(): Promise<void> }

/** A new database on the server of the tests, with one partition as on a laptop. */
export async function createBenchDatabase(): Promise<BenchDatabase> {
  const name = `reverie_bench_${process.pid}`
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  await asAdmin(async client => {
    await dropForgotten(client)
    await client.query(`create database ${name}`)
  })
  await migrateAll(loadConfig({ DATABASE_URL: url.href }), { takeOver: true })
  return {
    url: url.href,
    drop: () => asAdmin(client => dropWithLogin(client, name)),
  }
}

/** Drops databases of killed runs; a run in progress is connected, so its database stays. */
async function dropForgotten(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database d where datname like 'reverie_bench_%'
        and not exists (select from pg_stat_activity a where a.datname = d.datname)`,
  )
  for (const { name } of rows) await dropWithLogin(client, name)
}

async function dropWithLogin(client: pg.Client, name: string): Promise<void> {
  await client.query(`drop database if exists ${name} with (force)`)
  await client.query(`drop role if exists reverie_login_${name}`)
}

async function asAdmin(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = await connect(serverUrl)
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

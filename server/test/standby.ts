import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { ensureLogin } from '../src/platform/db/ensure-login.ts'
import { loginOf, withLogin } from '../src/platform/db/login.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { type TestDatabase, testSecretsKey } from './database.ts'
import { until } from './harness.ts'

/** A primary and a hot standby that streams from it, both made for one test file by `scripts/postgres`. */
export type StandbyPair = {
  primary: TestDatabase
  standby: Standby
  drop(): Promise<void>
}

export class Standby {
  readonly url: string
  readonly #name: string

  constructor(name: string, url: string) {
    this.#name = name
    this.url = url
  }

  /** From now on it answers from the state that it has. */
  async pause(): Promise<void> {
    await this.query('select pg_wal_replay_pause()')
    const state = () => this.query<{ state: string }>('select pg_get_wal_replay_pause_state() as state')
    await until(state, ([row]) => row?.state === 'paused')
  }

  async resume(): Promise<void> {
    await this.query('select pg_wal_replay_resume()')
  }

  /** Like a crash: connections are cut in the middle of their queries. */
  async kill(): Promise<void> {
    await postgres('down', '--name', this.#name, '--immediate')
  }

  async start(): Promise<void> {
    await postgres('up', '--name', this.#name)
  }

  async query<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return queryOn(this.url, sql, values)
  }
}

export async function createStandbyPair(): Promise<StandbyPair> {
  const [first, second] = [`test-${process.pid}-primary`, `test-${process.pid}-standby`]
  const url = await postgres('up', '--name', first)
  const primary = await openPrimary(url)
  const standby = new Standby(second, await postgres('up', '--name', second, '--follows', first))
  return {
    primary,
    standby,
    async drop() {
      await primary.admin.end()
      for (const name of [second, first]) await postgres('down', '--name', name, '--destroy')
    },
  }
}

async function openPrimary(url: string): Promise<TestDatabase> {
  const cell = { name: 'main', url }
  const secretsKey = async () => testSecretsKey
  await migrate([cell], {
    partitions: 1,
    ensureLogin: owner => ensureLogin(owner, cell, { secretsKey, takeOver: true }),
  })
  const admin = new pg.Pool({ connectionString: url, max: 2 })
  admin.on('error', () => undefined)
  const login = withLogin(url, loginOf('reverie', testSecretsKey))
  return { url, login, admin, drop: async () => undefined }
}

async function queryOn<Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values: unknown[],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(sql, values)).rows
  } finally {
    await client.end()
  }
}

const script = join(import.meta.dirname, '../../scripts/postgres')
const run = promisify(execFile)

/** Returns the last line that it prints. */
async function postgres(...args: string[]): Promise<string> {
  const { stdout } = await run(script, args)
  return stdout.trim().split('\n').at(-1)!
}

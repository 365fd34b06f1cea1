import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../measure/connect.ts'
import { migrateAll } from '../src/edges/cli/migrate.ts'
import { type RunningProcess, start } from '../src/edges/cli/run.ts'
import { createKey, createOrganization } from '../src/features/keys/create-organization.ts'
import { listOrganizations } from '../src/features/keys/store.ts'
import { loadConfig } from '../src/platform/config.ts'
import { unscoped } from '../src/platform/db/tx.ts'
import { serverUrl } from '../test/database.ts'

export type Client = {
  post<T>(path: string, body: unknown): Promise<T>
  patch<T>(path: string, body: unknown): Promise<T>
  get<T>(path: string): Promise<T>
}

export type Installation = RunningProcess & { client: Client; close(): Promise<void> }

/**
 * A complete Reverie: API and worker in this process, on the Postgres of the tests. A named database is created if
 * missing, and kept; otherwise the database is for this run alone. `settings` are as in the environment.
 */
export async function openInstallation(
  database: string | undefined,
  settings: Record<string, string> = {},
): Promise<Installation> {
  const name = database ?? `reverie_eval_${process.pid}`
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  await asAdmin(`create database ${name}`, name)
  const dataDir = await mkdtemp(join(tmpdir(), 'reverie-eval-'))
  const config = loadConfig({
    ...process.env,
    DATABASE_URL: url.href,
    PORT: '0',
    WORKER_PORT: '0',
    LOG_LEVEL: 'error',
    WORKER_POLL_MS: '50',
    DATA_DIR: dataDir,
    ...settings,
  })
  await migrateAll(config, { takeOver: true })
  const running = await start(config, { api: true, worker: true })
  return {
    ...running,
    client: createClient(running.url, await ownKey(running)),
    async close() {
      await running.stop()
      await rm(dataDir, { recursive: true, force: true })
      if (database !== undefined) return
      await asAdmin(`drop database if exists ${name} with (force)`)
      await asAdmin(`drop role if exists reverie_login_${name}`)
    },
  }
}

async function asAdmin(statement: string, unlessThere?: string): Promise<void> {
  const client = await connect(serverUrl)
  const { rowCount } = await client.query('select from pg_database where datname = $1', [unlessThere ?? ''])
  if (rowCount === 0) await client.query(statement)
  await client.end()
}

/** A key for the one organization of a database, whichever run created it. */
async function ownKey({ app }: RunningProcess): Promise<string> {
  const { directory } = app.cells
  const [known] = await unscoped(directory, listOrganizations)
  const { id } = known ?? (await createOrganization(directory, { name: 'Evaluation' }))
  return (await createKey(directory, id, 'evaluation')).value
}

function createClient(url: string, key: string): Client {
  const request = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
    return JSON.parse(text) as T
  }
  return {
    post: (path, body) => request('POST', path, body),
    patch: (path, body) => request('PATCH', path, body),
    get: path => request('GET', path),
  }
}

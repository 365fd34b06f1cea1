import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningProcess, start } from '../src/edges/cli/run.ts'
import { createKey } from '../src/features/keys/create-organization.ts'
import { insertOrganization } from '../src/features/keys/store.ts'
import type { Organization } from '../src/platform/access/principal.ts'
import { type Config, loadConfig } from '../src/platform/config.ts'
import { addressesOf } from '../src/platform/db/addresses.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { type Source, unscoped } from '../src/platform/db/tx.ts'
import { SHARD_COUNT } from '../src/platform/lib/ids.ts'
import type { Logger } from '../src/platform/telemetry/logger.ts'
import { createDatabase, type TestDatabase, testSecretsKey } from './database.ts'
import { runningFile } from './running-file.ts'

/** Every behaviour that touches documents, lanes or search is tested in both layouts. */
export const layouts = [
  { layout: 'one cell', cellCount: 1 },
  { layout: 'two cells', cellCount: 2 },
] as const

export type ApiResponse = { status: number; headers: Headers; body: any }

export type Client = {
  organization: Organization
  key: string
  request(method: string, path: string, body?: unknown): Promise<ApiResponse>
}

export type TestServer = RunningProcess & {
  databases: TestDatabase[]
  config: Config
  /** A client of the first organization, which is spread over both cells when there are two. */
  client: Client
  newClient(options?: { spread?: boolean; homeShard?: number }): Promise<Client>
  /** A client of the same organization with another key. */
  clientFor(key: string): Client
  /** The requests of a client, by default the first, sent to another process. */
  clientAt(url: string, of?: Client): Client
  close(): Promise<void>
}

export type TestServerOptions = {
  cellCount?: 1 | 2
  /** Gives the directory a database of its own, the last of `databases`. The cells then have no directory. */
  isDirectoryApart?: boolean
  worker?: boolean
  config?: Partial<Config>
  logger?: Logger
  /** Databases that are there already. The server does not drop them. */
  databases?: TestDatabase[]
  /** Returns the address for a cell's database, for a proxy between the two. */
  between?(databaseUrl: string, cell: number): Promise<string>
}

/** Starts a whole Reverie on new databases and a free port, with short intervals so that tests need not wait. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const cellCount = options.cellCount ?? 1
  const count = cellCount + (options.isDirectoryApart ? 1 : 0)
  const databases = options.databases ?? (await Promise.all(Array.from({ length: count }, createDatabase)))
  const { between = async url => url } = options
  const addresses = await Promise.all(databases.map(({ url }, cell) => between(url, cell)))
  const [first, second] = addresses.slice(0, cellCount)
  if (options.isDirectoryApart)
    for (const { admin } of databases.slice(0, cellCount)) await admin.query('drop schema directory cascade')
  const dataDir = await mkdtemp(join(tmpdir(), 'reverie-data-'))
  const config: Config = {
    ...loadConfig({
      DATABASE_URL: first,
      CELL_URLS: second ? `second=${second}` : '',
      DIRECTORY_URL: options.isDirectoryApart ? addresses.at(-1) : '',
      PORT: '0',
      WORKER_PORT: '0',
      LOG_LEVEL: 'silent',
      // With 20, a server that had nothing to do took a fifth of a core, and three run at once.
      WORKER_POLL_MS: '60',
      DATABASE_POOL_SIZE: '6',
      EMBEDDER_THREADS: '1',
      // Tests of dreaming set this themselves. With the usual five seconds, slow tests met memories that they did not
      // expect.
      DREAM_QUIET_MS: '3600000',
      DREAM_MAX_WAIT_MS: '3600000',
      DATA_DIR: dataDir,
      SECRETS_KEY: testSecretsKey.toString('base64'),
    }),
    ...options.config,
  }
  if (cellCount > 1) await migrate(addressesOf(config), { partitions: 2 })
  const running = await start(config, { api: true, worker: options.worker ?? true }, options.logger)
  const newClient = (input: { spread?: boolean; homeShard?: number } = {}) => createClient(running, input)
  const client = await newClient({ spread: cellCount > 1 })
  return {
    ...running,
    databases,
    config,
    client,
    newClient,
    clientFor: key => clientWith(running.url, client.organization, key),
    clientAt: (url, of = client) => clientWith(url, of.organization, of.key),
    async close() {
      await running.stop()
      await Promise.all(databases.map(database => database.drop()))
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** How many organizations each test file has made. */
const organizations = new Map<string, number>()

/**
 * An organization whose id and shard follow from the test file and the order there. Its containers then lie in the same cells
 * in every run: with random ids, a test whose eight containers shared a cell failed one run in 128.
 */
async function createOrganization(
  directory: Source,
  { spread = false, homeShard }: { spread?: boolean; homeShard?: number },
): Promise<Organization> {
  const { path } = runningFile
  const n = (organizations.get(path) ?? 0) + 1
  organizations.set(path, n)
  const hash = createHash('sha256').update(`${path} ${n}`).digest('hex')
  const shard = homeShard ?? Number.parseInt(hash.slice(0, 8), 16) % SHARD_COUNT
  const id = `019b76da-a800-7${shard.toString(16).padStart(3, '0')}-8${hash.slice(8, 11)}-${hash.slice(11, 23)}`
  const organization = { id, name: `Test ${n}`, slug: `test-${n}`, homeShard: shard, spread }
  await unscoped(directory, db => insertOrganization(db, organization))
  return organization
}

async function createClient(
  { app, url }: RunningProcess,
  input: { spread?: boolean; homeShard?: number },
): Promise<Client> {
  const organization = await createOrganization(app.cells.directory, input)
  const { value: key } = await createKey(app.cells.directory, organization.id, 'test')
  return clientWith(url, organization, key)
}

function clientWith(url: string, organization: Organization, key: string): Client {
  return {
    organization,
    key,
    async request(method, path, body) {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return {
        status: response.status,
        headers: response.headers,
        body: text === '' ? undefined : isJson(response) ? JSON.parse(text) : text,
      }
    },
  }
}

const isJson = ({ headers }: Response) => headers.get('content-type')?.startsWith('application/json') ?? false

/** Adds a document and returns its id. */
export async function add(client: Client, body: Record<string, unknown>): Promise<string> {
  const answer = await client.request('POST', '/v3/documents', body)
  if (answer.status !== 200) throw new Error(`add answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body.id
}

/**
 * Repeats until `check` is satisfied, and fails with the last answer when the time is over. The time is longer than the
 * reconciler's round, which makes up for a lost run. It is no claim about how long anything takes.
 */
export async function until<T>(
  ask: () => Promise<T>,
  check: (value: T) => boolean,
  withinMs = 60_000,
): Promise<T> {
  const deadline = Date.now() + withinMs
  for (;;) {
    const value = await ask()
    if (check(value)) return value
    if (Date.now() > deadline)
      throw new Error(`Not within ${withinMs} ms; last: ${JSON.stringify(value)?.slice(0, 500)}`)
    await new Promise(resolve => setTimeout(resolve, 15))
  }
}

/** Returns the document once it is `done`, or in another final status. */
export async function untilFinished(client: Client, id: string, withinMs?: number): Promise<any> {
  const finished = (answer: ApiResponse) => ['done', 'failed'].includes(answer.body?.status)
  const answer = await until(() => client.request('GET', `/v3/documents/${id}`), finished, withinMs)
  return answer.body
}

import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { startPgBouncer } from './pgbouncer.ts'
import { postgres, StartedServer } from './start-server.ts'

/** The environment variables that the suite reads: see client.ts. */
export type Target = Record<string, string>

export type Started = { server: StartedServer; target: Target }

const secondCluster = 'acceptance-b'
let databasesMade = 0

const undo: (() => Promise<unknown>)[] = []

/** Removes the servers, databases and clusters that this run created, and nothing that existed before. */
export async function putAway(): Promise<void> {
  for (let step = undo.pop(); step; step = undo.pop()) {
    await step().catch(error => console.error(`Cleanup failed: ${error}`))
  }
}

/** One cell. The organization under test is the one that the first start creates. */
export async function startOneCell(settings: Record<string, string> = {}): Promise<Started> {
  const directory = settings.DATABASE_DIRECT_URL ?? (await createDatabase('main'))
  const provider = await freeAddress()
  const server = await start({ ...routerTo(provider), DATABASE_URL: directory, CELL_URLS: '', ...settings })
  await server.cli('org', 'create', 'Other')
  const other = await server.createKey('other')
  return {
    server,
    target: {
      ...(await targetOf(server, 'other', directory)),
      REVERIE_CELLS: '1',
      REVERIE_ROUTES_TO: provider,
      REVERIE_KEY: server.firstKey,
      REVERIE_OTHER_KEY: other.value,
    },
  }
}

/** One cell behind PgBouncer in transaction mode. */
export async function startPooledCell(): Promise<Started> {
  const direct = await createDatabase('main')
  const pooler = await startPgBouncer(direct)
  undo.push(() => pooler.close())
  return startOneCell({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: direct })
}

/**
 * Two Postgres servers, and the directory in a database of its own. The organization under test is spread over both
 * cells; the other organization is in one, chosen at random.
 */
export async function startTwoCells(settings: Record<string, string> = {}): Promise<Started> {
  const [directory, main] = [await createDatabase('main'), await createDatabase('main')]
  const provider = await freeAddress()
  const server = await start({
    ...routerTo(provider),
    ...settings,
    DIRECTORY_URL: directory,
    DATABASE_URL: main,
    CELL_URLS: `second=${await createDatabase(secondCluster)}`,
    CELL_PARTITIONS: '2',
  })
  await server.cli('org', 'create', 'Spread', '--spread')
  const spread = await server.createKey('spread')
  return {
    server,
    target: {
      ...(await targetOf(server, 'spread', directory)),
      REVERIE_CELLS: '2',
      REVERIE_DIRECTORY: 'apart',
      REVERIE_ROUTES_TO: provider,
      REVERIE_DATABASE: new URL(directory).pathname.slice(1),
      REVERIE_KEY: spread.value,
      REVERIE_OTHER_KEY: server.firstKey,
    },
  }
}

/** The suite plays the model provider, at this address only. A short history is trimmed soon. */
const routerTo = (provider: string) => ({
  ROUTER_PROVIDERS: provider,
  ROUTER_OPENAI_URL: `${provider}/v1`,
  ROUTER_ANTHROPIC_URL: `${provider}/v1`,
  ROUTER_HISTORY_TOKENS: '400',
  ROUTER_MEMORY_TIMEOUT_MS: '20000',
})

/** An address on which nothing listens yet. */
async function freeAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return `http://127.0.0.1:${port}`
}

async function start(settings: Record<string, string>): Promise<StartedServer> {
  const server = await StartedServer.start(settings)
  undo.push(() => server.remove())
  return server
}

async function targetOf(server: StartedServer, slug: string, directory: string): Promise<Target> {
  const [disabled, expired] = await Promise.all([server.createKey(slug), server.createKey(slug)])
  await server.cli('keys', 'disable', disabled.id)
  // No command creates a key that has already expired.
  const inDirectory = ['--dbname', new URL(directory).pathname.slice(1), '--quiet', '--command']
  const expire = `update directory.keys set expires_at = now() - interval '1 day' where id = '${expired.id}'`
  await postgres('psql', '--name', 'main', ...inDirectory, expire)
  await server.cli('org', 'create', 'Limited')
  await server.cli('org', 'quota', 'limited', '100')
  const limited = await server.createKey('limited')
  return {
    REVERIE_URL: server.url,
    REVERIE_DISABLED_KEY: disabled.value,
    REVERIE_EXPIRED_KEY: expired.value,
    REVERIE_LIMITED_KEY: limited.value,
    REVERIE_FETCHES: '127.0.0.1',
  }
}

/** Creates a database and returns its URL. Creates and starts the cluster first if needed. */
export async function createDatabase(cluster: string): Promise<string> {
  const url = new URL(await startCluster(cluster))
  const name = `reverie_acceptance_${process.pid}_${++databasesMade}`
  const sql = (text: string) => postgres('psql', '--name', cluster, '--quiet', '--command', text)
  await sql(`create database ${name}`)
  undo.push(async () => {
    await sql(`drop database ${name} with (force)`)
    await sql(`drop role if exists reverie_login_${name}`)
  })
  url.pathname = `/${name}`
  return url.href
}

async function startCluster(name: string): Promise<string> {
  const wasRunning = await postgres('status', '--name', name).then(
    () => true,
    () => false,
  )
  if (name === secondCluster) undo.push(() => postgres('down', '--name', name, '--destroy'))
  else if (!wasRunning) undo.push(() => postgres('down', '--name', name))
  return postgres('up', '--name', name)
}

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { type AddressInfo, createServer as createSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'

export type E2eServer = {
  url: string
  /** Empty on a database that has people already. */
  setupLink: string
  databaseUrl: string
  /** Runs a command of the server and returns its output. */
  run(...args: string[]): Promise<string>
  close(): Promise<void>
}

const program = join(import.meta.dirname, '../../server/bin/reverie.js')

/** `name`: a database that exists. `isKept`: it is not dropped at the end. */
export type DatabaseChoice = { name?: string | undefined; isKept?: boolean }

/** A whole Reverie on a new database, as `reverie start` runs it without a terminal. Settings may depend on its address. */
export async function startServer(
  settingsAt: (url: string) => Record<string, string> = () => ({}),
  choice: DatabaseChoice = {},
): Promise<E2eServer> {
  const database = await createDatabase(choice)
  const dataDir = await mkdtemp(join(tmpdir(), 'reverie-e2e-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = {
    ...process.env,
    HOST: '0.0.0.0',
    PORT: String(port),
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    // Agents sign in at this address.
    PUBLIC_URL: url,
    DREAM_QUIET_MS: '500',
    EMBEDDER_THREADS: '1',
    LOG_LEVEL: 'warn',
    ...settingsAt(url),
  }
  const server = spawn(process.execPath, [program, 'start'], {
    env: settings,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const run = async (...args: string[]) =>
    (await promisify(execFile)(process.execPath, [program, ...args], { env: settings })).stdout
  const close = async () => {
    await stop(server)
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await untilReady(url, server)
    const link = choice.name ? '' : (await readFile(join(dataDir, 'setup-link'), 'utf8')).trim()
    const setupLink = link && `${url}/join#${link.split('#')[1]}`
    return { url, setupLink, databaseUrl: database.url, run, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** A proxy that serves the server below a path, as nginx does with `location /memory/ { proxy_pass http://…/; }`. */
export async function startProxy(target: string, prefix: string): Promise<{ url: string; close(): void }> {
  const proxy = createServer((incoming, outgoing) => {
    if (!incoming.url?.startsWith(prefix)) return outgoing.writeHead(404).end('Not behind this proxy')
    const { method, headers } = incoming
    const path = incoming.url.slice(prefix.length - 1)
    const onward = request(target + path, { method, headers }, answer => {
      outgoing.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const { port } = proxy.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}${prefix}`, close: () => proxy.close().closeAllConnections() }
}

async function createDatabase({
  name: existing,
  isKept,
}: DatabaseChoice): Promise<{ url: string; drop(): Promise<void> }> {
  const admin = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:54329/postgres'
  const name = existing ?? `console_e2e_${randomBytes(4).toString('hex')}`
  const run = async (statement: string) => {
    const client = new pg.Client(admin)
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  if (!existing) await run(`create database ${name}`)
  const url = new URL(admin)
  url.pathname = `/${name}`
  const drop = async () => {
    if (!isKept) await run(`drop database ${name} with (force)`)
  }
  return { url: url.href, drop }
}

async function freePort(): Promise<number> {
  const socket = createSocket().listen(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address() as AddressInfo
  socket.close()
  return port
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (server.exitCode !== null) throw new Error(`The server ended with code ${server.exitCode}`)
    const answer = await fetch(`${url}/ready`).catch(() => undefined)
    if (answer?.ok) return
    await pause(200)
  }
  throw new Error('The server is not ready after two minutes')
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
}

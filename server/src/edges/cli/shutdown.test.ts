import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database.ts'
import { startTestServer, until } from '../../../test/harness.ts'
import { spawnReverie } from '../../../test/run-reverie.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'
import { type App, closeApp } from '../../app/app.ts'

/** Stops processes while their database, a provider or a request hangs. */
let directory: string
let database: TestDatabase
let embedder: ScriptedEmbedder
const children: ChildProcess[] = []
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'reverie-shutdown-'))
  database = await createDatabase()
  embedder = await startScriptedEmbedder()
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await embedder.close()
  await database.drop()
  await rm(directory, { recursive: true })
})

/** Far below every database timeout for a hanging transaction, and far above the delays of a busy machine. */
const limitMs = 500
const mostMs = 8_000
/** Generous, because a busy machine loads the server slowly, and the tests do not measure the start. */
const startMs = 200_000

function spawnServer(): { child: ChildProcess; printed(): string; says(pattern: RegExp): Promise<string[]> } {
  const settings = Object.entries(embedder.config).map(([name, value]) => [name, String(value)])
  const env = {
    ...Object.fromEntries(settings),
    DATABASE_URL: database.url,
    DATA_DIR: directory,
    PORT: '0',
    TRANSCRIBER: 'none',
    SHUTDOWN_TIMEOUT_MS: String(limitMs),
    WORKER_POLL_MS: '20',
  }
  const child = spawnReverie(['start'], { cwd: directory, env })
  children.push(child)
  let printed = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', part => {
      printed += part
    })
  const says = async (pattern: RegExp) => {
    const found = await until(
      async () => pattern.exec(printed) ?? child.exitCode,
      value => value !== null,
      startMs,
    )
    if (typeof found !== 'object') throw new Error(`It ended:\n${printed}`)
    return [...found!]
  }
  return { child, printed: () => printed, says }
}

/** Sends a stop signal. Resolves with the exit code and the duration. */
async function stop(
  child: ChildProcess,
): Promise<{ code: number | null; signal: string | null; ms: number }> {
  const started = performance.now()
  const ended = once(child, 'close')
  child.kill('SIGTERM')
  const [code, signal] = await ended
  return { code, signal, ms: performance.now() - started }
}

test('a stopped process exits in time while a request and a worker wait for locked rows', async () => {
  const { child, printed, says } = spawnServer()
  const url = (await says(/listens on (\S+)\.\s/))[1]!
  const key = (await readFile((await says(/"keyFile":"([^"]+)"/))[1]!, 'utf8')).trim()
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ content: 'Locked out.', containerTag: 'shutdown' })
  const gate = embedder.hold('Locked out.')
  const added = await fetch(`${url}/v3/documents`, { method: 'POST', headers, body })
  const { id } = (await added.json()) as { id: string }
  await gate.reached
  const holder = await database.admin.connect()
  await holder.query('begin; lock table cell.documents in access exclusive mode')
  try {
    gate.open()
    const waiting = async () => {
      const { rows } = await database.admin.query<{ name: string }>(
        `select application_name as name from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
      return rows.map(({ name }) => name)
    }
    await until(waiting, names => names.some(name => name.endsWith(' worker')))
    const hanging = fetch(`${url}/v3/documents/${id}`, { headers }).catch(() => undefined)
    await until(waiting, names => names.some(name => /:\d+$/.test(name)))
    const { code, signal, ms } = await stop(child)
    expect({ code, signal }).toEqual({ code: 0, signal: null })
    expect(ms).toBeLessThan(limitMs + mostMs)
    expect(printed()).toContain('SHUTDOWN_TIMEOUT_MS is over')
    await hanging
    // Its transactions ended too, so no lock outlives the process.
    await until(waiting, names => names.length === 0)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}, 300_000)

test('a stopping process does not wait for a part that never closes, and still closes its connections', async () => {
  const server = await startTestServer({ worker: false, config: embedder.config })
  const blobs = { ...server.app.blobs, close: () => new Promise<void>(() => undefined) }
  expect(await closeApp({ ...server.app, blobs } as App)).toBe(false)
  await expect(server.app.cells.directory.pool.query('select 1')).rejects.toThrow('after calling end')
  await server.close()
})

test('a process that is stopped during its start exits with 0', async () => {
  const { child, says } = spawnServer()
  await says(/Reverie is starting/)
  const { code, signal, ms } = await stop(child)
  expect({ code, signal }).toEqual({ code: 0, signal: null })
  expect(ms).toBeLessThan(mostMs)
}, 300_000)

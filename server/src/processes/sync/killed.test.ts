import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { scripted, scriptedListing } from '../../../test/scripted-connector.ts'
import { ScriptedSource } from '../../../test/scripted-source.ts'
import { documentsIn, endLease, lastRun } from '../../../test/sync-steps.ts'
import type { Connector } from '../../platform/connectors/connector.ts'

/** A worker that is killed anywhere leaves nothing that the next one does not mend. */

let server: TestServer
let source: ScriptedSource
beforeAll(async () => {
  source = await new ScriptedSource().start()
  server = await startTestServer({ worker: false, config: { FETCH_ALLOW: '127.0.0.1' } })
  for (const each of [scripted, scriptedListing]) server.app.sources.connectors.add(each as Connector)
})
afterAll(async () => {
  await server?.close()
  await source?.close()
})

const kills = 10

/** Starts a worker process. `until` resolves when it prints the word. */
function startWorker(connection: string): { child: ChildProcess; until(word: string): Promise<void> } {
  const { DATABASE_URL, SECRETS_KEY, DATA_DIR } = server.config
  const given = {
    env: { DATABASE_URL, SECRETS_KEY, DATA_DIR, FETCH_ALLOW: '127.0.0.1' },
    org: server.client.organization.id,
    connection,
    model: server.app.embedder.model,
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../../test/sync-child.ts')], {
    env: { PATH: process.env.PATH, SYNC_CHILD: JSON.stringify(given) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const words = new Set<string>()
  const waiting = new Map<string, () => void>()
  createInterface({ input: child.stdout! }).on('line', line => {
    words.add(line)
    waiting.get(line)?.()
  })
  const until = (word: string) =>
    words.has(word) ? Promise.resolve() : new Promise<void>(resolve => waiting.set(word, resolve))
  return { child, until }
}

/** Waits until the source was asked this often from now on: a moment that does not depend on the speed of the machine. */
function untilRequests(count: number): Promise<void> {
  const from = source.requests.length
  return new Promise(resolve => {
    source.onRequest = () => {
      if (source.requests.length - from >= count) resolve()
    }
  })
}

test(`a first sync that is killed ${kills} times holds every item once, and nothing that is gone`, {
  timeout: 120_000,
}, async () => {
  for (let n = 0; n < 1_000; n++)
    source.put(`${n}.md`, n % 9 === 0 ? { text: `<p>Page ${n}</p>`, mimeType: 'text/html' } : `Note ${n}`)
  const { client } = server
  const { body } = await client.request('POST', '/v3/connections/scripted', {
    containerTag: 'killed',
    settings: { url: source.url, pageSize: 25 },
    credentials: { token: 't' },
  })
  for (let kill = 0; kill < kills; kill++) {
    const { child, until } = startWorker(body.id)
    await until('working')
    await untilRequests(5 + Math.floor(Math.random() * 75))
    await sleep(Math.random() * 20)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await endLease(server)
    // The source goes on meanwhile: some of what was perhaps just written changes or is gone.
    source.remove(`${kill * 60 + 5}.md`)
    source.put(`${kill * 60 + 6}.md`, `Note ${kill * 60 + 6} changed`)
  }
  const { child, until } = startWorker(body.id)
  await until('ended')
  await once(child, 'exit')
  const expected = [...source.items].map(
    ([id, { text, mimeType }]) => [`/${id}`, mimeType ? null : text] as const,
  )
  const held = await documentsIn(client, 'killed')
  expect(new Map([...held].map(([path, text]) => [path, text || null]))).toEqual(new Map(expected))
  expect(await lastRun(client, body.id)).toMatchObject({ status: 'completed' })
})

import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { heldIn } from '../../../test/connectors/held-documents.ts'
import { maxFileBytes, type World } from '../../../test/connectors/worlds/world.ts'
import { closeWorlds, worlds } from '../../../test/connectors/worlds/worlds.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { scripted, scriptedListing } from '../../../test/scripted-connector.ts'
import { ScriptedSource } from '../../../test/scripted-source.ts'
import { startSyncChild } from '../../../test/start-sync-child.ts'
import { documentsIn, endLease, lastRun } from '../../../test/sync-steps.ts'
import type { Connector } from '../../platform/connectors/connector.ts'

/** A worker that is killed anywhere leaves nothing that the next one does not mend. */

let server: TestServer
let source: ScriptedSource
let folders: string
beforeAll(async () => {
  folders = await mkdtemp(join(tmpdir(), 'reverie-folders-'))
  source = await new ScriptedSource().start()
  const config = { FETCH_ALLOW: '127.0.0.1', CONNECTOR_FOLDERS: folders, MAX_FILE_BYTES: maxFileBytes }
  server = await startTestServer({ worker: false, config })
  for (const each of [scripted, scriptedListing]) server.app.sources.connectors.add(each as Connector)
})
afterAll(async () => {
  await server?.close()
  await source?.close()
  await closeWorlds()
  await rm(folders, { recursive: true, force: true })
})

const kills = 10

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
  timeout: 300_000,
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
    await killAmid({ connections: [body.id] }, async () => {
      await untilRequests(5 + Math.floor(Math.random() * 75))
      await sleep(Math.random() * 20)
    })
    // The source goes on meanwhile: some of what was perhaps just written changes or is gone.
    source.remove(`${kill * 60 + 5}.md`)
    source.put(`${kill * 60 + 6}.md`, `Note ${kill * 60 + 6} changed`)
  }
  await finish([body.id])
  const expected = [...source.items].map(
    ([id, { text, mimeType }]) => [`/${id}`, mimeType ? null : text] as const,
  )
  const held = await documentsIn(client, 'killed')
  expect(new Map([...held].map(([path, text]) => [path, text || null]))).toEqual(new Map(expected))
  expect(await lastRun(client, body.id)).toMatchObject({ status: 'completed' })
})

type Given = Parameters<typeof startSyncChild>[1]

/** Starts a worker and kills it. It may have ended by itself: one that meets the locks of the last tries again later. */
async function killAmid(given: Given, moment: () => Promise<void>): Promise<void> {
  const { child, until } = startSyncChild(server, given)
  const exited = once(child, 'exit')
  await Promise.race([until('working').then(moment), exited])
  child.kill('SIGKILL')
  await exited
  await endLease(server)
}

/** Starts workers until the runs of the connections have ended. */
async function finish(connections: string[], given: Partial<Given> = {}): Promise<void> {
  for (let tries = 0; tries < 5; tries++) {
    const { child } = startSyncChild(server, { connections, ...given })
    await once(child, 'exit')
    const runs = await Promise.all(connections.map(id => lastRun(server.client, id)))
    if (runs.every(({ status }) => status !== 'running')) return
  }
}

const ownKills = 6

test(`first syncs of every connector that needs no OAuth, killed ${ownKills} times, hold every item once`, {
  timeout: 300_000,
}, async () => {
  const open: { name: string; world: World; id: string }[] = []
  try {
    for (const [name, create] of Object.entries(worlds)) {
      const world = await create(folders)
      await world.fill(40)
      const { status, body } = await server.client.request('POST', `/v3/connections/${world.provider}`, {
        ...{ containerTag: `killed_${open.length}`, ...world.connection() },
      })
      expect(status, JSON.stringify(body)).toBe(200)
      open.push({ name, world, id: body.id })
    }
    const given = { connections: open.map(({ id }) => id), hasOwn: true, folders: [folders] }
    for (let kill = 0; kill < ownKills; kill++) {
      await killAmid(given, () => sleep(Math.random() * 150 * (kill + 1)))
      // What was perhaps just written changes or is gone. GitHub says nothing of deleted issues: those are every third.
      for (const { world } of open) {
        await world.remove(`n${kill * 3 + 1}`)
        await world.put(`n${kill * 3 + 2}`)
        await world.put(`new${kill}`)
      }
    }
    // A run that had ended before the last kill saw nothing of what came then.
    for (const { id } of open) await server.client.request('POST', `/v3/connections/${id}/import`, {})
    await finish(given.connections, given)
    for (const [n, { name, world, id }] of open.entries()) {
      const held = await heldIn(server.client, `killed_${n}`)
      const texts = new Map([...held].map(([key, { text }]) => [key, text]))
      expect(texts, name).toEqual(world.texts())
      expect((await lastRun(server.client, id)).status, name).toBe('completed')
    }
  } finally {
    for (const { world } of open) await world.close()
  }
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type HeldDocument, heldIn } from '../../../test/connectors/held-documents.ts'
import { maxFileBytes, type World } from '../../../test/connectors/worlds/world.ts'
import { closeWorlds, worlds } from '../../../test/connectors/worlds/worlds.ts'
import { type Client, startTestServer, type TestServer } from '../../../test/harness.ts'
import { connectionOf, lastRun, makeDue, sync } from '../../../test/sync-steps.ts'
import { addUnpaced } from '../../../test/unpaced.ts'

/** Connectors of this build and the sync as one, each against its far end: what is stored is compared item by item. */

let server: TestServer
let client: Client
let folders: string
beforeAll(async () => {
  folders = await mkdtemp(join(tmpdir(), 'reverie-folders-'))
  server = await startTestServer({
    worker: false,
    config: { FETCH_ALLOW: '127.0.0.1', CONNECTOR_FOLDERS: folders, MAX_FILE_BYTES: maxFileBytes },
  })
  client = server.client
  await addUnpaced(server.app.sources.connectors)
})
afterAll(async () => {
  await server?.close()
  await closeWorlds()
  await rm(folders, { recursive: true, force: true })
})

let containers = 0

async function connect(world: World, body: object = {}) {
  const containerTag = `own_${++containers}`
  const answer = await client.request('POST', `/v3/connections/${world.provider}`, {
    ...{ containerTag, ...world.connection() },
    ...body,
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return { id: answer.body.id as string, containerTag }
}

const textsOf = (held: ReadonlyMap<string, HeldDocument>) =>
  new Map([...held].map(([key, { text }]) => [key, text]))

const held = async (containerTag: string) => textsOf(await heldIn(client, containerTag))

async function syncAgain(id: string, changes = {}) {
  await makeDue(server, id)
  await sync(server, client, id, changes)
  return lastRun(client, id)
}

const failuresOf = async (id: string) =>
  (await client.request('GET', `/v3/connections/${id}/failures`)).body.failures

describe.each(Object.keys(worlds))('%s', name => {
  let world: World
  beforeEach(async () => {
    world = await worlds[name]!(folders)
    await world.fill(8)
  })
  afterEach(() => world?.close())

  test('is imported, followed, and costs nothing when nothing has changed', async () => {
    const { id, containerTag } = await connect(world)
    await sync(server, client, id)
    const first = await heldIn(client, containerTag)
    expect(textsOf(first)).toEqual(world.texts())
    expect(await lastRun(client, id)).toMatchObject({ status: 'completed', itemsFailed: 0 })
    await world.put('n1')
    await world.put('n3')
    await world.put('added')
    await world.remove('n4')
    if (world.renameKeeps !== undefined) await world.rename('n2', 'renamed')
    expect(await syncAgain(id)).toMatchObject({ status: 'completed', itemsFailed: 0 })
    const second = await heldIn(client, containerTag)
    expect(textsOf(second)).toEqual(world.texts())
    if (world.renameKeeps !== undefined) {
      const isKept = second.get(world.keyOf('renamed'))!.id === first.get(world.keyOf('n2'))!.id
      expect(isKept).toBe(world.renameKeeps)
    }
    await syncAgain(id)
    expect(await syncAgain(id)).toMatchObject({
      ...{ status: 'completed', itemsProcessed: 0, itemsDeleted: 0, itemsFailed: 0 },
    })
  })

  test('keeps the document of an item that fails, says so, and reads it again when asked', async () => {
    const { id, containerTag } = await connect(world)
    await sync(server, client, id)
    const before = world.texts()
    await world.spoil('n5')
    expect(await syncAgain(id)).toMatchObject({ status: 'completed', itemsFailed: 1 })
    expect(await syncAgain(id)).toMatchObject({ status: 'completed', itemsFailed: 1 })
    expect(await failuresOf(id)).toMatchObject([{ attempts: 2 }])
    expect(await held(containerTag)).toEqual(before)
    await world.mend('n5')
    await client.request('POST', `/v3/connections/${id}/failures/retry`, {})
    await sync(server, client, id)
    expect(await held(containerTag)).toEqual(world.texts())
    expect(await connectionOf(client, id)).toMatchObject({ failureCount: 0 })
  })

  test('is imported in steps without time', async () => {
    const { id, containerTag } = await connect(world)
    await sync(server, client, id, { stepMs: -1 })
    await world.put('n1')
    await syncAgain(id, { stepMs: -1 })
    expect(await held(containerTag)).toEqual(world.texts())
    expect(await lastRun(client, id)).toMatchObject({ status: 'completed' })
  })
})

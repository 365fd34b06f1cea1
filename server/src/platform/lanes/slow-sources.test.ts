import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  add,
  type Client,
  layouts,
  startTestServer,
  type TestServer,
  until,
  untilFinished,
} from '../../../test/harness.ts'
import { laneOf } from '../../../test/lane-of.ts'
import { expectFiguresToAgree, queryCells } from '../../../test/recount.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'
import { startWebServer, type WebServer } from '../../../test/web-server.ts'
import { start } from '../../edges/cli/run.ts'
import { unscoped } from '../db/tx.ts'
import { decodeId } from '../lib/ids.ts'
import { dropAllWakes } from './wake-store.ts'

/** One page answers only after the gate is opened, the other answers at once. */
let gate: PromiseWithResolvers<void>
let embedder: ScriptedEmbedder
let web: WebServer
beforeAll(async () => {
  embedder = await startScriptedEmbedder()
  web = await startWebServer({
    '/slow': (_, response) => void gate.promise.then(() => response.end('A slow page, at last.')),
    '/quick': { body: 'A quick page.', headers: { 'content-type': 'text/plain' } },
  })
})
afterAll(async () => {
  await embedder.close()
  await web.close()
})
beforeEach(() => {
  gate = Promise.withResolvers()
  web.visits.length = 0
})
afterEach(() => gate.resolve())

/** Other work is done within this time, also on a busy machine. The slow page takes longer. */
const soonMs = 30_000
/** The links of one slice, which are fetched together. */
const perSlot = 4

const config = () => ({
  ...embedder.config,
  ...{ FETCH_ALLOW: '127.0.0.1', FETCH_TIMEOUT_MS: 300_000, WORKER_SLOTS: 2, WORKER_READ_SLOTS: 4 },
})

let links = 0
const addSlow = (client: Client, containerTag: string) =>
  add(client, { content: `${web.url}/slow?${++links}`, containerTag })

const untilAsked = (times: number) =>
  until(
    async () => web.visits.length,
    visits => visits >= times,
  )

describe.each(layouts)('slow sources on $layout', ({ cellCount }) => {
  let server: TestServer
  let busy: Client
  beforeAll(async () => {
    server = await startTestServer({ cellCount, config: config() })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    busy = await newClient()
  })
  // Releases the waiting requests and lets their documents finish before the next test.
  afterEach(async () => {
    gate.resolve()
    await until(
      () => busy.request('GET', '/v3/documents/processing?view=pending'),
      ({ body }) => body.totalCount === 0,
    )
  })

  // Even shards live in the first cell, so all of these organizations share its slots.
  const newClient = () => server.newClient({ homeShard: 2 })

  /** Adds slow links, half of them in one container and half in containers of their own. */
  async function addManySlow(client: Client, count: number): Promise<string[]> {
    const ids: string[] = []
    for (let i = 0; i < count; i++) ids.push(await addSlow(client, i % 2 ? 'together' : `alone_${i}`))
    return ids
  }

  async function addBatch(client: Client, count: number): Promise<void> {
    const documents = Array.from({ length: count }, () => `${web.url}/slow?${++links}`)
    await client.request('POST', '/v3/documents/batch', { documents, containerTag: 'together' })
  }

  async function expectQuick(client: Client): Promise<void> {
    const id = await add(client, { content: `${web.url}/quick`, containerTag: 'quick' })
    expect(await untilFinished(client, id, soonMs)).toMatchObject({ status: 'done', raw: 'A quick page.' })
  }

  test('delay no texts of any organization, and no links of others', async () => {
    const slow = await addManySlow(busy, 50)
    await untilAsked(2)
    const other = await newClient()
    for (const client of [other, busy]) {
      const id = await add(client, { content: 'A text.', containerTag: 'together' })
      expect(await untilFinished(client, id, soonMs)).toMatchObject({ status: 'done' })
    }
    await expectQuick(other)
    await expectQuick(await newClient())
    gate.resolve()
    for (const id of slow)
      expect(await untilFinished(busy, id)).toMatchObject({ raw: 'A slow page, at last.' })
    await expectFiguresToAgree(server.databases)
  })

  test('hold at most half of the slots for one organization, and half of the rest for the next', async () => {
    const others = [await newClient(), await newClient()]
    await addBatch(busy, 40)
    await untilAsked(2 * perSlot)
    await expectQuick(others[0]!)
    expect(web.visits).toHaveLength(2 * perSlot + 1)
    await addBatch(others[0]!, 20)
    await untilAsked(3 * perSlot + 1)
    await expectQuick(others[1]!)
    expect(web.visits).toHaveLength(3 * perSlot + 2)
  })

  test('do not delay the texts of their own batch', async () => {
    const documents = Array.from({ length: 12 }, (_, i) =>
      i % 2 ? `Text ${i}.` : `${web.url}/slow?batch${i}`,
    )
    const { body } = await busy.request('POST', '/v3/documents/batch', { documents, containerTag: 'batch' })
    await untilAsked(6)
    for (const i of [1, 3, 5, 7, 9, 11])
      expect(await untilFinished(busy, body.results[i].id, soonMs)).toMatchObject({ status: 'done' })
  })

  test('can be deleted and purged while they are fetched, or while they wait', async () => {
    const ids = await addManySlow(busy, 30)
    await untilAsked(2)
    for (const id of [ids[0], ids.at(-1)]) {
      const { headers } = await busy.request('DELETE', `/v3/documents/${id}`)
      await until(
        () => busy.request('GET', `/v3/erasures/${headers.get('x-erasure-id')}`),
        ({ body }) => body.isClean === true,
        soonMs,
      )
    }
  })

  test('are charged to the reading clock, up to a minute, and to no other clock', async () => {
    const id = await addSlow(busy, 'charged')
    await untilAsked(1)
    const askedAt = performance.now()
    await until(
      async () => performance.now() - askedAt,
      ms => ms > 500,
    )
    gate.resolve()
    await untilFinished(busy, id)
    const { org } = await laneOf(server, busy, 'charged')
    const { attempts } = (await busy.request('GET', `/v3/documents/${id}/attempts`)).body
    const endedAt = Date.parse(attempts[0].endedAt)
    const read = () =>
      queryCells<{ reading: Date; others: Date }>(
        server.databases,
        'select reading_at as reading, virtual_at as others from cell.lane_clocks where org = $1',
        [org],
      )
    // The charge comes when the slot is released, a moment after the document is done. Compare with that moment, not
    // with now.
    const [clocks] = await until(read, ([clocks]) => clocks!.reading.getTime() >= endedAt + 500)
    expect(clocks!.others.getTime()).toBeLessThanOrEqual(endedAt)
  })
})

describe('a worker with read lanes', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ worker: false, config: { ...config(), RECONCILE_MS: 500 } })
  })
  afterAll(() => server.close())
  const startWorker = () => start(server.config, { api: false, worker: true })
  const statusOf = async (id: string) =>
    (await server.client.request('GET', `/v3/documents/${id}`)).body.status

  test('finishes the work in hand when told to stop, and takes nothing more', async () => {
    const worker = await startWorker()
    const id = await addSlow(server.client, 'stopping')
    await untilAsked(1)
    const stopped = worker.stop()
    const late = await addSlow(server.client, 'stopping')
    gate.resolve()
    await stopped
    expect(await Promise.all([id, late].map(statusOf))).toEqual(['done', 'queued'])
    const successor = await startWorker()
    expect(await untilFinished(server.client, late)).toMatchObject({ status: 'done' })
    await successor.stop()
  })

  test('reads documents that were added before there were read lanes', async () => {
    gate.resolve()
    const id = await addSlow(server.client, 'before')
    await queryCells(server.databases, 'update cell.documents set lane = 0 where id = $1', [decodeId(id)])
    const worker = await startWorker()
    expect(await untilFinished(server.client, id)).toMatchObject({ status: 'done' })
    await worker.stop()
  })

  test('finds its lanes when all wakes are lost', async () => {
    gate.resolve()
    const ids = [await addSlow(server.client, 'lost'), await addSlow(server.client, 'lost')]
    expect(await unscoped(server.app.cells.all[0]!, dropAllWakes)).toBeGreaterThan(0)
    const worker = await startWorker()
    for (const id of ids) expect(await untilFinished(server.client, id)).toMatchObject({ status: 'done' })
    await worker.stop()
  })
})

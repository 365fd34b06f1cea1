import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, type Client, layouts, startTestServer, type TestServer } from '../../../test/harness.ts'
import { claim, expireLeases, laneOf, rowOf } from '../../../test/lane-of.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'
import { inScope } from '../db/tx.ts'
import { encodeId } from '../lib/ids.ts'
import { type Lane, lanes } from './lane.ts'
import { hasDue, maxSliceChars, maxSliceDocuments } from './slice.ts'

let embedder: ScriptedEmbedder
beforeAll(async () => {
  embedder = await startScriptedEmbedder()
})
afterAll(() => embedder.close())

/** Only the test claims documents here; there is no worker. */
describe.each(layouts)('a claimed slice on $layout', ({ cellCount }) => {
  let server: TestServer
  let client: Client
  beforeAll(async () => {
    server = await startTestServer({ cellCount, worker: false, config: embedder.config })
    client = server.client
  })
  afterAll(() => server.close())

  let containers = 0
  /** A container with documents, and its lane. */
  async function fill(documents: Record<string, unknown>[]): Promise<{ lane: Lane; ids: string[] }> {
    const containerTag = `lane_${++containers}`
    const ids: string[] = []
    for (const document of documents)
      ids.push(await add(client, { content: 'Short.', containerTag, ...document }))
    return { lane: await laneOf(server, client, containerTag), ids }
  }

  const isDue = (lane: Lane) =>
    inScope(server.app.cells.of(lane.shard), { org: lane.org }, db => hasDue(db, lane))

  test('takes the oldest documentDate first, and dates a document without one by its arrival', async () => {
    const dates = ['2026-03-01', '2026-01-01', undefined, '2026-02-01T12:00:00Z', '2099-01-01']
    const { lane, ids } = await fill(dates.map(documentDate => ({ documentDate })))
    const { documents } = await claim(server, lane, 'one')
    expect(documents.map(({ id }) => ids.indexOf(encodeId(id)))).toEqual([1, 3, 0, 2, 4])
  })

  test('tells the worker all it needs, and marks the document', async () => {
    const { lane, ids } = await fill([{ content: 'Read me.', taskType: 'rag' }])
    const { documents, more } = await claim(server, lane, 'one')
    expect(documents).toMatchObject([
      {
        fence: 1,
        revision: 1,
        attempts: 1,
        taskType: 'rag',
        content: 'Read me.',
        extracted: null,
        blobKey: null,
        fileName: null,
        fileType: null,
        tombstonedAt: null,
      },
    ])
    expect(more).toBe(false)
    const { body } = await client.request('GET', `/v3/documents/${ids[0]}`)
    expect(body.status).toBe('extracting')
    const attempts = await client.request('GET', `/v3/documents/${ids[0]}/attempts`)
    expect(attempts.body.attempts).toEqual([
      {
        startedAt: expect.any(String),
        endedAt: null,
        worker: 'one',
        stage: 'extracting',
        outcome: 'running',
        revision: 1,
        errorCode: null,
        errorMessage: null,
      },
    ])
  })

  test('ends at a number of characters, and says that there is more', async () => {
    const content = 'x'.repeat(maxSliceChars / 4)
    const { lane } = await fill(Array.from({ length: 6 }, () => ({ content })))
    const [first, second] = [await claim(server, lane, 'one'), await claim(server, lane, 'two')]
    expect(first).toMatchObject({ documents: { length: 4 }, more: true })
    expect(second).toMatchObject({ documents: { length: 2 }, more: false })
  })

  test('holds few documents that are still to be read, because each waits for the slowest of them', async () => {
    const { lane } = await fill(
      Array.from({ length: 6 }, (_, i) => ({ content: `https://example.org/${i}` })),
    )
    const reading = { ...lane, kind: lanes.read }
    expect((await claim(server, lane, 'one')).documents).toEqual([])
    expect(await claim(server, reading, 'one')).toMatchObject({ documents: { length: 4 }, more: true })
    expect(await claim(server, reading, 'two')).toMatchObject({ documents: { length: 2 }, more: false })
  })

  test('may be a single document that is larger than a slice', async () => {
    const { lane } = await fill([{ content: 'x'.repeat(maxSliceChars * 2) }, {}])
    expect((await claim(server, lane, 'one')).documents).toHaveLength(1)
    expect((await claim(server, lane, 'two')).documents).toHaveLength(1)
  })

  test('shares no document with concurrent claims, and together they leave none', async () => {
    const { lane, ids } = await fill(Array.from({ length: 70 }, () => ({})))
    const slices = await Promise.all(Array.from({ length: 5 }, (_, i) => claim(server, lane, `worker ${i}`)))
    const claimed = slices.flatMap(({ documents }) => documents.map(({ id }) => encodeId(id)))
    for (let slice = await claim(server, lane, 'last'); slice.documents.length > 0; ) {
      claimed.push(...slice.documents.map(({ id }) => encodeId(id)))
      slice = await claim(server, lane, 'last')
    }
    for (const { documents } of slices) expect(documents.length).toBeLessThanOrEqual(maxSliceDocuments)
    expect(claimed).toHaveLength(ids.length)
    expect(new Set(claimed)).toEqual(new Set(ids))
  })

  test('is claimed by nobody else until its lease ends; then the first attempt counts as lost', async () => {
    const { lane, ids } = await fill([{}])
    const first = await claim(server, lane, 'one')
    expect(await isDue(lane)).toBe(false)
    expect((await claim(server, lane, 'two')).documents).toEqual([])
    await expireLeases(server, first.documents)
    expect(await isDue(lane)).toBe(true)
    const second = await claim(server, lane, 'two')
    expect(second.documents).toMatchObject([{ fence: 2, attempts: 2 }])
    const { body } = await client.request('GET', `/v3/documents/${ids[0]}/attempts`)
    expect(body.attempts).toMatchObject([
      { worker: 'two', outcome: 'running', endedAt: null },
      { worker: 'one', outcome: 'lost', endedAt: expect.any(String) },
    ])
  })

  test('whose document was revised ends as superseded, not as lost', async () => {
    const { lane, ids } = await fill([{ customId: 'revised' }])
    await claim(server, lane, 'one')
    const { container_tags } = await rowOf(server, ids[0]!)
    await add(client, { content: 'Longer than short.', containerTag: container_tags[0], customId: 'revised' })
    const { documents } = await claim(server, lane, 'two')
    expect(documents).toMatchObject([{ revision: 2, fence: 2, attempts: 1, content: 'Longer than short.' }])
    const { body } = await client.request('GET', `/v3/documents/${ids[0]}/attempts`)
    expect(body.attempts).toMatchObject([
      { worker: 'two', outcome: 'running', revision: 2 },
      { worker: 'one', outcome: 'superseded', revision: 1 },
    ])
  })

  test('is a single document after two workers in a row have died on it, because it may be the reason', async () => {
    const { lane, ids } = await fill([{}, {}, {}])
    for (const worker of ['one', 'two']) {
      const { documents } = await claim(server, lane, worker)
      expect(documents).toHaveLength(3)
      await expireLeases(server, documents)
    }
    const late = await add(client, {
      content: 'Innocent.',
      containerTag: `lane_${containers}`,
      documentDate: '1999-01-01',
    })
    const slices = []
    for (const worker of ['three', 'four', 'five', 'six', 'seven'])
      slices.push(await claim(server, lane, worker))
    expect(slices.map(({ documents }) => documents.map(({ id }) => encodeId(id)))).toEqual([
      [late],
      [ids[0]],
      [ids[1]],
      [ids[2]],
      [],
    ])
    expect(slices.map(({ more }) => more)).toEqual([true, true, true, false, false])
  })

  test('is charged to the organization\u2019s clock, which never runs more than a minute ahead', async () => {
    const { lane } = await fill(Array.from({ length: 8 }, () => ({ content: 'x'.repeat(maxSliceChars) })))
    let last = 0
    for (let i = 0; i < 4; i++) {
      const { virtualAt } = await claim(server, lane, 'one')
      expect(virtualAt.getTime()).toBeGreaterThan(last)
      last = virtualAt.getTime()
    }
    expect(last - Date.now()).toBeGreaterThan(2_000)
    expect(last - Date.now()).toBeLessThanOrEqual(60_000)
  })
})

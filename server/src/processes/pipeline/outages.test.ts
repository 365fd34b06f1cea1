import { cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  add,
  layouts,
  startTestServer,
  type TestServer,
  until,
  untilFinished,
} from '../../../test/harness.ts'
import { rowOf } from '../../../test/lane-of.ts'
import { expectFiguresToAgree, queryCells } from '../../../test/recount.ts'
import { outOfOrder, type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'
import { start } from '../../edges/cli/run.ts'
import { lanes } from '../../platform/lanes/lane.ts'

let embedder: ScriptedEmbedder
beforeAll(async () => {
  embedder = await startScriptedEmbedder()
})
afterAll(() => embedder.close())
afterEach(() => {
  embedder.behave = undefined
})

const quick = { MAX_ATTEMPTS: 2, GATE_PROBE_MS: 200, RECONCILE_MS: 500 }

describe.each(layouts)('an outage on $layout', ({ cellCount }) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ cellCount, config: { ...embedder.config, ...quick } })
  })
  afterAll(() => server.close())

  const shownAs = async (id: string) => {
    const { body } = await server.client.request('GET', '/v3/documents/processing?view=all&limit=100')
    return body.documents.find((document: { id: string }) => document.id === id)
  }
  const untilWaiting = (id: string) =>
    until(
      () => shownAs(id),
      document => document?.gate !== null && document?.gate !== undefined,
    )
  const count = async (statement: string) =>
    (await queryCells<{ count: number }>(server.databases, statement, [])).reduce(
      (sum, row) => sum + Number(row.count),
      0,
    )

  test.each([
    ['fails', outOfOrder],
    ['refuses our expired key', { kind: 'status', status: 401 } as const],
    ['breaks every connection', { kind: 'reset' } as const],
    ['is replaced by a page', { kind: 'status', status: 200, body: '<h1>Back soon</h1>' } as const],
  ])('of an embedder that %s uses up no attempt, and ends by itself', async (how, misbehaviour) => {
    const containerTag = `away_${how.replaceAll(' ', '_')}`
    embedder.behave = () => misbehaviour
    const id = await add(server.client, { content: `Waiting while it ${how}.`, containerTag })
    const waiting = await untilWaiting(id)
    expect(waiting).toMatchObject({
      status: 'queued',
      errorCode: null,
      stuck: false,
      gate: { name: 'embedding', code: expect.stringMatching(/^embed\./), since: expect.any(String) },
    })
    // More probes than a document has attempts.
    await until(
      () => count('select coalesce(max(probes), 0) as count from work.gates'),
      probes => probes > quick.MAX_ATTEMPTS + 1,
    )
    expect(await rowOf(server, id)).toMatchObject({ attempts: 0, status: 'queued' })
    embedder.behave = undefined
    expect(await untilFinished(server.client, id)).toMatchObject({ status: 'done' })
    expect(await shownAs(id)).toBeUndefined()
    await expectFiguresToAgree(server.databases)
  })

  test('is shown in /ready and in the metrics, and no longer after it', async () => {
    embedder.behave = () => outOfOrder
    const id = await add(server.client, { content: 'Seen by the operator.', containerTag: 'seen' })
    await untilWaiting(id)
    const ready = await server.client.request('GET', '/ready')
    expect(ready).toMatchObject({
      status: 200,
      body: { status: 'degraded', gates: [{ gate: 'embedding', code: 'embed.provider_unavailable' }] },
    })
    const gauge = /^reverie_gate_lanes\{cell="\w+",gate="embedding:double"\} ([1-9])/m
    expect(await server.app.metrics.scrape()).toMatch(gauge)
    embedder.behave = undefined
    await untilFinished(server.client, id)
    expect((await server.client.request('GET', '/ready')).body).not.toHaveProperty('gates')
  })

  test('costs no wakes and no calls but the probes, however many containers wait', async () => {
    embedder.behave = () => outOfOrder
    const ids: string[] = []
    for (let i = 0; i < 12; i++)
      ids.push(await add(server.client, { content: `In container ${i}.`, containerTag: `many_${i}` }))
    // Containers of the tests above may wait here too, for their memories.
    await until(
      () => count(`select count(*) from work.gate_waits where lane = ${lanes.interactive}`),
      waits => waits === ids.length,
    )
    const wakes = 'select count(*) from work.wakes'
    await until(
      () => count(wakes),
      queued => queued === 0,
    )
    // The reconciler's rounds go by; a probe is one call with one word.
    const before = embedder.calls.length
    const callsSince = async () => embedder.calls.slice(before).flatMap(({ texts }) => texts)
    const since = await until(callsSince, ({ length }) => length > 5)
    expect(await count(wakes)).toBe(0)
    expect(new Set(since)).toEqual(new Set(['probe']))
    embedder.behave = undefined
    for (const id of ids) expect(await untilFinished(server.client, id)).toMatchObject({ status: 'done' })
  })

  test('does not hold back deletions', async () => {
    embedder.behave = () => outOfOrder
    const containerTag = 'deleted'
    const [kept, gone] = [
      await add(server.client, { content: 'Stays.', containerTag }),
      await add(server.client, { content: 'Goes.', containerTag }),
    ]
    await untilWaiting(kept)
    await server.client.request('DELETE', `/v3/documents/${gone}`)
    // The row stays, without content and without work to do.
    await until(
      () => rowOf(server, gone),
      ({ due_at }) => due_at === null,
    )
    embedder.behave = undefined
    expect(await untilFinished(server.client, kept)).toMatchObject({ status: 'done' })
  })

  test('is not what a text makes of it on which the provider breaks: that text fails, and the others go on', async () => {
    embedder.behave = ({ texts }) => (texts.some(text => text.includes('cursed')) ? outOfOrder : undefined)
    const cursed = await add(server.client, { content: 'A cursed text.', containerTag: 'cursed' })
    const other = await add(server.client, { content: 'A plain text.', containerTag: 'plain' })
    expect(await untilFinished(server.client, other)).toMatchObject({ status: 'done' })
    expect(await untilFinished(server.client, cursed)).toMatchObject({ status: 'failed' })
    expect(await shownAs(cursed)).toMatchObject({ errorCode: 'embed.provider_unavailable', gate: null })
    expect(await count('select count(*) from work.gates')).toBe(0)
  })
})

test('an outage of the file store lets files wait, also when an empty volume stands in its place', async () => {
  const server = await startTestServer({ worker: false, config: { ...embedder.config, ...quick } })
  const volume = join(server.config.DATA_DIR, 'volume')
  const worker = await start({ ...server.config, BLOB_DIR: volume }, { api: false, worker: true })
  try {
    await rm(volume, { recursive: true })
    await mkdir(volume)
    const form = new FormData()
    form.set('file', new Blob(['A file that nobody has read yet.'], { type: 'text/plain' }), 'note.txt')
    const response = await fetch(`${server.url}/v3/documents/file`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.client.key}` },
      body: form,
    })
    const { id } = (await response.json()) as { id: string }
    const waiting = await until(
      async () => (await server.client.request('GET', '/v3/documents/processing')).body.documents[0],
      document => document?.gate?.name === 'blobs',
    )
    expect(waiting).toMatchObject({ id, status: 'queued', errorCode: null })
    await cp(server.config.BLOB_DIR, volume, { recursive: true })
    expect(await untilFinished(server.client, id)).toMatchObject({ status: 'done' })
  } finally {
    await worker.stop()
    await server.close()
  }
})

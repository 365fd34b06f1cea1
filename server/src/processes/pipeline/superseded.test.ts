import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'

let embedder: ScriptedEmbedder
beforeAll(async () => {
  embedder = await startScriptedEmbedder()
})
afterAll(() => embedder.close())

/** A user's change to a document wins over a worker that is processing it. */
describe.each(layouts)('a document changed while it is processed, on $layout,', ({ cellCount }) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ cellCount, config: embedder.config })
  })
  afterAll(() => server.close())

  const request = (method: string, path: string, body?: unknown) => server.client.request(method, path, body)
  /** Counts the lane runs that have ended: a worker has left a slice when this has grown. */
  const runs = async () => {
    const { values } = await server.app.metrics.laneRuns.get()
    return values.find(({ labels }) => labels.outcome === 'worked')?.value ?? 0
  }
  const untilRuns = (count: number) => until(runs, now => now >= count)
  const chunksOf = async (id: string) => {
    const { id: document } = await rowOf(server, id)
    return queryCells<{ content: string; revision: number }>(
      server.databases,
      'select content, revision from cell.chunks where document = $1 order by position',
      [document],
    )
  }
  /** Counts paid vectors of texts that no longer exist. */
  const vectorsWithoutChunk = () =>
    queryCells(
      server.databases,
      'select 1 from cell.embedding_cache e where not exists (select from cell.chunks c where c.content_hash = e.content_hash)',
      [],
    )
  const attemptsOf = async (id: string) =>
    (await request('GET', `/v3/documents/${id}/attempts`)).body.attempts
  const untilPurged = (id: string) =>
    until(
      () => rowOf(server, id),
      row => row.due_at === null,
    )

  test("and deleted is purged although a worker holds it, and the provider's late answer changes nothing", async () => {
    const before = await runs()
    const gate = embedder.hold('regretted')
    const id = await add(server.client, { content: 'Said and regretted.', containerTag: 'regret' })
    await gate.reached
    const kept = await add(server.client, { content: 'Said and meant.', containerTag: 'regret' })
    await untilFinished(server.client, kept)
    expect(await request('DELETE', `/v3/documents/${id}`)).toMatchObject({ status: 204 })
    expect(await request('GET', `/v3/documents/${id}`)).toMatchObject({ status: 404 })
    await untilPurged(id)
    gate.open()
    // Three runs have ended: that of the other document, the purge, and the one that was held.
    await untilRuns(before + 3)
    expect(await chunksOf(id)).toEqual([])
    expect(await vectorsWithoutChunk()).toEqual([])
    expect(await rowOf(server, id)).toMatchObject({ due_at: null, title: null, status: 'embedding' })
    await expectFiguresToAgree(server.databases)
  })

  test('and revised is indexed in its new form, although the first worker finishes last', async () => {
    const before = await runs()
    const gate = embedder.hold('first draft')
    const sent = { containerTag: 'drafts', customId: 'draft' }
    const id = await add(server.client, { ...sent, content: 'The first draft.' })
    await gate.reached
    await add(server.client, { ...sent, content: 'The final version.' })
    expect(await untilFinished(server.client, id)).toMatchObject({ status: 'done', latestRevision: 2 })
    gate.open()
    await untilRuns(before + 2)
    expect(await chunksOf(id)).toEqual([{ content: 'The final version.', revision: 2 }])
    expect(await attemptsOf(id)).toMatchObject([
      { revision: 2, outcome: 'done', endedAt: expect.any(String) },
      { revision: 1, outcome: 'superseded', endedAt: expect.any(String) },
    ])
    await expectFiguresToAgree(server.databases)
  })
})

test('no longer belongs to its worker, whose slot does not wait for the provider', async () => {
  const server = await startTestServer({ config: { ...embedder.config, LEASE_MS: 300, WORKER_SLOTS: 1 } })
  const gate = embedder.hold('endless')
  const id = await add(server.client, { content: 'An endless call.', containerTag: 'endless' })
  await gate.reached
  await server.client.request('DELETE', `/v3/documents/${id}`)
  // The worker has one slot and purges the document with it, so it no longer waits for the embedder's answer.
  await until(
    () => rowOf(server, id),
    row => row.due_at === null,
  )
  gate.open()
  await server.close()
})

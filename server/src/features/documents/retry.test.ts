import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  add,
  type Client,
  layouts,
  startTestServer,
  type TestServer,
  until,
  untilFinished,
} from '../../../test/harness.ts'
import { expectFiguresToAgree } from '../../../test/recount.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'

let embedder: ScriptedEmbedder
beforeAll(async () => {
  embedder = await startScriptedEmbedder()
})
afterAll(() => embedder.close())
beforeEach(() => {
  embedder.behave = undefined
})

describe.each(layouts)('processing a document again on $layout', ({ cellCount }) => {
  let server: TestServer
  let client: Client
  beforeAll(async () => {
    const config = { ...embedder.config, MAX_ATTEMPTS: 1, DREAM_QUIET_MS: 0, RECONCILE_MS: 2_000 }
    server = await startTestServer({ cellCount, config })
    client = server.client
  })
  afterAll(async () => {
    await expectFiguresToAgree(server.databases)
    await server.close()
  })

  /** A provider that fails on some texts alone. */
  const failOn = (word: string, status = 500) => {
    embedder.behave = ({ texts }) =>
      texts.some(text => text.includes(word)) ? { kind: 'status', status } : undefined
  }
  const show = async (id: string) => (await client.request('GET', `/v3/documents/${id}`)).body
  const dreamed = (id: string) =>
    until(
      () => show(id),
      ({ status, dreamingStatus }) => status === 'done' && dreamingStatus === 'done',
    )
  const retry = (id: string, by = client) => by.request('POST', `/v3/documents/${id}/retry`)
  const reprocess = (body: object, by = client) => by.request('POST', '/v3/documents/reprocess', body)
  const chunksOf = async (id: string) =>
    (await client.request('GET', `/v3/documents/${id}/chunks`)).body.chunks
  const found = async (q: string, containerTag: string) =>
    (await client.request('POST', '/v3/search', { q, containerTag })).body.results.map(
      ({ documentId }: { documentId: string }) => documentId,
    )
  const upload = async (text: string, containerTag: string) => {
    const form = new FormData()
    form.set('file', new Blob([text], { type: 'text/plain' }), 'notes.txt')
    form.set('containerTag', containerTag)
    const headers = { authorization: `Bearer ${client.key}` }
    const answer = await fetch(`${server.url}/v3/documents/file`, { method: 'POST', headers, body: form })
    return ((await answer.json()) as { id: string }).id
  }
  const scopedTo = async (containerTag: string) =>
    server.clientFor((await client.request('POST', '/v3/auth/scoped-key', { containerTag })).body.key)

  test('queues a failed document with fresh attempts and clears its error', async () => {
    failOn('Lisbon')
    const id = await add(client, { content: 'user: I live in Lisbon.', containerTag: 'retried' })
    expect(await untilFinished(client, id)).toMatchObject({ status: 'failed', dreamingStatus: 'failed' })
    embedder.behave = undefined
    expect(await retry(id)).toMatchObject({ status: 202, body: { id, status: 'queued' } })
    expect(await dreamed(id)).toMatchObject({ errorCode: null, errorMessage: null, memoryCount: 1 })
    const { attempts } = (await client.request('GET', `/v3/documents/${id}/attempts`)).body
    expect(attempts.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['done', 'done', 'failed'])
  })

  test('queues all failed documents with one of the codes, since a time, in a container or everywhere', async () => {
    const retryMany = (body: object, by = client) => by.request('POST', '/v3/documents/retry', body)
    const addFailing = async (containerTag: string) => {
      const id = await add(client, {
        content: `An unlucky text in ${containerTag}.`,
        containerTag,
        taskType: 'rag',
      })
      expect(await untilFinished(client, id)).toMatchObject({ status: 'failed' })
      return id
    }
    failOn('unlucky')
    const down = [await addFailing('bulk_a'), await addFailing('bulk_b')]
    failOn('unlucky', 400)
    const refused = await addFailing('bulk_a')
    const scoped = await scopedTo('bulk_a')
    expect((await retryMany({ codes: ['fetch.*', 'embed'] })).body).toEqual({ count: 0, after: null })
    expect((await retryMany({ since: new Date(Date.now() + 60_000).toISOString() })).body.count).toBe(0)
    expect((await retryMany({ codes: ['embed.*'], containerTags: ['bulk_b'] }, scoped)).status).toBe(403)
    embedder.behave = undefined
    expect(await retryMany({ codes: ['embed.provider_unavailable'] }, scoped)).toMatchObject({
      status: 202,
      body: { count: 1, after: null },
    })
    expect(await untilFinished(client, down[0]!)).toMatchObject({ status: 'done' })
    expect((await show(refused)).status).toBe('failed')
    const since = new Date(Date.now() - 600_000).toISOString()
    expect((await retryMany({ codes: ['embed.*'], since })).body.count).toBe(2)
    for (const id of [down[1]!, refused])
      expect(await untilFinished(client, id)).toMatchObject({ status: 'done', errorCode: null })
    expect((await retryMany({ codes: ['embed.*'] })).body.count).toBe(0)
    for (const body of [{ codes: ['embed*'] }, { codes: [] }, { after: 'x'.repeat(22) }, { since: 'soon' }])
      expect((await retryMany(body)).status, JSON.stringify(body)).toBe(400)
  })

  test('is refused as a retry for a document that has not failed', async () => {
    const id = await add(client, { content: 'A page of tiles.', containerTag: 'fine', taskType: 'rag' })
    await untilFinished(client, id)
    const refused = await retry(id)
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({ code: 'request.conflict', error: expect.stringMatching(/done/) })
    expect((await retry('nothing-of-the-kind')).status).toBe(404)
    expect((await retry(id, await scopedTo('another'))).status).toBe(404)
  })

  // Documents that are processed again wait until no worker has the old settings. These two tests wait at the same time.
  test.concurrent('applies a changed chunk size, reads files again, and keeps the documents searchable meanwhile', async () => {
    const text = Array.from(
      { length: 60 },
      (_, n) => `Tile ${n} is fired at ${n} degrees in kiln ${n}.`,
    ).join('\n\n')
    const [written, uploaded] = [
      await add(client, { content: text, containerTag: 'sizes' }),
      await upload(text, 'sizes'),
    ]
    for (const id of [written, uploaded]) await dreamed(id)
    const before = (await chunksOf(written)).length
    await client.request('PATCH', '/v3/settings', { chunkSize: 200 })
    const answer = await reprocess({ containerTags: ['sizes'] })
    expect(answer).toMatchObject({ status: 202, body: { count: 2, after: null } })
    expect((await reprocess({ containerTags: ['sizes'] })).body.count).toBe(0)
    expect(await show(written)).toMatchObject({ dreamingStatus: 'dreaming', dreamingOutcome: null })
    expect((await show(uploaded)).raw).toBe(text)
    expect((await found('kiln', 'sizes')).toSorted()).toEqual([written, uploaded].toSorted())
    for (const id of [written, uploaded]) {
      expect(await dreamed(id)).toMatchObject({ latestRevision: 1 })
      expect((await chunksOf(id)).length).toBeGreaterThan(before)
    }
    expect((await show(uploaded)).raw).toBe(text)
    await client.request('PATCH', '/v3/settings', { chunkSize: null })
  })

  test.concurrent('with a scoped key covers the documents of its container and no others', async () => {
    const inside = await add(client, { content: 'Inside.', containerTag: 'inside', taskType: 'rag' })
    const outside = await add(client, { content: 'Outside.', containerTag: 'outside', taskType: 'rag' })
    for (const id of [inside, outside]) await untilFinished(client, id)
    const scoped = await scopedTo('inside')
    expect((await reprocess({ containerTags: ['outside'] }, scoped)).status).toBe(403)
    expect((await reprocess({ ids: [outside] }, scoped)).body).toMatchObject({
      count: 0,
      errors: [{ id: outside, error: expect.any(String) }],
    })
    expect((await reprocess({}, scoped)).body).toMatchObject({ count: 1, after: null })
    expect((await show(inside)).status).toBe('queued')
    expect((await show(outside)).status).toBe('done')
    expect((await reprocess({})).status).toBe(400)
    expect((await reprocess({ containerTag: 'inside', after: 'x'.repeat(22) })).status).toBe(400)
    await untilFinished(client, inside)
  })

  test('removes memories that a changed filter no longer allows', async () => {
    const said = [
      await add(client, { content: 'user: My dog is called Bruno.', containerTag: 'filters' }),
      await add(client, { content: 'user: I live in Lisbon.', containerTag: 'filters' }),
    ]
    for (const id of said) expect(await dreamed(id)).toMatchObject({ memoryCount: 1 })
    await client.request('PATCH', '/v3/settings', { excludeItems: ['dog'] })
    expect((await reprocess({ ids: said, from: 'dreaming' })).body).toEqual({ count: 2, after: null })
    const [dog, city] = [await dreamed(said[0]!), await dreamed(said[1]!)]
    await client.request('PATCH', '/v3/settings', { excludeItems: null })
    expect(dog).toMatchObject({
      memoryCount: 0,
      dreamingOutcome: { outcome: 'filtered', setting: 'excludeItems' },
    })
    expect(city).toMatchObject({ memoryCount: 1, dreamingOutcome: { outcome: 'formed' } })
    const { memoryEntries } = (
      await client.request('POST', '/v4/memories/list', { containerTags: ['filters'] })
    ).body
    expect(memoryEntries).toMatchObject([{ documentIds: [city.id] }])
  })
})

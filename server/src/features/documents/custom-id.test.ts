import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, layouts, startTestServer, type TestServer, untilFinished } from '../../../test/harness.ts'
import { queryCells } from '../../../test/recount.ts'
import { outOfOrder, type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'
import { decodeId } from '../../platform/lib/ids.ts'
import { placeContainer } from '../containers/place-container.ts'

let embedder: ScriptedEmbedder
beforeAll(async () => {
  embedder = await startScriptedEmbedder()
})
afterAll(() => embedder.close())

/** A section long enough that the chunker never puts two into one chunk. */
const section = (topic: string) =>
  `# ${topic}\n\n${`The ${topic} is told of here at length. `.repeat(20)}\n\n`

describe.each(layouts)('a customId on $layout', ({ cellCount }) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ cellCount, config: { ...embedder.config, MAX_ATTEMPTS: 1 } })
  })
  afterAll(() => server.close())

  const get = (id: string) => server.client.request('GET', `/v3/documents/${id}`)
  const attemptsOf = async (id: string) => (await get(`${id}/attempts`)).body.attempts
  const post = (body: Record<string, unknown>) => server.client.request('POST', '/v3/documents', body)
  /** Chunks found by their own text, which the scripted embedder maps to the same vector. */
  const find = async (containerTag: string, content: string) => {
    const { body } = await server.client.request('POST', '/v3/search', { q: content, containerTag })
    const results: { chunks: { content: string }[] }[] = body.results
    return results.flatMap(({ chunks }) => chunks.map(chunk => chunk.content))
  }

  const vectorsOf = (id: string) =>
    queryCells<{ content: string; embedding: string }>(
      server.databases,
      `select c.content, v.embedding::text from cell.chunks c join cell.chunk_vectors v using (shard, org, container, document, position)
        where c.document = $1 order by position`,
      [decodeId(id)],
    )

  test('with the same content again names the same document, which is not processed again', async () => {
    const sent = { content: 'Nothing new here.', containerTag: 'same', customId: 'same' }
    const id = await add(server.client, sent)
    await untilFinished(server.client, id)
    const calls = embedder.calls.length
    const { updatedAt } = (await get(id)).body
    expect((await post(sent)).body).toEqual({ id, status: 'done' })
    expect((await get(id)).body).toMatchObject({ latestRevision: 1, status: 'done', updatedAt })
    expect(await attemptsOf(id)).toHaveLength(1)
    expect(embedder.calls).toHaveLength(calls)
  })

  test('with the same content during processing returns the current status', async () => {
    const gate = embedder.hold('Slow going')
    const sent = { content: 'Slow going today.', customId: 'slow' }
    const id = await add(server.client, sent)
    await gate.reached
    expect((await post(sent)).body).toEqual({ id, status: 'embedding' })
    gate.open()
    await untilFinished(server.client, id)
    expect(await attemptsOf(id)).toMatchObject([{ outcome: 'done', revision: 1 }])
  })

  test('with other content makes a revision, and searches use the old one until the new one replaces it', async () => {
    const old = 'The bakery opens at seven.'
    const fresh = 'The bakery stays shut for good.'
    const id = await add(server.client, {
      content: old,
      containerTag: 'bakery',
      customId: 'hours',
      metadata: { kept: 'yes' },
    })
    await untilFinished(server.client, id)
    const gate = embedder.hold('shut for good')
    expect((await post({ content: fresh, containerTag: 'bakery', customId: 'hours' })).body).toEqual({
      id,
      status: 'queued',
    })
    await gate.reached
    expect((await get(id)).body).toMatchObject({
      content: fresh,
      latestRevision: 2,
      activeContentUpdateId: expect.stringMatching(/^\w{22}$/),
      status: 'embedding',
      metadata: { kept: 'yes' },
    })
    expect(await find('bakery', old)).toEqual([old])
    gate.open()
    expect(await untilFinished(server.client, id)).toMatchObject({
      status: 'done',
      latestRevision: 2,
      activeContentUpdateId: null,
      title: fresh,
    })
    expect(await find('bakery', fresh)).toEqual([fresh])
    expect(await find('bakery', old)).not.toContain(old)
  })

  test('whose new revision fails ends that update, and searches go on using the old revision', async () => {
    const old = 'The ferry leaves at noon.'
    const id = await add(server.client, { content: old, containerTag: 'ferry', customId: 'ferry' })
    await untilFinished(server.client, id)
    embedder.behave = ({ texts }) => (texts.some(text => text.includes('never')) ? outOfOrder : undefined)
    const sent = { content: 'The ferry leaves never.', containerTag: 'ferry', customId: 'ferry' }
    await post(sent)
    expect(await untilFinished(server.client, id)).toMatchObject({
      status: 'failed',
      latestRevision: 2,
      activeContentUpdateId: null,
    })
    embedder.behave = undefined
    expect(await find('ferry', old)).toEqual([old])
    expect((await post(sent)).body).toEqual({ id, status: 'failed' })
    await post({ ...sent, content: 'The ferry leaves at one.' })
    expect(await untilFinished(server.client, id)).toMatchObject({ status: 'done', latestRevision: 3 })
  })

  test('with appended content embeds only the new part', async () => {
    const begun = section('harbour') + section('lighthouse')
    const sent = { containerTag: 'append', customId: 'log' }
    const id = await add(server.client, { ...sent, content: begun })
    await untilFinished(server.client, id)
    const before = await vectorsOf(id)
    expect(before.length).toBeGreaterThan(1)
    // Without the cache, only the chunks themselves still have their vectors.
    await queryCells(server.databases, 'delete from cell.embedding_cache', [])
    const calls = embedder.calls.length
    await add(server.client, { ...sent, content: begun + section('boathouse') })
    expect(await untilFinished(server.client, id)).toMatchObject({ latestRevision: 2, status: 'done' })
    const embedded = embedder.calls.slice(calls).flatMap(({ texts }) => texts)
    expect(embedded).toEqual([expect.stringContaining('boathouse')])
    expect(embedded.join()).not.toMatch(/harbour|lighthouse/)
    expect((await vectorsOf(id)).slice(0, before.length)).toEqual(before)
  })

  test('that is added many times at once is one document', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        post({ content: `Version ${i} of the same thing.`, containerTag: 'race', customId: 'race' }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
    const ids = new Set(answers.map(({ body }) => body.id))
    expect(ids.size).toBe(1)
    const document = await untilFinished(server.client, 'race')
    expect(document).toMatchObject({ status: 'done', latestRevision: 12 })
    expect(await find('race', document.content)).toEqual([document.content])
  })

  test('that is added many times at once with the same content is one revision', async () => {
    const sent = { content: 'Said by all.', containerTag: 'chorus', customId: 'chorus' }
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(sent)))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect((await get('chorus')).body).toMatchObject({ latestRevision: 1 })
  })

  test('finds its document, and in another container names another document', async () => {
    // In both directions: with two cells, the newer document is once in the first cell and once in the second.
    for (const [here, there] of [
      [0, cellCount - 1],
      [cellCount - 1, 0],
    ] as const) {
      const twin = { customId: `twin_${here}` }
      const first = await add(server.client, { ...twin, content: 'One.', containerTag: tagIn(here, 'here') })
      expect((await get(twin.customId)).body).toMatchObject({ id: first, ...twin })
      const second = await add(server.client, {
        ...twin,
        content: 'Two.',
        containerTag: tagIn(there, 'there'),
      })
      expect(second).not.toBe(first)
      // Both documents have this customId, so the container tag decides.
      expect((await get(twin.customId)).body).toMatchObject({ code: 'document.ambiguous' })
      const newer = `${twin.customId}?containerTag=${tagIn(there, 'there')}`
      expect((await get(newer)).body).toMatchObject({ id: second })
      expect((await server.client.request('DELETE', `/v3/documents/${newer}`)).status).toBe(204)
      expect((await get(twin.customId)).body).toMatchObject({ id: first })
    }
  })

  /** A tag whose container is in the cell with this number. */
  const tagIn = (cell: number, prefix: string) => {
    const { cells } = server.app
    for (let i = 0; ; i++) {
      const tag = `${prefix}_${i}`
      if (cells.of(placeContainer(server.client.organization, tag)) === cells.all[cell]) return tag
    }
  }
})

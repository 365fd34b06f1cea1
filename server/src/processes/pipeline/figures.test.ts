import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, layouts, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { expectFiguresToAgree, queryCells } from '../../../test/recount.ts'
import { outOfOrder, type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'

let embedder: ScriptedEmbedder
beforeAll(async () => {
  embedder = await startScriptedEmbedder()
})
afterAll(() => embedder.close())

/** Words from a small vocabulary, so that documents share terms and counts rise and fall on the same rows. */
const stock = [
  'heron',
  'harbour',
  'lantern',
  'meadow',
  'orchard',
  'quarry',
  'ribbon',
  'saddle',
  'thimble',
  'willow',
]
const sentence = (seed: number) =>
  `${Array.from({ length: 6 }, (_, i) => stock[(seed * (i + 3) + i * i) % stock.length]).join(' ')}.`

describe.each(layouts)('the stored counters on $layout', ({ cellCount }) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({
      cellCount,
      config: { ...embedder.config, WORKER_SLOTS: 3, MAX_ATTEMPTS: 1 },
    })
    embedder.behave = ({ texts }) => (texts.some(text => text.includes('broken')) ? outOfOrder : undefined)
  })
  afterAll(async () => {
    embedder.behave = undefined
    await server.close()
  })

  const pending = async () =>
    (await server.client.request('GET', '/v3/documents/processing?view=pending')).body.totalCount
  const undone = async () => {
    const rows = await queryCells<{ n: number }>(
      server.databases,
      'select count(*)::int as n from cell.documents where due_at is not null',
      [],
    )
    return rows.reduce((sum, { n }) => sum + n, 0)
  }

  test('equal a recount after concurrent adds, revisions, deletes and failures', async () => {
    const { client } = server
    const containers = ['a', 'b', 'c']
    const send = (i: number, content: string) =>
      add(client, { content, containerTag: containers[i % 3], customId: `document_${i}`, taskType: 'rag' })
    /** The life of one document. Three of them revise, delete and add again under one name. */
    const live = async (i: number) => {
      const id = await send(i, i % 7 === 5 ? `${sentence(i)} broken.` : sentence(i))
      if (i % 2 === 0) await send(i, `${sentence(i)} ${sentence(i + 1)}`)
      if (i % 3 === 0) await client.request('DELETE', `/v3/documents/${id}`)
      if (i % 6 === 0) await send(i, sentence(i + 2))
      if (i % 10 === 9) await send(i, `${sentence(i)} mended.`)
    }
    for (let from = 0; from < 40; from += 8)
      await Promise.all(Array.from({ length: 8 }, (_, i) => live(from + i)))
    // Also while work is going on: each counter changes with its rows or not at all.
    await expectFiguresToAgree(server.databases)
    await until(undone, left => left === 0)
    await expectFiguresToAgree(server.databases)
    expect(await pending()).toBe(0)

    const listed = (await client.request('POST', '/v3/documents/list', { limit: 100 })).body
    expect(listed.memories).toHaveLength(listed.pagination.totalItems)
    const failed = (await client.request('GET', '/v3/documents/processing?view=all&limit=100')).body
    expect(failed.documents).toHaveLength(failed.totalCount)
    expect(failed.totalCount).toBeGreaterThan(0)

    for (const { id } of listed.memories) await client.request('DELETE', `/v3/documents/${id}`)
    await until(undone, left => left === 0)
    await expectFiguresToAgree(server.databases)
    for (const table of [
      'chunks',
      'chunk_vectors',
      'chunk_terms',
      'term_counts',
      'term_tallies',
      'revisions',
      'embedding_cache',
    ])
      expect(await queryCells(server.databases, `select 1 from cell.${table}`, []), table).toEqual([])
  })
})

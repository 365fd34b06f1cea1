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
import { decodeId } from '../../platform/lib/ids.ts'

let embedder: ScriptedEmbedder
beforeAll(async () => {
  embedder = await startScriptedEmbedder()
})
afterAll(() => embedder.close())

describe.each(layouts)('a deleted document on $layout', ({ cellCount }) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ cellCount, config: embedder.config })
  })
  afterAll(() => server.close())

  const request = (method: string, path: string, body?: unknown) => server.client.request(method, path, body)
  const remove = (id: string) => request('DELETE', `/v3/documents/${id}`)
  const count = async (table: string, id: string) => {
    const rows = await queryCells<{ n: number }>(
      server.databases,
      `select count(*)::int as n from cell.${table} where document = $1`,
      [decodeId(id)],
    )
    return rows.reduce((sum, { n }) => sum + n, 0)
  }
  const untilPurged = (id: string) =>
    until(
      () => rowOf(server, id),
      row => row.due_at === null,
    )

  test('disappears at once from get, list, search and processing', async () => {
    const content = 'The heron stands in the reeds.'
    const id = await add(server.client, { content, containerTag: 'gone', customId: 'heron' })
    await untilFinished(server.client, id)
    const answer = await remove(id)
    expect(answer).toMatchObject({ status: 204, body: undefined })
    const [byId, byCustomId, attempts, list, search, processing] = await Promise.all([
      request('GET', `/v3/documents/${id}`),
      request('GET', '/v3/documents/heron'),
      request('GET', `/v3/documents/${id}/attempts`),
      request('POST', '/v3/documents/list', { containerTag: 'gone' }),
      request('POST', '/v3/search', { q: content, containerTag: 'gone' }),
      request('GET', '/v3/documents/processing?view=all&containerTag=gone'),
    ])
    for (const gone of [byId, byCustomId, attempts])
      expect(gone).toMatchObject({ status: 404, body: { code: 'document.not_found' } })
    expect(list.body).toMatchObject({ memories: [], pagination: { totalItems: 0, totalPages: 0 } })
    expect(search.body).toMatchObject({ results: [], total: 0 })
    expect(processing.body).toMatchObject({ documents: [], totalCount: 0 })
  })

  test('cannot be deleted a second time', async () => {
    const id = await add(server.client, { content: 'Once.', customId: 'once' })
    expect(await remove('once')).toMatchObject({ status: 204 })
    expect(await remove('once')).toMatchObject({ status: 404 })
    expect(await remove(id)).toMatchObject({ status: 404 })
  })

  test('is deleted by exactly one of many concurrent requests', async () => {
    const id = await add(server.client, { content: 'Contested.' })
    const answers = await Promise.all(Array.from({ length: 6 }, () => remove(id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404, 404])
  })

  test('leaves nothing behind: no text, chunks, vectors, terms, revisions, attempts or tags', async () => {
    const sent = { containerTags: ['purge', 'purge_too'], customId: 'purged', entityContext: 'Ada, 42.' }
    const id = await add(server.client, {
      ...sent,
      content: 'An uncommon zyzzyva.',
      metadata: { secret: 'yes' },
      filterByMetadata: { secret: 'yes' },
      filepath: '/private/insects.md',
    })
    await untilFinished(server.client, id)
    await add(server.client, { ...sent, content: 'An uncommon zyzzyva, revised.' })
    await untilFinished(server.client, id)
    const tables = ['chunks', 'chunk_vectors', 'chunk_terms', 'revisions', 'attempts', 'secondary_tags']
    for (const table of tables) expect(await count(table, id), table).toBeGreaterThan(0)
    const { container } = await rowOf(server, id)
    await remove(id)
    expect(await untilPurged(id)).toMatchObject({
      tombstoned_at: expect.any(Date),
      title: null,
      summary: null,
      metadata: null,
      entity_context: null,
      filter_by_metadata: null,
      filepath: null,
    })
    for (const table of tables) expect(await count(table, id), table).toBe(0)
    for (const table of ['term_counts', 'term_tallies', 'embedding_cache']) {
      const left = await queryCells(server.databases, `select * from cell.${table} where container = $1`, [
        container,
      ])
      expect(left, table).toEqual([])
    }
    await expectFiguresToAgree(server.databases)
  })

  test('frees its customId at once for a new document', async () => {
    const first = await add(server.client, { content: 'First life.', containerTag: 'lives', customId: 'cat' })
    await remove('cat')
    const second = await add(server.client, {
      content: 'Second life.',
      containerTag: 'lives',
      customId: 'cat',
    })
    expect(second).not.toBe(first)
    await untilPurged(first)
    expect(await untilFinished(server.client, 'cat')).toMatchObject({
      id: second,
      latestRevision: 1,
      status: 'done',
    })
  })

  test('takes no chunks of its neighbours with it', async () => {
    const stays = 'The kingfisher stays by the river.'
    const kept = await add(server.client, { content: stays, containerTag: 'river' })
    const id = await add(server.client, { content: 'The otter leaves the river.', containerTag: 'river' })
    await Promise.all([untilFinished(server.client, kept), untilFinished(server.client, id)])
    await remove(id)
    await untilPurged(id)
    const { body } = await request('POST', '/v3/search', { q: 'river', containerTag: 'river' })
    expect(body.results.map(({ documentId }: { documentId: string }) => documentId)).toEqual([kept])
    await expectFiguresToAgree(server.databases)
  })

  test('of another organization is never found, read or deleted', async () => {
    const id = await add(server.client, { content: 'Mine.', customId: 'mine' })
    const strangers = [
      await server.newClient({ spread: true }),
      await server.newClient({ homeShard: server.client.organization.homeShard }),
    ]
    for (const stranger of strangers) {
      for (const name of [id, 'mine']) {
        expect(await stranger.request('GET', `/v3/documents/${name}`)).toMatchObject({ status: 404 })
        expect(await stranger.request('GET', `/v3/documents/${name}/attempts`)).toMatchObject({ status: 404 })
        expect(await stranger.request('DELETE', `/v3/documents/${name}`)).toMatchObject({ status: 404 })
      }
      expect((await stranger.request('POST', '/v3/documents/list', {})).body.memories).toEqual([])
    }
    expect(await request('GET', `/v3/documents/${id}`)).toMatchObject({ status: 200 })
  })
})

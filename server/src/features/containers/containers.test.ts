import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  add,
  type Client,
  layouts,
  startTestServer,
  type TestServer,
  until,
  untilFinished,
} from '../../../test/harness.ts'
import { expectFiguresToAgree, queryCells } from '../../../test/recount.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'
import { start } from '../../edges/cli/run.ts'

let embedder: ScriptedEmbedder
beforeAll(async () => {
  embedder = await startScriptedEmbedder()
})
afterAll(() => embedder.close())

describe.each(layouts)('container tags on $layout:', ({ cellCount }) => {
  let server: TestServer
  let client: Client
  beforeAll(async () => {
    // The reconciler makes up for a failed run, and its next round must come before a test gives up.
    server = await startTestServer({ cellCount, config: { ...embedder.config, RECONCILE_MS: 5_000 } })
    client = server.client
  })
  afterAll(() => server.close())

  const read = async (tag: string) => (await client.request('GET', `/v3/container-tags/${tag}`)).body

  /** Waits until nothing of a deleted container is left in any cell. */
  const untilPurged = () =>
    until(
      () => queryCells(server.databases, 'select tag from cell.containers where deleted_at is not null', []),
      ({ length }) => length === 0,
    )

  test('the list merges the cells, latest activity first, in pages', async () => {
    for (const tag of ['one', 'two', 'three', 'four'])
      await add(client, { content: `About ${tag}.`, containerTag: tag })
    await until(
      () => client.request('GET', '/v3/documents/processing'),
      ({ body }) => body.totalCount === 0,
    )
    await client.request('PATCH', '/v3/container-tags/two', { name: 'Second' })
    const { body } = await client.request('GET', '/v3/container-tags/list')
    expect(body.map((row: any) => row.containerTag).toSorted()).toEqual(['four', 'one', 'three', 'two'])
    expect(body[0]).toMatchObject({ containerTag: 'two', name: 'Second', documentCount: 1, tokenCount: 3 })
    const pages = await Promise.all(
      [1, 2, 3].map(page => client.request('GET', `/v3/container-tags/list?limit=2&page=${page}`)),
    )
    expect(pages.flatMap(page => page.body)).toEqual(body)
  })

  test('the entityContext of a document stays with its container', async () => {
    const tag = 'entity'
    await add(client, { content: 'a', containerTag: tag, entityContext: 'Ada is a potter.' })
    await add(client, { content: 'b', containerTag: tag })
    expect((await read(tag)).entityContext).toBe('Ada is a potter.')
    await add(client, { content: 'c', containerTag: tag, entityContext: 'Ada is a sailor.' })
    expect((await read(tag)).entityContext).toBe('Ada is a sailor.')
  })

  test('a deleted tag is gone for every reader at once, and its rows soon after', async () => {
    const tag = 'doomed'
    const ids: string[] = []
    for (let i = 0; i < 5; i++)
      ids.push(
        await add(client, {
          content: `Zebras number ${i}`,
          containerTags: [tag, 'elsewhere'],
          customId: `zebra-${i}`,
          metadata: { kind: 'zebra' },
        }),
      )
    for (const id of ids) await untilFinished(client, id)
    const { body: before } = await client.request('POST', '/v3/documents/list', { limit: 1 })
    const deleted = await client.request('DELETE', `/v3/container-tags/${tag}`)
    expect(deleted).toMatchObject({ status: 200, body: { success: true, deletedDocumentsCount: 5 } })
    expect((await client.request('GET', `/v3/documents/${ids[0]}`)).status).toBe(404)
    expect((await client.request('GET', '/v3/documents/zebra-1')).status).toBe(404)
    expect((await client.request('DELETE', `/v3/documents/${ids[0]}`)).status).toBe(404)
    const lists = await Promise.all(
      [{}, { containerTag: tag }, { containerTag: 'elsewhere' }].map(body =>
        client.request('POST', '/v3/documents/list', { ...body, limit: 100 }),
      ),
    )
    for (const { body } of lists)
      expect(body.memories.some((memory: any) => ids.includes(memory.id))).toBe(false)
    expect(lists.map(({ body }) => body.pagination.totalItems)).toEqual([
      before.pagination.totalItems - 5,
      0,
      0,
    ])
    for (const q of ['Zebras number 3']) {
      const { body } = await client.request('POST', '/v3/search', { q })
      expect(body.results.some((result: any) => ids.includes(result.documentId))).toBe(false)
      expect((await client.request('POST', '/v3/search', { q, containerTag: tag })).body.results).toEqual([])
    }
    expect((await client.request('GET', `/v3/container-tags/${tag}`)).status).toBe(404)
    expect((await client.request('DELETE', `/v3/container-tags/${tag}`)).status).toBe(404)

    const again = await add(client, { content: 'New life.', containerTag: tag, customId: 'zebra-1' })
    expect(ids).not.toContain(again)
    await untilFinished(client, again)
    expect(await read(tag)).toMatchObject({ documentCount: 1 })
    await untilPurged()
    for (const table of [
      'chunks',
      'chunk_vectors',
      'chunk_terms',
      'revisions',
      'term_counts',
      'term_tallies',
      'documents',
    ])
      expect(
        await queryCells(
          server.databases,
          `select container from cell.${table} t where not exists (
             select from cell.containers c where c.shard = t.shard and c.org = t.org and c.container = t.container)`,
          [],
        ),
        table,
      ).toEqual([])
    await expectFiguresToAgree(server.databases)
  })

  test('another process that still knows the deleted container adds to the new one', async () => {
    const other = await start({ ...server.config, PORT: 0 }, { api: true, worker: false })
    try {
      const elsewhere: Client = {
        ...client,
        async request(method, path, body) {
          const response = await fetch(`${other.url}${path}`, {
            method,
            headers: { authorization: `Bearer ${client.key}`, 'content-type': 'application/json' },
            ...(body !== undefined && { body: JSON.stringify(body) }),
          })
          return { status: response.status, headers: response.headers, body: await response.json() }
        },
      }
      for (const first of [client, elsewhere])
        await add(first, { content: 'Before.', containerTag: 'shared', customId: 'known' })
      await client.request('DELETE', '/v3/container-tags/shared')
      // A customId of the old container does not lead to it either.
      const ids = [
        await add(elsewhere, { content: 'Other words.', containerTag: 'shared', customId: 'known' }),
        await add(elsewhere, { content: 'After.', containerTag: 'shared' }),
        await add(client, { content: 'Also after.', containerTag: 'shared' }),
      ]
      for (const id of ids) expect(await untilFinished(client, id)).toMatchObject({ status: 'done' })
      expect(await read('shared')).toMatchObject({ documentCount: 3 })
      await client.request('DELETE', '/v3/container-tags/shared')
      const patched = await elsewhere.request('PATCH', '/v3/container-tags/shared', { name: 'Anew' })
      expect(patched).toMatchObject({ status: 200, body: { name: 'Anew', documentCount: 0 } })
    } finally {
      await other.stop()
    }
    await untilPurged()
    await expectFiguresToAgree(server.databases)
  })

  test('adds during repeated deletes of the tag are never lost in a container that is gone', async () => {
    const tag = 'busy'
    let adding = true
    const adds = Promise.all(
      Array.from({ length: 4 }, async () => {
        const statuses = []
        while (adding) {
          const answer = await client.request('POST', '/v3/documents', { content: 'x', containerTag: tag })
          statuses.push(answer.status)
        }
        return statuses
      }),
    )
    for (let i = 0; i < 10; i++) await client.request('DELETE', `/v3/container-tags/${tag}`)
    adding = false
    expect(new Set((await adds).flat())).toEqual(new Set([200]))
    await untilPurged()
    await until(
      () => client.request('GET', '/v3/documents/processing'),
      ({ body }) => body.totalCount === 0,
    )
    await expectFiguresToAgree(server.databases)
  })

  test("another organization's tag of the same name is untouched by ours", async () => {
    const theirs = await server.newClient()
    await add(theirs, { content: 'Theirs.', containerTag: 'common' })
    await add(client, { content: 'Ours.', containerTag: 'common' })
    await client.request('DELETE', '/v3/container-tags/common')
    expect((await theirs.request('GET', '/v3/container-tags/common')).body.documentCount).toBe(1)
    expect((await theirs.request('GET', '/v3/container-tags/list')).body).toHaveLength(1)
  })
})

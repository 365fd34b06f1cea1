import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, layouts, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { expectFiguresToAgree, queryCells } from '../../../test/recount.ts'
import {
  type Gate,
  outOfOrder,
  type ScriptedEmbedder,
  startScriptedEmbedder,
} from '../../../test/scripted-embedder.ts'
import { decodeId } from '../../platform/lib/ids.ts'

let embedder: ScriptedEmbedder
beforeAll(async () => {
  embedder = await startScriptedEmbedder()
})
afterAll(() => embedder.close())

describe.each(layouts)('the list of documents in processing on $layout', ({ cellCount }) => {
  let server: TestServer
  let gate: Gate
  /** Two documents are done, one failed, and three wait, one of them without an update for hours. */
  const ids: Record<'done' | 'other' | 'failed' | 'silent' | 'waiting' | 'late', string> = {} as never

  const list = async (query = '') =>
    (await server.client.request('GET', `/v3/documents/processing${query}`)).body
  const idsOf = ({ documents }: { documents: { id: string }[] }) => documents.map(({ id }) => id)
  const is = (id: string, status: string) =>
    until(
      async () => (await server.client.request('GET', `/v3/documents/${id}`)).body.status,
      now => now === status,
    )

  beforeAll(async () => {
    server = await startTestServer({
      cellCount,
      config: { ...embedder.config, MAX_ATTEMPTS: 1, WORKER_SLOTS: 4 },
    })
    embedder.behave = ({ texts }) => (texts.some(text => text.includes('broken')) ? outOfOrder : undefined)
    gate = embedder.hold('waits')
    const { client } = server
    ids.done = await add(client, { content: 'It is done.', containerTag: 'a' })
    ids.other = await add(client, { content: 'It is done too.', containerTag: 'b' })
    ids.failed = await add(client, { content: 'It is broken.', containerTag: 'c', customId: 'broken' })
    await Promise.all([is(ids.done, 'done'), is(ids.other, 'done'), is(ids.failed, 'failed')])
    ids.silent = await add(client, { content: 'It waits forever.', containerTag: 'a' })
    await gate.reached
    ids.waiting = await add(client, { content: 'It waits as well.', containerTags: ['b', 'shared'] })
    await is(ids.waiting, 'embedding')
    ids.late = await add(client, { content: 'It waits, too.', containerTag: 'c' })
    await is(ids.late, 'embedding')
    await queryCells(
      server.databases,
      `update cell.documents set updated_at = now() - interval '4 hours 1 second' where id = $1`,
      [decodeId(ids.silent)],
    )
  })
  afterAll(async () => {
    embedder.behave = undefined
    gate.open()
    await server.close()
  })

  test('shows unfinished documents with a recent update in the view `active`', async () => {
    const answer = await list()
    expect(answer).toEqual(await list('?view=active'))
    expect(idsOf(answer)).toEqual([ids.late, ids.waiting])
    expect(answer.totalCount).toBe(2)
    expect(answer).not.toHaveProperty('pagination')
  })

  test('shows all documents that are neither done nor failed in the view `pending`', async () => {
    const answer = await list('?view=pending')
    expect(idsOf(answer)).toEqual([ids.late, ids.waiting, ids.silent])
    expect(answer.totalCount).toBe(3)
    expect(answer).not.toHaveProperty('pagination')
  })

  test('shows pending and failed documents in the view `all`, in pages', async () => {
    const answer = await list('?view=all')
    expect(idsOf(answer)).toEqual([ids.late, ids.waiting, ids.silent, ids.failed])
    expect(answer.totalCount).toBe(4)
    expect(answer.pagination).toEqual({ currentPage: 1, totalItems: 4, totalPages: 1, limit: 10 })
    const second = await list('?view=all&limit=3&page=2')
    expect(idsOf(second)).toEqual([ids.failed])
    expect(second.totalCount).toBe(4)
    expect(second.pagination).toEqual({ currentPage: 2, totalItems: 4, totalPages: 2, limit: 3 })
  })

  test('marks documents without an update for four hours as stuck', async () => {
    const { documents } = await list('?view=all')
    expect(documents.map(({ stuck }: { stuck: boolean }) => stuck)).toEqual([false, false, true, false])
  })

  test('has an error for failed documents and none for the others', async () => {
    const { documents } = await list('?view=all')
    expect(documents.at(-1)).toEqual({
      id: ids.failed,
      customId: 'broken',
      connectionId: null,
      containerTags: ['c'],
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
      metadata: null,
      status: 'failed',
      summary: null,
      title: null,
      type: 'text',
      stuck: false,
      progress: null,
      gate: null,
      errorCode: 'embed.provider_unavailable',
      errorMessage: expect.stringContaining('500'),
      memoryCount: 0,
      dreamingStatus: 'failed',
      dreamingOutcome: expect.objectContaining({
        outcome: 'failed',
        errorCode: 'embed.provider_unavailable',
      }),
      memoryState: {
        state: 'failed',
        reason: 'processing_failed',
        message: expect.stringContaining('500'),
      },
    })
    for (const document of documents.slice(0, 3))
      expect(document).toMatchObject({ errorCode: null, errorMessage: null, status: 'embedding' })
  })

  test.each<[query: string, names: (keyof typeof ids)[]]>([
    ['containerTag=c', ['late', 'failed']],
    ['containerTags=a', ['silent']],
    ['containerTags=a,%20c', ['late', 'silent', 'failed']],
    ['containerTags=shared', ['waiting']],
    ['containerTags=b,shared', ['waiting']],
    ['containerTags=nobody', []],
    ['containerTag=c&statuses=failed', ['failed']],
    ['containerTag=c&statuses=embedding,%20queued', ['late']],
    ['containerTag=c&codes=no.such_code', []],
  ])('can be limited by %s', async (query, names) => {
    const answer = await list(`?view=all&${query}`)
    expect(idsOf(answer)).toEqual(names.map(name => ids[name]))
    expect(answer.totalCount).toBe(names.length)
  })

  test('has the same count for `active` and `pending` within a container', async () => {
    expect(await list('?containerTag=a')).toEqual({ documents: [], totalCount: 0, dreamingCount: 1 })
    expect(await list('?view=pending&containerTag=a')).toMatchObject({
      documents: [{ id: ids.silent }],
      totalCount: 1,
    })
    expect(await list('?containerTag=shared')).toMatchObject({
      documents: [{ id: ids.waiting }],
      totalCount: 1,
    })
  })

  test.each([
    'view=some',
    'limit=0',
    'limit=1101',
    'limit=x',
    'page=0',
    'containerTags=a%2Fb',
    'statuses=some',
    'codes=A',
  ])('refuses %s', async query => {
    const answer = await server.client.request('GET', `/v3/documents/processing?${query}`)
    expect(answer).toMatchObject({ status: 400, body: { code: 'request.invalid' } })
  })

  test('counts the documents that exist', () => expectFiguresToAgree(server.databases))
})

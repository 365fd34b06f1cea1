import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  add,
  type Client,
  layouts,
  startTestServer,
  type TestServer,
  untilFinished,
} from '../../../test/harness.ts'
import { memoryCorpus } from '../memories/recall-store.ts'
import { chunkCorpus } from '../search/store.ts'
import { prepareCells, type RecallQuestion } from './prepare-cells.ts'
import { SearchRequest } from './search-request.ts'

describe.each(layouts)('preparing a recall on $layout', ({ cellCount }) => {
  let server: TestServer
  let client: Client
  let ids: string[]

  beforeAll(async () => {
    server = await startTestServer({ cellCount })
    client = server.client
    ids = await Promise.all([
      add(client, { content: 'The harbour is closed in winter.', containerTag: 'ada', customId: 'note' }),
      add(client, { content: 'Bob drinks tea in the harbour.', containerTag: 'bob', customId: 'note' }),
    ])
    await Promise.all(ids.map(id => untilFinished(client, id)))
    await client.request('POST', '/v4/memories', {
      containerTag: 'ada',
      memories: [{ content: 'Ada likes the harbour.' }, { content: 'Ada has a boat.' }],
    })
  })
  afterAll(() => server.close())

  const prepare = (corpus: typeof chunkCorpus | typeof memoryCorpus, tags: string[], more = {}) => {
    const principal = {
      organization: client.organization,
      key: { id: 'k', name: 'k' },
      containerTag: undefined,
    }
    const { signal } = new AbortController()
    const request = new SearchRequest({ app: server.app, principal, containerTags: tags, signal })
    const question: RecallQuestion = { q: 'Which harbour?', limit: 10, isNarrow: false, ...more }
    return prepareCells(request, corpus, question)
  }

  test('counts the rows of each corpus separately', async () => {
    const [chunks] = await prepare(chunkCorpus, ['ada'])
    const [memories] = await prepare(memoryCorpus, ['ada'])
    expect([chunks!.rarity.rows, memories!.rarity.rows]).toEqual([1, 2])
    expect(memories!.scope).toEqual(chunks!.scope)
  })

  test('finds no cell for a tag that was never used, and none for a corpus without rows', async () => {
    expect(await prepare(chunkCorpus, ['nobody'])).toEqual([])
    expect(await prepare(memoryCorpus, ['bob'])).toEqual([])
  })

  test('covers all containers of the organization without a tag', async () => {
    const cells = await prepare(chunkCorpus, [])
    expect(cells.reduce((sum, { rarity }) => sum + rarity.rows, 0)).toBe(2)
    expect(cells.every(({ scope }) => scope.containers === undefined)).toBe(true)
  })

  test('limits the transaction to the container if there is only one', async () => {
    const [one] = await prepare(chunkCorpus, ['ada'])
    expect(one!.tx).toEqual({ org: client.organization.id, container: one!.scope.containers![0] })
    const [all] = await prepare(chunkCorpus, [])
    expect(all!.tx.container).toBeUndefined()
  })

  test('weighs keywords in all cells if a term of the query occurs in one of them', async () => {
    const cells = await prepare(chunkCorpus, ['ada', 'bob'], { q: 'winter tea' })
    expect(cells.every(({ bestBm25 }) => bestBm25 !== undefined)).toBe(true)
    const unknown = await prepare(chunkCorpus, ['ada', 'bob'], { q: 'xyzzy' })
    expect(unknown.map(({ bestBm25, lexical }) => [bestBm25, lexical])).toEqual(
      unknown.map(() => [undefined, undefined]),
    )
  })

  test('limits the search to the document that an id or a customId names', async () => {
    const cells = await prepare(chunkCorpus, ['ada'], { docId: 'note' })
    expect(cells).toHaveLength(1)
    expect(await prepare(chunkCorpus, ['ada'], { docId: 'absent' })).toEqual([])
    expect(await prepare(chunkCorpus, [], { docId: ids[1] })).toHaveLength(1)
  })

  test('refuses a customId that two containers use', async () => {
    await expect(prepare(chunkCorpus, [], { docId: 'note' })).rejects.toMatchObject({
      code: 'document.ambiguous',
    })
  })

  test('looks in the new container when a tag has been deleted and used again', async () => {
    const remember = (content: string) =>
      client.request('POST', '/v4/memories', { containerTag: 'again', memories: [{ content }] })
    await remember('Ada drinks tea.')
    const [before] = await prepare(memoryCorpus, ['again'], { q: 'tea' })
    await client.request('DELETE', '/v3/container-tags/again')
    await remember('Bob drinks tea.')
    const [after] = await prepare(memoryCorpus, ['again'], { q: 'tea' })
    expect(after!.scope.containers).not.toEqual(before!.scope.containers)
    expect(after!.lexical).toBeDefined()
  })
})

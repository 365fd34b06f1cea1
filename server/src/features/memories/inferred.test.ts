import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, type Client, layouts, startTestServer, type TestServer } from '../../../test/harness.ts'
import { expectFiguresToAgree } from '../../../test/recount.ts'
import { inScope } from '../../platform/db/tx.ts'
import { decodeId } from '../../platform/lib/ids.ts'
import { SearchRequest } from '../recall/search-request.ts'
import { searchMemories } from './search-memories.ts'
import { citeSource } from './source-store.ts'
import { relateMemories } from './store.ts'

describe.each(layouts)('inferred memories on $layout', ({ cellCount }) => {
  let server: TestServer
  let client: Client
  beforeAll(async () => {
    server = await startTestServer({ cellCount, worker: false })
    client = server.client
  })
  afterAll(async () => {
    await expectFiguresToAgree(server.databases)
    await server.close()
  })

  const remember = async (containerTag: string, ...contents: string[]): Promise<string[]> => {
    const memories = contents.map(content => ({ content }))
    const { status, body } = await client.request('POST', '/v4/memories', { containerTag, memories })
    expect(status, JSON.stringify(body)).toBe(201)
    return body.memories.map(({ id }: { id: string }) => id)
  }

  /** Marks a memory as derived from others, as dreaming does. */
  const infer = async (containerTag: string, id: string, parents: string[]) => {
    const key = await server.app.containers.resolve(client.organization, containerTag)
    for (const { admin } of server.databases)
      await admin.query('update cell.memories set is_inference = true where id = $1', [decodeId(id)])
    await inScope(server.app.cells.of(key.shard), key, async db => {
      for (const parent of parents) {
        const [memory, related] = [decodeId(id)!, decodeId(parent)!]
        await relateMemories(db, key, { memory, related, relation: 'derives' })
      }
    })
    return key
  }

  const queue = async (tag: string) =>
    (await client.request('GET', `/v3/container-tags/${tag}/inferred`)).body

  const review = (tag: string, id: string, action: string) =>
    client.request('POST', `/v3/container-tags/${tag}/inferred/${id}/review`, { action })

  const entry = async (tag: string, id: string) => {
    const list = { containerTags: [tag], include: { forgottenMemories: true }, limit: 100 }
    const { body } = await client.request('POST', '/v4/memories/list', list)
    return body.memoryEntries.find((each: { id: string }) => each.id === id)
  }

  const similarityOf = async (tag: string, id: string, q: string) => {
    const request = new SearchRequest({
      app: server.app,
      principal: { organization: client.organization, key: { id: 'k', name: 'k' }, containerTag: undefined },
      containerTags: [tag],
      signal: new AbortController().signal,
    })
    const found = await searchMemories(request, { q, limit: 10, threshold: 0 })
    return found.find(({ memory }) => memory.id === decodeId(id))?.similarity
  }

  test('are listed for review, best supported first and then newest, without forgotten ones', async () => {
    const tag = 'queue'
    const [a, b, weak, strong, newer, gone] = await remember(
      tag,
      'A.',
      'B.',
      'Weak.',
      'Strong.',
      'New.',
      'No.',
    )
    await infer(tag, weak!, [a!])
    await infer(tag, strong!, [a!, b!])
    await infer(tag, newer!, [b!])
    await infer(tag, gone!, [a!])
    await client.request('DELETE', '/v4/memories', { containerTag: tag, id: gone })
    const { memories, total } = await queue(tag)
    expect(memories.map((each: { id: string; parentCount: number }) => [each.id, each.parentCount])).toEqual([
      [strong, 2],
      [newer, 1],
      [weak, 1],
    ])
    expect(total).toBe(3)
    expect(memories[0]).toMatchObject({ memory: 'Strong.', isInference: true, isForgotten: false })
  })

  test('are listed 50 at a time, and the next one appears after a review', async () => {
    const tag = 'many'
    const [said, ...guesses] = await remember(
      tag,
      ...Array.from({ length: 52 }, (_, i) => `Statement number ${i}.`),
    )
    for (const guess of guesses) await infer(tag, guess, [said!])
    const before = await queue(tag)
    expect([before.memories.length, before.total]).toEqual([50, 50])
    await review(tag, before.memories[0].id, 'approve')
    const after = (await queue(tag)).memories.map(({ id }: { id: string }) => id)
    expect(after).toHaveLength(50)
    expect(after.at(-1)).toBe(guesses[0])
  })

  test('rank higher once approved, and as before once that is undone', async () => {
    const tag = 'approving'
    const q = 'Ada works on payments'
    const [said, guess] = await remember(tag, 'Ada reads about banks.', 'Ada works on payments.')
    await infer(tag, guess!, [said!])
    const unsure = (await similarityOf(tag, guess!, q))!
    const answer = { id: guess, isInference: false, isForgotten: false, reviewStatus: 'approved' }
    for (let i = 0; i < 2; i++)
      expect(await review(tag, guess!, 'approve')).toMatchObject({ status: 200, body: answer })
    expect((await queue(tag)).memories).toEqual([])
    expect(await entry(tag, guess!)).toMatchObject({ isInference: false, forgetReason: null })
    expect(await similarityOf(tag, guess!, q)).toBeGreaterThan(unsure * 1.2)
    expect((await review(tag, guess!, 'undo')).body).toEqual({
      id: guess,
      isInference: true,
      isForgotten: false,
      reviewStatus: null,
    })
    expect(await similarityOf(tag, guess!, q)).toBeCloseTo(unsure)
    expect((await queue(tag)).total).toBe(1)
  })

  test('are forgotten when declined, and current again when that is undone, with their own forget reason', async () => {
    const tag = 'declining'
    const [said, guess] = await remember(tag, 'Bob buys flour.', 'Bob bakes bread.')
    await infer(tag, guess!, [said!])
    for (const { admin } of server.databases)
      await admin.query(`update cell.memories set forget_reason = 'ends with the season' where id = $1`, [
        decodeId(guess!),
      ])
    const before = await entry(tag, guess!)
    expect((await review(tag, guess!, 'decline')).body).toMatchObject({
      isForgotten: true,
      reviewStatus: 'declined',
    })
    expect(await entry(tag, guess!)).toMatchObject({ isForgotten: true, forgetReason: 'declined' })
    expect(await similarityOf(tag, guess!, 'Bob bakes bread.')).toBeUndefined()
    expect((await queue(tag)).total).toBe(0)
    await review(tag, guess!, 'undo')
    expect(await entry(tag, guess!)).toEqual({ ...before, updatedAt: expect.any(String) })
    expect(await similarityOf(tag, guess!, 'Bob bakes bread.')).toBeGreaterThan(0)
    // A review can be changed without an undo.
    await review(tag, guess!, 'decline')
    expect((await review(tag, guess!, 'approve')).body).toMatchObject({ isForgotten: false })
  })

  test('stay forgotten after an undo if their documents were deleted while they were declined', async () => {
    const tag = 'orphans'
    const [said, guess] = await remember(tag, 'Eve rows.', 'Eve is strong.')
    const key = await infer(tag, guess!, [said!])
    const document = await add(client, { content: 'Eve rows.', containerTag: tag })
    await inScope(server.app.cells.of(key.shard), key, db =>
      citeSource(db, key, {
        memory: decodeId(guess!)!,
        document: decodeId(document)!,
        revision: 1,
        spans: [],
      }),
    )
    await review(tag, guess!, 'decline')
    await client.request('DELETE', `/v3/documents/${document}`)
    expect((await review(tag, guess!, 'undo')).body).toMatchObject({ isForgotten: true, reviewStatus: null })
    expect(await entry(tag, guess!)).toMatchObject({ forgetReason: 'source_deleted' })
    expect((await review(tag, guess!, 'approve')).body.code).toBe('memory.forgotten')
  })

  test('can be reviewed only if they are the latest version and not forgotten, and stated memories cannot', async () => {
    const tag = 'refused'
    const [said, guess, gone] = await remember(tag, 'Max swims.', 'Max is fit.', 'Max is tall.')
    await infer(tag, guess!, [said!])
    await infer(tag, gone!, [said!])
    expect((await review(tag, guess!, 'undo')).body).toMatchObject({
      code: 'memory.not_reviewable',
      details: 'There is no review to undo',
    })
    const stated = await review(tag, said!, 'approve')
    expect(stated).toMatchObject({ status: 409, body: { code: 'memory.not_reviewable' } })
    expect(stated.headers.get('x-should-retry')).toBe('false')
    await client.request('PATCH', '/v4/memories', {
      containerTag: tag,
      id: guess,
      newContent: 'Max is very fit.',
    })
    expect((await review(tag, guess!, 'decline')).body.code).toBe('memory.not_reviewable')
    await client.request('DELETE', '/v4/memories', { containerTag: tag, id: gone })
    expect((await review(tag, gone!, 'approve')).body.code).toBe('memory.forgotten')
    const theirs = await server.newClient()
    const path = `/v3/container-tags/${tag}/inferred/${said}/review`
    expect((await theirs.request('POST', path, { action: 'approve' })).status).toBe(404)
    expect((await review('nobody', said!, 'approve')).status).toBe(404)
    expect(await queue('nobody')).toEqual({ memories: [], total: 0 })
  })
})

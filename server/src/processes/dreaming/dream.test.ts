import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, type Client, layouts, startTestServer, type TestServer, until } from '../../../test/harness.ts'

describe.each(layouts)('Dreaming ($layout)', ({ cellCount }) => {
  let server: TestServer
  let client: Client
  beforeAll(async () => {
    server = await startTestServer({ cellCount, config: { DREAM_QUIET_MS: 0, RECONCILE_MS: 2_000 } })
    client = server.client
  })
  afterAll(() => server.close())

  const dreamed = (id: string) =>
    until(
      async () => (await client.request('GET', `/v3/documents/${id}`)).body,
      ({ dreamingStatus }) => dreamingStatus === 'done',
    )
  const list = async (containerTag: string) =>
    (await client.request('POST', '/v4/memories/list', { containerTags: [containerTag], limit: 100 })).body
      .memoryEntries

  async function say(containerTag: string, content: string, documentDate: string): Promise<string> {
    const id = await add(client, { content, containerTag, documentDate })
    await dreamed(id)
    return id
  }

  test('turns a first-person sentence into a memory that cites it', async () => {
    const id = await say('cites', 'user: I live in Lisbon.\nassistant: How nice!', '2024-01-05T10:00:00Z')
    const memories = await list('cites')
    expect(memories).toMatchObject([{ documentIds: [id], version: 1, isLatest: true, sourceCount: 1 }])
    expect(memories[0].memory).toMatch(/Lisbon/)
  })

  test.each([
    ['in the order it was said', false],
    ['in reverse order', true],
  ])('supersedes an earlier statement with a later one, added %s', async (_, reverse) => {
    const tag = `moves_${reverse}`
    const said = [
      ['user: I live in Lisbon.\nassistant: How nice!', '2024-01-05T10:00:00Z'],
      ['user: I live in Porto now.\nassistant: Tell me more.', '2024-06-05T10:00:00Z'],
    ] as const
    for (const [content, date] of reverse ? said.toReversed() : said) await say(tag, content, date)
    const memories = await list(tag)
    expect(memories).toMatchObject([
      { version: 2, isLatest: true, history: [{ version: 1, isLatest: false }] },
    ])
    expect(memories[0].memory).toMatch(/Porto/)
    expect(memories[0].history[0].memory).toMatch(/Lisbon/)
  })

  test('keeps a repeated statement as one memory with two sources, and with one source after a deletion', async () => {
    await say('twice', 'user: My dog is called Bruno.\nassistant: Cute.', '2024-01-05T10:00:00Z')
    const again = await say(
      'twice',
      'user: My dog is called Bruno.\nassistant: I know.',
      '2024-02-05T10:00:00Z',
    )
    expect(await list('twice')).toMatchObject([{ sourceCount: 2 }])
    await client.request('DELETE', `/v3/documents/${again}`)
    expect(await list('twice')).toMatchObject([{ sourceCount: 1 }])
  })

  test('makes the older statement current again when the newer one is deleted', async () => {
    await say('taken_back', 'user: I live in Lisbon.\nassistant: How nice!', '2024-01-05T10:00:00Z')
    const moved = await say(
      'taken_back',
      'user: I live in Porto now.\nassistant: Oh.',
      '2024-06-05T10:00:00Z',
    )
    await client.request('DELETE', `/v3/documents/${moved}`)
    const memories = await until(
      () => list('taken_back'),
      ([memory]) => /Lisbon/.test(memory?.memory),
    )
    expect(memories).toMatchObject([{ version: 1, isLatest: true }])
  })

  test('reads a growing conversation from where the last read ended', async () => {
    const conversation = (...said: string[]) =>
      client.request('POST', '/v4/conversations', {
        conversationId: 'goes_on',
        containerTag: 'goes_on',
        messages: said.map((content, i) => ({ role: i % 2 === 0 ? 'user' : 'assistant', content })),
      })
    const { body } = await conversation('I live in Lisbon.', 'How nice!')
    await dreamed(body.id)
    const [first] = await list('goes_on')
    await conversation('I live in Lisbon.', 'How nice!', 'My dog is called Bruno.', 'Cute.')
    const memories = await until(
      () => list('goes_on'),
      entries => entries.length === 2,
    )
    expect(memories.map(({ id }: { id: string }) => id)).toContain(first.id)
  })

  const undo = (id: string) => client.request('POST', `/v4/memories/${id}/undo`)
  const textsOf = (memories: { memory: string }[]) => memories.map(({ memory }) => memory)

  test('shows the cited passage of a memory, and why it superseded another', async () => {
    await say('shows', 'user: I live in Lisbon.\nassistant: How nice!', '2024-01-05T10:00:00Z')
    const id = await say('shows', 'user: I live in Porto now.\nassistant: Oh.', '2024-06-05T10:00:00Z')
    const [memory] = await list('shows')
    const { body } = await client.request('GET', `/v4/memories/${memory.id}`)
    expect(body).toMatchObject({
      ...memory,
      origin: 'user',
      trueFrom: '2024-06-05T10:00:00.000Z',
      citations: [{ documentId: id, revision: 1, spans: [{ text: expect.stringContaining('Porto') }] }],
      decisions: [{ memoryId: memory.history[0].id, relation: 'updates', reason: expect.any(String) }],
    })
    const [{ start, end, text }] = body.citations[0].spans
    expect('user: I live in Porto now.\nassistant: Oh.'.slice(start, end)).toBe(text)
  })

  test('keeps both memories current after an undo, also when the text is read again', async () => {
    await say('wrong', 'user: I live in Lisbon.\nassistant: How nice!', '2024-01-05T10:00:00Z')
    const id = await say('wrong', 'user: I live in Porto now.\nassistant: Oh.', '2024-06-05T10:00:00Z')
    const [memory] = await list('wrong')
    const { body } = await undo(memory.id)
    expect(body).toMatchObject({ id: memory.id, undone: 'update' })
    expect(textsOf(body.current).sort()).toEqual(textsOf(await list('wrong')).sort())
    expect(body.current).toHaveLength(2)
    await client.request('PATCH', `/v3/documents/${id}`, {
      content: 'user: I live in Porto now.\nassistant: Well.',
    })
    await dreamed(id)
    expect(await list('wrong')).toHaveLength(2)
    expect((await undo(memory.id)).status).toBe(409)
  })

  test('does not change a memory that a caller has corrected', async () => {
    await say('theirs', 'user: I live in Lisbon.\nassistant: How nice!', '2024-01-05T10:00:00Z')
    const [memory] = await list('theirs')
    const newContent = 'The user lives in Cascais.'
    await client.request('PATCH', '/v4/memories', { containerTag: 'theirs', id: memory.id, newContent })
    await say('theirs', 'user: I live in Lisbon.\nassistant: Still?', '2024-03-05T10:00:00Z')
    expect(textsOf(await list('theirs'))).toEqual([newContent])
    const [edited] = await list('theirs')
    expect((await undo(edited.id)).body).toMatchObject({ undone: 'edit', current: [{ id: memory.id }] })
    expect(textsOf(await list('theirs'))).toEqual([memory.memory])
  })

  test('keeps a forgotten memory forgotten when it is said again, until that is undone', async () => {
    await say('forgotten', 'user: My dog is called Bruno.\nassistant: Cute.', '2024-01-05T10:00:00Z')
    const [{ id }] = await list('forgotten')
    await client.request('DELETE', '/v4/memories', { containerTag: 'forgotten', id })
    await say('forgotten', 'user: My dog is called Bruno.\nassistant: Yes.', '2024-02-05T10:00:00Z')
    expect(await list('forgotten')).toEqual([])
    expect((await undo(id)).body).toMatchObject({ undone: 'forgetting' })
    expect(await list('forgotten')).toMatchObject([{ id, sourceCount: 2 }])
  })
})

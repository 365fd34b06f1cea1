import { describe, expect, test } from 'vitest'
import { get, newTag, post, until, untilDone } from './client.ts'

describe('conversations', () => {
  const talk = (body: Record<string, unknown>) => post('/v4/conversations', body)

  test('MEM-20: a conversation becomes one document with a line for each message', async () => {
    const containerTag = newTag('conversation')
    const conversationId = newTag('conversation')
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', name: 'Ada', content: [{ type: 'text', text: 'Where is the owl?' }] },
      { role: 'assistant', content: 'In the attic.' },
    ]
    const answer = await talk({ conversationId, messages, containerTag, metadata: { channel: 'web' } })
    expect(answer).toMatchObject({ status: 200, body: { conversationId, status: 'queued' } })
    expect(await untilDone(answer.body.id)).toMatchObject({
      customId: conversationId,
      source: 'conversation',
      containerTags: [containerTag],
      metadata: { channel: 'web' },
      content: 'system: Be brief.\nuser (Ada): Where is the owl?\nassistant: In the attic.',
    })
  })

  test('MEM-21: sending a conversation again continues it without repeating messages', async () => {
    const containerTag = newTag('conversation')
    const conversationId = 'c'.repeat(200) + newTag()
    const [one, two, three] = ['One.', 'Two.', 'Three.'].map(content => ({ role: 'user', content }))
    const { body } = await talk({ conversationId, containerTag, messages: [one] })
    for (const messages of [[one, two], [two, three], [three]])
      expect((await talk({ conversationId, containerTag, messages })).body.id).toBe(body.id)
    expect((await get(`/v3/documents/${body.id}`)).body.content).toBe('user: One.\nuser: Two.\nuser: Three.')
  })

  test('DOC-90: turns that a plugin captures under one customId continue each other', async () => {
    const [containerTag, customId] = [newTag('conversation'), newTag('session')]
    const turn = (animal: string) =>
      `<|turn_start|>2026-11-18T09:00:00.000Z\n\n<|start|>user<|message|>I saw the ${animal}.<|end|>\n\n<|turn_end|>`
    const capture = (content: string) => post('/v3/documents', { content, containerTag, customId })
    const turns = ['aardvark', 'badger', 'capybara'].map(turn)
    const { id } = (await capture(turns[0]!)).body
    for (const content of [turns[1]!, turns[2]!, turns[2]!]) expect((await capture(content)).body.id).toBe(id)
    expect(await untilDone(id)).toMatchObject({ content: turns.join('\n\n'), latestRevision: 3 })
    for (const animal of ['aardvark', 'capybara']) {
      const { results } = (await post('/v3/search', { q: animal, containerTag })).body
      expect(results[0].chunks[0].content).toContain(animal)
    }
  })

  test('MEM-33: search finds a new message and all before it, and the chunks of those keep their ids', async () => {
    const containerTag = newTag('conversation')
    const conversationId = newTag('conversation')
    const animals = [
      'aardvark',
      'badger',
      'capybara',
      'dormouse',
      'echidna',
      'flamingo',
      'gazelle',
      'hedgehog',
    ]
    const said = (animal: string) => ({
      role: 'user',
      content: `At the zoo I saw the ${animal} for a whole hour, and took a photo of it.`,
    })
    const messages = animals.map(said)
    const { body } = await talk({ conversationId, containerTag, messages })
    await untilDone(body.id)
    const chunks = async () => (await get(`/v3/documents/${body.id}/chunks`)).body.chunks
    const before = await chunks()
    await talk({ conversationId, containerTag, messages: [said('iguana')] })
    await untilDone(body.id)
    const after = await chunks()
    expect(after).toHaveLength(9)
    expect(after.slice(0, 8)).toEqual(before)
    for (const animal of ['aardvark', 'hedgehog', 'iguana']) {
      const { results } = (await post('/v3/search', { q: animal, containerTag })).body
      expect(results[0].chunks[0].content).toContain(animal)
    }
  })

  test('MEM-32: relative dates in a conversation count from its documentDate', async () => {
    const containerTag = newTag('conversation')
    const { body } = await talk({
      conversationId: newTag('conversation'),
      containerTag,
      documentDate: '2023-05-08',
      messages: [{ role: 'user', content: 'I ran my first marathon yesterday.' }],
    })
    await until(
      () => get(`/v3/documents/${body.id}`),
      answer => answer.body.dreamingStatus === 'done',
    )
    const { memoryEntries } = (await post('/v4/memories/list', { containerTags: [containerTag] })).body
    expect(memoryEntries).toMatchObject([{ memory: expect.stringContaining('7 May 2023') }])
    const wrong = { conversationId: 'c', documentDate: 'soon', messages: [{ role: 'user', content: 'x' }] }
    expect((await talk(wrong)).status).toBe(400)
  })

  test.each([
    [{ messages: [{ role: 'user', content: 'x' }] }],
    [{ conversationId: '', messages: [{ role: 'user', content: 'x' }] }],
    [{ conversationId: 'c'.repeat(256), messages: [{ role: 'user', content: 'x' }] }],
    [{ conversationId: 'c', messages: [] }],
    [{ conversationId: 'c', messages: [{ role: 'robot', content: 'x' }] }],
    [{ conversationId: 'c', messages: [{ role: 'user', content: '' }] }],
  ])('MEM-22: a conversation without an id, messages or words returns 400, case %#', async body => {
    expect((await talk(body)).status).toBe(400)
  })
})

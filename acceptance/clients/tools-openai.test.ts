import * as tools from '@supermemory/tools/openai'
import OpenAI from 'openai'
import * as toolsV1 from 'supermemory-tools-v1/openai'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { baseUrl, key, newTag } from '../client.ts'
import { type OpenAiDouble, startOpenAiDouble } from './doubles.ts'
import { addMemories, leftOut, untilFound } from './seed.ts'
import { nameOf } from './versions.ts'
import { read, untilDone, watch } from './watch.ts'

type Options = { containerTag: string; customId: string; mode: 'profile' | 'query' | 'full' }

const generations = [
  {
    name: nameOf('@supermemory/tools'),
    isFirst: false,
    createToolCallExecutor: tools.createToolCallExecutor,
    wrap: (client: OpenAI, options: Options) =>
      tools.withSupermemory(client, { ...options, addMemory: 'always', apiKey: key, baseUrl }),
  },
  {
    name: nameOf('supermemory-tools-v1'),
    isFirst: true,
    createToolCallExecutor: toolsV1.createToolCallExecutor,
    // This generation reads its key only from the environment.
    wrap: (client: OpenAI, { containerTag, customId, mode }: Options) =>
      toolsV1.withSupermemory(client, containerTag, {
        conversationId: customId,
        mode,
        addMemory: 'always',
        baseUrl,
      }),
  },
]

describe.each(generations)('$name', ({ createToolCallExecutor, wrap, isFirst }) => {
  watch()
  let openai: OpenAiDouble
  beforeAll(async () => {
    openai = await startOpenAiDouble()
    vi.stubEnv('SUPERMEMORY_API_KEY', key)
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await openai.close()
  })

  /** Runs a tool call in the form in which an OpenAI model requests it. */
  const call = async (containerTag: string, name: string, input: unknown) => {
    const execute = createToolCallExecutor(key, { baseUrl, containerTags: [containerTag] })
    return JSON.parse(
      await execute({ id: 'c1', type: 'function', function: { name, arguments: JSON.stringify(input) } }),
    )
  }

  test('openai addMemory and searchMemories work', async () => {
    const tag = newTag()
    const added = await call(tag, 'addMemory', { memory: 'Bob plays the cello.' })
    await untilDone(added.memory.id)
    const found = await call(tag, 'searchMemories', { informationToGet: 'Bob plays the cello' })
    // The result has the text, and its memory if dreaming has finished by then.
    expect(found).toMatchObject({ success: true, count: found.results.length })
    expect(JSON.stringify(found.results)).toContain('Bob plays the cello.')
  })

  test('openai documentAdd, documentList and documentDelete work', async ({ task }) => {
    const tag = newTag()
    const { document } = await call(tag, 'documentAdd', { content: 'A note.', title: 'Note' })
    await untilDone(document.id)
    const listed = await call(tag, 'documentList', { limit: 10 })
    expect(listed).toMatchObject({ success: true, pagination: { totalItems: 1 } })
    if (isFirst)
      task.meta.note =
        'documentList of this version drops the documents of the response and keeps only the pagination'
    else expect(listed.documents).toMatchObject([{ id: document.id }])
    expect(await call(tag, 'documentDelete', { documentId: document.id })).toMatchObject({ success: true })
    expect((await read(document.id)).code).toBe('document.not_found')
  })

  test('openai getProfile and memoryForget work', async () => {
    const tag = newTag()
    await addMemories(tag, { content: 'Bob lives in Bern.' })
    const profile = { static: [], dynamic: ['Bob lives in Bern.'] }
    expect(await call(tag, 'getProfile', {})).toMatchObject({ success: true, profile })
    const forgotten = await call(tag, 'memoryForget', { memoryContent: 'Bob lives in Bern.' })
    expect(forgotten).toMatchObject({ success: true })
    expect(await call(tag, 'getProfile', {})).toMatchObject({ profile: { dynamic: [] } })
  })

  test.for(['profile', 'query', 'full'] as const)(
    'openai withSupermemory, chat, %s works',
    async (mode, { task }) => {
      const containerTag = newTag()
      const customId = `openai-${containerTag}`
      await addMemories(containerTag, { content: 'Bob fears heights.', isStatic: true })
      const client = wrap(new OpenAI({ apiKey: 'none', baseURL: openai.url }), {
        containerTag,
        customId,
        mode,
      })
      const content = 'Bob fears heights, does he not?'
      const messages = [{ role: 'system', content: 'Be kind.' } as const, { role: 'user', content } as const]
      const answer = await client.chat.completions.create({ model: 'scripted', messages })
      expect(answer.choices[0]!.message.content).toBe('Noted.')
      const sent = JSON.stringify(openai.asked.at(-1)!.body.messages)
      if (isFirst && mode === 'query') task.meta.note = leftOut
      else expect(sent).toContain('Bob fears heights.')
      expect((await untilFound(customId)).content).toContain(content)
    },
  )

  test('openai withSupermemory, responses works', async () => {
    const containerTag = newTag()
    await addMemories(containerTag, { content: 'Bob has a parrot.', isStatic: true })
    const options = { containerTag, customId: `response-${containerTag}`, mode: 'profile' } as const
    const client = wrap(new OpenAI({ apiKey: 'none', baseURL: openai.url }), options)
    await client.responses.create({ model: 'scripted', input: 'Which pet do I have?' })
    expect(openai.asked.at(-1)!.body.instructions).toContain('Bob has a parrot.')
  })
})

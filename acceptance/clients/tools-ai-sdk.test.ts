import * as tools from '@supermemory/tools/ai-sdk'
import { generateText, stepCountIs, streamText, type Tool } from 'ai'
import * as toolsV1 from 'supermemory-tools-v1/ai-sdk'
import { describe, expect, test } from 'vitest'
import { add, baseUrl, key, newTag } from '../client.ts'
import { scriptedModel } from './doubles.ts'
import { addMemories, leftOut, untilFound } from './seed.ts'
import { nameOf } from './versions.ts'
import { aside, read, untilDone, watch } from './watch.ts'

type Options = {
  containerTag: string
  customId: string
  mode: 'profile' | 'query' | 'full'
  addMemory: 'always' | 'never'
  includeToolCalls?: boolean
}
type Model = ReturnType<typeof scriptedModel>

/** The same calls under the names of each generation. */
const generations = [
  {
    name: nameOf('@supermemory/tools'),
    isFirst: false,
    toolsOf: tools.supermemoryTools as unknown as (...args: unknown[]) => Record<string, Tool>,
    wrap: (model: Model, options: Options) =>
      tools.withSupermemory(model, { ...options, apiKey: key, baseUrl }),
  },
  {
    name: nameOf('supermemory-tools-v1'),
    isFirst: true,
    toolsOf: toolsV1.supermemoryTools as unknown as (...args: unknown[]) => Record<string, Tool>,
    wrap: (model: Model, { containerTag, customId, ...options }: Options) =>
      toolsV1.withSupermemory(model, containerTag, {
        ...options,
        conversationId: customId,
        apiKey: key,
        baseUrl,
      }),
  },
]

type ToolsOf = (typeof generations)[number]['toolsOf']

/** Calls a tool for a container tag as the AI SDK does. */
const callOf =
  (toolsOf: ToolsOf) =>
  // biome-ignore lint/suspicious/noExplicitAny: tools answer as they like
  (containerTag: string, tool: string, input: unknown): Promise<any> =>
    toolsOf(key, { baseUrl, containerTags: [containerTag] })[tool]!.execute!(input as never, {
      toolCallId: 'call',
      messages: [],
    }) as Promise<unknown>

describe.each(generations)('$name', ({ toolsOf, wrap, isFirst }) => {
  watch()
  const call = callOf(toolsOf)

  test('ai-sdk addMemory works', async () => {
    const tag = newTag()
    const answer = await call(tag, 'addMemory', { memory: 'Ada moved to Lisbon.' })
    expect(answer).toMatchObject({ success: true, memory: { id: expect.any(String) } })
    expect(await untilDone(answer.memory.id)).toMatchObject({ content: 'Ada moved to Lisbon.' })
  })

  test('ai-sdk searchMemories works', async () => {
    const tag = newTag()
    const { memory } = await call(tag, 'addMemory', { memory: 'Ada moved to Lisbon in May.' })
    await untilDone(memory.id)
    const answer = await call(tag, 'searchMemories', { informationToGet: 'Ada moved to Lisbon', limit: 5 })
    // The result has the text, and its memory if dreaming has finished by then.
    expect(answer).toMatchObject({ success: true, count: answer.results.length })
    expect(JSON.stringify(answer.results)).toContain('Ada moved to Lisbon in May.')
  })

  test('ai-sdk getProfile works', async () => {
    const tag = newTag()
    await addMemories(
      tag,
      { content: 'Ada is a potter.', isStatic: true },
      { content: 'Ada looks for a kiln.' },
    )
    const answer = await call(tag, 'getProfile', { query: 'Ada looks for a kiln' })
    expect(answer).toMatchObject({
      success: true,
      profile: { static: ['Ada is a potter.'], dynamic: ['Ada looks for a kiln.'] },
    })
    expect(answer.searchResults.results[0].memory).toBe('Ada looks for a kiln.')
  })

  test('ai-sdk documentAdd works', async () => {
    const body = { content: 'A long note.', title: 'Note', description: 'Of a note' }
    const answer = await call(newTag(), 'documentAdd', body)
    expect(answer.success).toBe(true)
    const metadata = { title: 'Note', description: 'Of a note' }
    expect(await read(answer.document.id)).toMatchObject({ content: 'A long note.', metadata })
  })

  test('ai-sdk documentList works', async ({ task }) => {
    const tag = newTag()
    const { document } = await call(tag, 'documentAdd', { content: 'Listed.' })
    const answer = await call(tag, 'documentList', isFirst ? { limit: 5, offset: 0 } : { limit: 5, page: 1 })
    expect(answer).toMatchObject({ success: true, pagination: { totalItems: 1 } })
    // This version reads `documents`, but the contract, and every server that follows it, returns `memories`.
    if (isFirst)
      task.meta.note = 'This version drops the documents of the response and keeps only the pagination'
    else expect(answer.documents).toMatchObject([{ id: document.id }])
  })

  test('ai-sdk documentDelete works', async ({ task }) => {
    const tag = newTag()
    const { document } = await call(tag, 'documentAdd', { content: 'To go.' })
    await untilDone(document.id)
    const answer = await call(tag, 'documentDelete', { documentId: document.id })
    if (isFirst) {
      task.meta.note = 'This version sends an object in place of the id, which no server can read'
      expect(answer.success).toBe(false)
    } else {
      expect(answer).toMatchObject({ success: true })
      expect((await read(document.id)).code).toBe('document.not_found')
    }
  })

  test('ai-sdk memoryForget works', async () => {
    const tag = newTag()
    const [byId, byText] = await addMemories(tag, { content: 'First.' }, { content: 'Second.' })
    const first = await call(tag, 'memoryForget', { memoryId: byId!.id, reason: 'outdated' })
    const second = await call(tag, 'memoryForget', { memoryContent: byText!.memory })
    expect([first, second]).toMatchObject([{ success: true }, { success: true }])
    expect(await call(tag, 'memoryForget', { memoryId: byId!.id })).toMatchObject({ success: false })
  })

  test('ai-sdk tools, called by a model work', async () => {
    const tag = newTag()
    const model = scriptedModel(
      [
        {
          type: 'tool-call',
          toolCallId: 'c1',
          toolName: 'addMemory',
          input: JSON.stringify({ memory: 'Ada has a cat.' }),
        },
      ],
      [{ type: 'text', text: 'I will remember that.' }],
    )
    const { text, steps } = await generateText({
      model,
      tools: toolsOf(key, { baseUrl, containerTags: [tag] }),
      stopWhen: stepCountIs(2),
      prompt: 'I have a cat.',
    })
    expect(text).toBe('I will remember that.')
    const output = steps[0]!.toolResults[0]!.output as { memory: { id: string } }
    expect(await read(output.memory.id)).toMatchObject({ content: 'Ada has a cat.', containerTags: [tag] })
  })

  test.for(['profile', 'query', 'full'] as const)(
    'ai-sdk withSupermemory, %s, generating works',
    async (mode, { task }) => {
      const containerTag = newTag()
      const customId = `chat-${containerTag}`
      await addMemories(containerTag, { content: 'Ada is allergic to nuts.', isStatic: true })
      const model = scriptedModel([{ type: 'text', text: 'No nuts, then.' }])
      const wrapped = wrap(model, { containerTag, customId, mode, addMemory: 'always' })
      const prompt = 'Ada is allergic to nuts, is she not?'
      await generateText({ model: wrapped, system: 'Be brief.', prompt })
      const [system] = model.asked[0]!.prompt
      expect(system).toMatchObject({ role: 'system' })
      if (isFirst && mode === 'query') task.meta.note = leftOut
      else expect(system!.content).toContain('Ada is allergic to nuts.')
      const saved = await untilFound(customId)
      expect(saved).toMatchObject({ source: 'conversation', containerTags: [containerTag] })
      expect(saved.content).toContain(prompt)
      expect(saved.content).toContain('No nuts, then.')
    },
  )

  test('ai-sdk withSupermemory, streaming works', async () => {
    const containerTag = newTag()
    const customId = `stream-${containerTag}`
    await addMemories(containerTag, { content: 'Ada likes tea.', isStatic: true })
    const model = scriptedModel([{ type: 'text', text: 'Tea it is.' }])
    const wrapped = wrap(model, { containerTag, customId, mode: 'profile', addMemory: 'always' })
    const { textStream } = streamText({ model: wrapped, prompt: 'What shall I drink?' })
    expect((await Array.fromAsync(textStream)).join('')).toBe('Tea it is.')
    expect(JSON.stringify(model.asked[0]!.prompt)).toContain('Ada likes tea.')
    expect((await untilFound(customId)).content).toContain('Tea it is.')
  })

  test('ai-sdk withSupermemory, an image and a tool in the conversation works', async () => {
    const containerTag = newTag()
    const customId = `parts-${containerTag}`
    const model = scriptedModel([{ type: 'text', text: 'A lighthouse.' }])
    const options = {
      containerTag,
      customId,
      mode: 'profile',
      addMemory: 'always',
      includeToolCalls: true,
    } as const
    await generateText({
      model: wrap(model, options),
      messages: [
        {
          role: 'assistant',
          content: [{ type: 'tool-call', toolCallId: 't1', toolName: 'look', input: { at: 'sea' } }],
        },
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: 't1',
              toolName: 'look',
              output: { type: 'text', value: 'clear' },
            },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is on this picture?' },
            { type: 'image', image: Buffer.from('not really a picture'), mediaType: 'image/png' },
          ],
        },
      ],
    })
    expect((await untilFound(customId)).content).toContain('What is on this picture?')
  })
})

describe.each(generations.filter(({ isFirst }) => !isFirst))('$name', ({ toolsOf }) => {
  watch()
  const call = callOf(toolsOf)

  test('ai-sdk documentDelete, by customId works', async () => {
    const tag = newTag()
    const customId = `custom-${tag}`
    const id = await aside(() => add({ content: 'To go.', containerTag: tag, customId }))
    await untilDone(id)
    expect(await call(tag, 'documentDelete', { documentId: customId })).toMatchObject({ success: true })
    expect((await read(id)).code).toBe('document.not_found')
    const elsewhere = await aside(() => add({ content: 'Not yours.', containerTag: newTag() }))
    await untilDone(elsewhere)
    expect(await call(tag, 'documentDelete', { documentId: elsewhere })).toMatchObject({ success: false })
  })
})

import { Reverie } from '@reverie/sdk'
import { describe, expect, test } from 'vitest'
import { memoryMiddleware } from '../../integrations/ai-sdk/middleware.ts'
import { memoryTools } from '../../integrations/ai-sdk/tools.ts'
import { baseUrl, key, newTag } from '../client.ts'
import { addMemories, untilFound } from './seed.ts'
import { adapterName } from './versions.ts'
import { watch } from './watch.ts'

const reverie = new Reverie({ baseUrl, apiKey: key })

/** A call of the model, as the AI SDK makes it through a middleware. */
const asked = (text: string) => ({
  prompt: [
    { role: 'system' as const, content: 'Be brief.' },
    { role: 'user' as const, content: [{ type: 'text' as const, text }] },
  ],
})
const said = (text: string) => ({ content: [{ type: 'text' as const, text }] })

describe(adapterName('ai-sdk', 'ai'), () => {
  watch()

  const transform = async (options: Parameters<typeof memoryMiddleware>[0], text: string) => {
    const { transformParams } = memoryMiddleware(options)
    const { prompt } = await transformParams!({ type: 'generate', params: asked(text), model: {} as never })
    return prompt.map(({ role, content }) => (role === 'system' ? content : ''))
  }

  test('middleware, recalling works', async () => {
    const containerTag = newTag()
    await addMemories(containerTag, { content: 'Eve speaks Basque.', isStatic: true })
    const [first, second] = await transform({ reverie, containerTag }, 'Which languages do I speak?')
    expect(first).toBe('Be brief.')
    expect(second).toContain('- Eve speaks Basque.')
  })

  test('middleware, remembering what was generated and streamed works', async () => {
    const [containerTag, conversationId] = [newTag(), newTag()]
    const { wrapGenerate, wrapStream } = memoryMiddleware({ reverie, containerTag, conversationId })
    const doGenerate = async () => said('Kaixo!') as never
    await wrapGenerate!({ doGenerate, doStream: never, params: asked('I speak Basque.'), model: {} as never })
    const doStream = async () => ({
      stream: ReadableStream.from([{ type: 'text-delta', id: '0', delta: 'Bai.' }]),
    })
    const params = { prompt: [...asked('I speak Basque.').prompt, ...turn('Kaixo!', 'Still?')] }
    const { stream } = await wrapStream!({
      doGenerate: never,
      doStream: doStream as never,
      params,
      model: {} as never,
    })
    for await (const _ of stream);
    expect((await untilFound(conversationId)).content).toBe(
      'user: I speak Basque.\nassistant: Kaixo!\nuser: Still?\nassistant: Bai.',
    )
  })

  test('middleware leaves the prompt unchanged if the server does not answer', async () => {
    const gone = new Reverie({ baseUrl: 'http://127.0.0.1:9', apiKey: key, maxRetries: 0 })
    const errors: unknown[] = []
    const options = { reverie: gone, containerTag: 'any', onError: (error: unknown) => errors.push(error) }
    expect(await transform(options, 'Hello?')).toEqual(['Be brief.', ''])
    expect(errors).toMatchObject([{ code: 'client.no_answer' }])
  })

  test('tools addMemory, searchMemory and forgetMemory work', async () => {
    const tools = memoryTools({ reverie, containerTag: newTag() })
    const call = { toolCallId: '1', messages: [], context: undefined } as never
    const { id } = await run(tools.addMemory.execute!({ memory: 'Eve speaks Basque.' }, call))
    const query = { query: 'Which languages does Eve speak?' }
    expect(await run(tools.searchMemory.execute!(query, call))).toEqual({
      memories: [{ id, memory: 'Eve speaks Basque.' }],
    })
    expect(await run(tools.forgetMemory.execute!({ id }, call))).toEqual({ forgotten: id })
    expect(await run(tools.searchMemory.execute!(query, call))).toEqual({ memories: [] })
  })
})

const never = () => Promise.reject(new Error('not asked for'))
const turn = (assistant: string, user: string) => [
  { role: 'assistant' as const, content: [{ type: 'text' as const, text: assistant }] },
  { role: 'user' as const, content: [{ type: 'text' as const, text: user }] },
]
/** An answer of a tool. Its type also allows several, one after the other. */
const run = async <T>(answer: T | PromiseLike<T> | AsyncIterable<T>): Promise<T> => (await answer) as T

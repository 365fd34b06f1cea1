import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { baseUrl, get, key, newTag, post, routedProvider, until } from '../client.ts'
import { type ProviderDouble, startProviderDouble } from '../provider-double.ts'
import { nameOf } from './versions.ts'

describe.skipIf(!routedProvider)('through the router', () => {
  let provider: ProviderDouble
  beforeAll(async () => {
    provider = await startProviderDouble(Number(new URL(routedProvider!).port))
  })
  afterAll(() => provider.close())

  const options = (tag: string, path = '') => ({
    apiKey: 'sk-of-the-provider',
    baseURL: `${baseUrl}/v3/${routedProvider}${path}`,
    defaultHeaders: { 'x-supermemory-api-key': key, 'x-sm-user-id': tag, 'x-sm-conversation-id': tag },
    maxRetries: 0,
  })
  const newUser = async () => {
    const tag = newTag()
    await post('/v4/memories', { containerTag: tag, memories: [{ content: 'Ada keeps bees in Lisbon.' }] })
    return tag
  }
  const remembered = (tag: string, text: string) =>
    until(
      () => get(`/v3/documents/${tag}?containerTag=${tag}`),
      ({ body }) => body.content?.includes(text),
    )
  const said = 'Your bees are in Lisbon, and they are well.'
  const messages = [{ role: 'user' as const, content: 'Where are my bees?' }]

  test(`${nameOf('openai')} chats, streams, calls tools and gets the errors of its provider`, async () => {
    const tag = await newUser()
    const openai = new OpenAI(options(tag, '/v1'))
    provider.answer = () => ({ kind: 'text', text: said, pieces: 9 })
    const whole = await openai.chat.completions.create({ model: 'm', messages })
    expect(whole.choices[0]!.message.content).toBe(said)
    expect(provider.calls.at(-1)!.bytes.toString()).toContain('Ada keeps bees in Lisbon.')
    let streamed = ''
    for await (const chunk of await openai.chat.completions.create({ model: 'm', messages, stream: true }))
      streamed += chunk.choices[0]?.delta.content ?? ''
    expect(streamed).toBe(said)
    await remembered(tag, said)
    provider.answer = () => ({ kind: 'tool', name: 'look', input: { at: 'hive' } })
    const runner = openai.beta.chat.completions.stream({ model: 'm', messages })
    const [call] = (await runner.finalChatCompletion()).choices[0]!.message.tool_calls!
    expect(call!.function).toMatchObject({ name: 'look', arguments: '{"at":"hive"}' })
    const body = '{"error":{"type":"rate_limit_error","message":"Slow down"}}'
    provider.answer = () => ({ kind: 'raw', status: 429, headers: { 'retry-after': '7' }, body })
    const refused = openai.chat.completions.create({ model: 'm', messages })
    await expect(refused).rejects.toMatchObject({ status: 429, error: { message: 'Slow down' } })
    provider.answer = () => ({ kind: 'cut', text: said })
    const broken = openai.beta.chat.completions.stream({ model: 'm', messages })
    await expect(broken.finalChatCompletion()).rejects.toThrow()
  })

  test(`${nameOf('openai')} with the user in its base address reaches the same memory`, async () => {
    const tag = await newUser()
    const { defaultHeaders: _, baseURL, ...rest } = options(tag, '/v1')
    const headers = { 'x-supermemory-api-key': key }
    const openai = new OpenAI({ ...rest, baseURL: `${baseURL}?userId=${tag}`, defaultHeaders: headers })
    provider.answer = () => ({ kind: 'text', text: said })
    await openai.chat.completions.create({ model: 'm', messages })
    expect(provider.calls.at(-1)!.path).toBe('/v1/chat/completions')
    expect(provider.calls.at(-1)!.bytes.toString()).toContain('Ada keeps bees in Lisbon.')
  })

  test(`${nameOf('@anthropic-ai/sdk')} chats, streams, calls tools and gets the errors of its provider`, async () => {
    const tag = await newUser()
    const anthropic = new Anthropic(options(tag))
    const asked = { model: 'claude-test', max_tokens: 99, messages }
    provider.answer = () => ({ kind: 'text', text: said, pieces: 9 })
    const whole = await anthropic.messages.create(asked)
    expect(whole.content).toMatchObject([{ type: 'text', text: said }])
    expect(provider.calls.at(-1)!.headers.authorization).toBe('Bearer sk-of-the-provider')
    expect(provider.calls.at(-1)!.bytes.toString()).toContain('Ada keeps bees in Lisbon.')
    const stream = anthropic.messages.stream(asked)
    expect(await stream.finalText()).toBe(said)
    await remembered(tag, said)
    provider.answer = () => ({ kind: 'tool', name: 'look', input: { at: 'hive' } })
    const { content } = await anthropic.messages.stream(asked).finalMessage()
    expect(content[0]).toMatchObject({ type: 'tool_use', name: 'look', input: { at: 'hive' } })
    const body = '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}'
    provider.answer = () => ({ kind: 'raw', status: 529, body })
    await expect(anthropic.messages.create(asked)).rejects.toMatchObject({ status: 529 })
    provider.answer = () => ({ kind: 'cut', text: said })
    await expect(anthropic.messages.stream(asked).finalText()).rejects.toThrow()
  })
})

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { baseUrl, get, key, newTag, otherKey, post, routedProvider, until } from './client.ts'
import { countTokens, type ProviderDouble, startProviderDouble } from './provider-double.ts'

const providerKey = 'sk-of-the-provider'

type Options = { path?: string; headers?: Record<string, string>; userId?: string; key?: string | null }

describe.skipIf(!routedProvider)('the router', () => {
  let provider: ProviderDouble
  beforeAll(async () => {
    provider = await startProviderDouble(Number(new URL(routedProvider!).port))
  })
  afterAll(() => provider.close())
  afterEach(() => {
    provider.calls.length = 0
    provider.answer = () => ({ kind: 'text', text: 'Hello from the model.' })
  })

  const send = (url: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${providerKey}`, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })

  /** Sends a chat through the router. */
  function chat(body: unknown, options: Options = {}): Promise<Response> {
    const { path = '/v1/chat/completions', key: own = key, headers, userId } = options
    return send(baseUrl + path, body, {
      ...(own !== null && { 'x-supermemory-api-key': own }),
      ...(userId !== undefined && { 'x-sm-user-id': userId }),
      ...headers,
    })
  }

  const ask = (content: string, more: object = {}) => ({
    model: 'm',
    messages: [{ role: 'user', content }],
    ...more,
  })
  const lastCall = () => provider.calls.at(-1)!
  const codeOf = async (response: Response) => [
    response.status,
    ((await response.json()) as { code: string }).code,
  ]
  const remember = (containerTag: string, content: string) =>
    post('/v4/memories', { containerTag, memories: [{ content }] })
  const stored = (id: string, tag: string, text: string, own = key) =>
    until(
      () => get(`/v3/documents/${id}?containerTag=${tag}`, { key: own }),
      ({ body }) => body.content?.includes(text),
    )

  test('RTR-1: a response passes byte for byte, whole and streamed, on every path', async () => {
    provider.answer = () => ({ kind: 'text', text: 'Grüße 👋 '.repeat(50), pieces: 40 })
    for (const path of ['/v1/chat/completions', '/v1/messages'])
      for (const stream of [true, false]) {
        const body = ask('Tell me.', { stream, max_tokens: 9 })
        const direct = await (await send(routedProvider + path, body)).text()
        for (const routed of [path, `/v3/${routedProvider}${path}`]) {
          const response = await chat(body, { path: routed, userId: newTag() })
          expect([response.status, response.headers.get('x-request-id')]).toEqual([200, 'req_double_1'])
          expect(await response.text()).toBe(direct)
        }
      }
  })

  test('RTR-2: the keys of Reverie and of the provider have headers of their own', async () => {
    expect(await codeOf(await chat(ask('x'), { key: null }))).toEqual([401, 'auth.missing_key'])
    expect(await codeOf(await chat(ask('x'), { headers: { 'x-api-key': key } }))).toEqual([
      400,
      'request.invalid',
    ])
    await chat(ask('x'), { userId: newTag(), headers: { 'x-api-key': providerKey } })
    const { headers } = lastCall()
    expect(headers).toMatchObject({ authorization: `Bearer ${providerKey}`, 'x-api-key': providerKey })
    expect(Object.keys(headers).filter(name => /^x-(sm|supermemory)-/.test(name))).toEqual([])
  })

  test('RTR-3: the user is in a header, in the query, or in a scoped key', async () => {
    expect(await codeOf(await chat(ask('x')))).toEqual([400, 'request.invalid'])
    expect(await codeOf(await chat(ask('x'), { userId: 'a b' }))).toEqual([400, 'request.invalid'])
    const tag = newTag()
    await remember(tag, 'Ada grows lemons.')
    const scoped = (await post('/v3/auth/scoped-key', { containerTag: tag })).body.key
    const ways: Options[] = [
      { userId: tag },
      { path: `/v1/chat/completions?userId=${tag}` },
      { path: `/v3/${routedProvider}/v1?userId=${tag}/chat/completions` },
      { key: scoped },
    ]
    for (const way of ways) {
      expect((await chat(ask('What do I grow?'), way)).status).toBe(200)
      expect(lastCall().path).toBe('/v1/chat/completions')
      expect(lastCall().bytes.toString()).toContain('lemons')
    }
    expect(await codeOf(await chat(ask('x'), { key: scoped, userId: newTag() }))).toEqual([
      403,
      'auth.container_mismatch',
    ])
  })

  test('RTR-4: notes are put in front of the last message of the user, and nothing else changes', async () => {
    const tag = newTag()
    await remember(tag, 'Ada keeps eleven beehives.')
    const head = '{"seed":9007199254740993,"messages":[{"role":"system","content":"Be brief."},'
    const tail = 'How many beehives do I keep?"}],"x":[1 ,2.0]}'
    await chat(`${head}{"role":"user","content":"${tail}`, { userId: tag })
    const sent = lastCall().bytes.toString()
    expect(sent.startsWith(`${head}{"role":"user","content":"<recalled_notes>`)).toBe(true)
    expect(sent.endsWith(`- Ada keeps eleven beehives.\\n</recalled_notes>\\n\\n${tail}`)).toBe(true)
  })

  test('RTR-5: an exchange is stored as a conversation, which the next turn continues', async () => {
    const tag = newTag()
    const id = newTag('conversation')
    const headers = { 'x-sm-conversation-id': id }
    await (await chat(ask('I am Ada.'), { userId: tag, headers })).text()
    await stored(id, tag, 'Hello from the model.')
    const messages = [
      { role: 'user', content: 'I am Ada.' },
      { role: 'assistant', content: 'Hello from the model.' },
      { role: 'user', content: 'I keep bees.' },
    ]
    await (await chat({ model: 'm', messages, stream: true }, { userId: tag, headers })).text()
    const { body } = await stored(id, tag, 'I keep bees.')
    expect(body.content).toBe(
      'user: I am Ada.\nassistant: Hello from the model.\nuser: I keep bees.\nassistant: Hello from the model.',
    )
    const unnamed = await chat(ask('No id here.'), { userId: tag })
    await stored(unnamed.headers.get('x-supermemory-conversation-id')!, tag, 'No id here.')
  })

  test('RTR-6: every forwarded response has the headers of the router', async () => {
    const response = await chat(ask('x'.repeat(40)), {
      userId: newTag(),
      headers: { 'x-sm-conversation-id': 'c1' },
    })
    const own = [...response.headers].filter(([name]) => name.startsWith('x-supermemory-'))
    expect(Object.fromEntries(own)).toEqual({
      'x-supermemory-conversation-id': 'c1',
      'x-supermemory-context-modified': 'false',
      'x-supermemory-tokens-processed': '10',
      'x-supermemory-chunks-created': '0',
      'x-supermemory-chunks-retrieved': '0',
    })
  })

  const long = (word: string) => `${word} `.repeat(12).trim()
  const history = [
    { role: 'system', content: 'Be brief.' },
    ...Array.from({ length: 20 }, (_, n) => n).flatMap(n => [
      { role: 'user', content: long(`question${n}`) },
      { role: 'assistant', content: long(`answer${n}`) },
    ]),
    { role: 'user', content: 'And now?' },
  ]

  // In an organization of its own, because figures of the other tests arrive late.
  test.skipIf(!otherKey)(
    'RTR-7, RTR-11: stored turns of a long history are removed, and analytics has the count of the provider',
    async () => {
      const own = otherKey!
      const figures = async () => (await get('/v3/analytics/chat', { key: own })).body.overview.lifetime
      const before = await figures()
      const tag = newTag()
      const id = newTag('conversation')
      const options = { userId: tag, key: own, headers: { 'x-sm-conversation-id': id } }
      await (await chat({ model: 'm', messages: history }, options)).text()
      expect(lastCall().body.messages).toHaveLength(history.length)
      await stored(id, tag, 'And now?', own)
      await (await chat({ model: 'm', messages: history }, options)).text()
      const left = lastCall().body.messages
      expect(left.length).toBeLessThan(history.length)
      expect(left[0]).toEqual(history[0])
      expect(left.at(-1).content).toMatch(/And now\?$/)
      const sent = provider.calls.reduce((sum, { promptTokens }) => sum + promptTokens, 0)
      const asked = 2 * countTokens({ messages: history })
      const now = await until(
        figures,
        ({ tokensSent }) => tokensSent.current >= before.tokensSent.current + sent,
      )
      expect(now.tokensSent.current - before.tokensSent.current).toBe(sent)
      const processed = now.tokensProcessed.current - before.tokensProcessed.current
      expect(Math.abs(processed - asked) / asked).toBeLessThan(0.02)
      expect(now.totalTokensSaved.current).toBe(
        Math.max(0, now.tokensProcessed.current - now.tokensSent.current),
      )
    },
  )

  test('RTR-8: other origins and other paths are refused', async () => {
    const to = (address: string) => chat(ask('x'), { path: `/v3/${address}`, userId: newTag() })
    for (const address of ['https://evil.example/v1/messages', 'http://169.254.169.254/v1/chat/completions'])
      expect(await codeOf(await to(address))).toEqual([403, 'router.provider_not_allowed'])
    expect(await codeOf(await to(`${routedProvider}/v1/embeddings`))).toEqual([
      404,
      'router.unsupported_path',
    ])
    expect(provider.calls).toEqual([])
  })

  test('RTR-9: an error of the provider passes untouched', async () => {
    const body = '{"error":{"type":"rate_limit_error","message":"Slow down"}}'
    provider.answer = () => ({ kind: 'raw', status: 429, headers: { 'retry-after': '17' }, body })
    const response = await chat(ask('x'), { userId: newTag() })
    expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([
      429,
      '17',
      body,
    ])
  })

  test('RTR-10: a body that is no chat goes to the provider as it is', async () => {
    const response = await chat('{"input": [1 , 2]}', { userId: newTag() })
    expect(response.headers.get('x-supermemory-error')).toBe('the body is not a chat')
    expect(response.headers.get('x-supermemory-context-modified')).toBe('false')
    expect(lastCall().bytes.toString()).toBe('{"input": [1 , 2]}')
  })
})

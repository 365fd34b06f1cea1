import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { countTokens } from '../../../../acceptance/provider-double.ts'
import { signUpMember, signUpOwner } from '../../../test/browser.ts'
import { until } from '../../../test/harness.ts'
import { type PostgresProxy, startPostgresProxy } from '../../../test/postgres-proxy.ts'
import { providerKey, type RoutedServer, startRouted } from '../../../test/routed.ts'
import { EmbedError } from '../../platform/providers/embedding/embedder.ts'

let server: RoutedServer
let proxy: PostgresProxy
beforeAll(async () => {
  server = await startRouted({
    async between(url) {
      proxy = await startPostgresProxy(url)
      return proxy.url
    },
  })
})
afterAll(async () => {
  await server.close()
  await proxy.close()
})
afterEach(() => {
  vi.restoreAllMocks()
  server.provider.answer = () => ({ kind: 'text', text: 'Hello from the model.' })
  server.provider.calls.length = 0
})

const ask = (content: string, more: Record<string, unknown> = {}) => ({
  model: 'gpt-test',
  messages: [{ role: 'user', content }],
  ...more,
})
const refusal = async (answer: Promise<Response>) => {
  const response = await answer
  return `${response.status} ${((await response.json()) as { code: string }).code}`
}

describe('access', () => {
  test('needs a key of Reverie in its own header, and hands no such key to the provider', async () => {
    expect(await refusal(server.chat(ask('x'), { key: null }))).toBe('401 auth.missing_key')
    expect(await refusal(server.chat(ask('x'), { key: 'sm_nobody' }))).toBe('401 auth.invalid_key')
    for (const name of ['authorization', 'x-api-key', 'api-key']) {
      const value = name === 'authorization' ? `Bearer ${server.client.key}` : server.client.key
      const headers = { [name]: value }
      expect(await refusal(server.chat(ask('x'), { headers }))).toBe('400 request.invalid')
    }
    const session = await signUpOwner(server)
    const headers = { cookie: session.cookie, origin: server.url }
    expect(await refusal(server.chat(ask('x'), { key: null, headers }))).toBe('401 auth.missing_key')
    expect(server.provider.calls).toEqual([])
    const old = { 'x-supermemory--api-key': server.client.key }
    expect((await server.chat(ask('x'), { key: null, headers: old })).status).toBe(200)
  })

  test('names a user in the header or the address, and refuses a name that is no container tag', async () => {
    expect(await refusal(server.chat(ask('x'), { user: null }))).toBe('400 request.invalid')
    expect(await refusal(server.chat(ask('x'), { user: 'ada@example.org' }))).toBe('400 request.invalid')
    expect(await refusal(server.chat(ask('x'), { conversation: 'a b' }))).toBe('400 request.invalid')
    await server.remember('in-address', 'Ada grows lemons.')
    const { url } = server.provider
    for (const path of [
      `/v3/${url}/v1/chat/completions?userId=in-address&api-version=7`,
      // Libraries append the path to a base address that ends with the query.
      `/v3/${url}/v1?userId=in-address/chat/completions&api-version=7`,
    ]) {
      expect((await server.chat(ask('What do I grow?'), { user: null, path })).status).toBe(200)
      expect(server.provider.calls.at(-1)!.path).toBe('/v1/chat/completions?api-version=7')
      expect(server.provider.calls.at(-1)!.bytes.toString()).toContain('lemons')
    }
  })

  test('with a scoped key has that container only', async () => {
    const { body } = await server.client.request('POST', '/v3/auth/scoped-key', { containerTag: 'only' })
    expect(await refusal(server.chat(ask('x'), { key: body.key, user: 'other' }))).toBe(
      '403 auth.container_mismatch',
    )
    await server.remember('only', 'Ada sails.')
    const response = await server.chat(ask('Do I sail?'), {
      key: body.key,
      user: null,
      conversation: 'scoped',
    })
    expect(response.status).toBe(200)
    expect(server.provider.calls.at(-1)!.bytes.toString()).toContain('Ada sails.')
    expect((await server.conversation('scoped', 'only', 'Do I sail?')).content).toContain(
      'Hello from the model.',
    )
  })

  test('with a key that may only read recalls, and remembers nothing', async () => {
    const viewer = await signUpMember(server, await signUpOwner(server), 'viewer')
    const callback = 'http://127.0.0.1:19876/callback?state=abc'
    const query = new URLSearchParams({ client: 'codex', callback })
    const { body } = await viewer.request('GET', `/v3/auth/key?${query}`)
    expect(body.role).toBe('viewer')
    await server.remember('readable', 'Ada skates.')
    const response = await server.chat(ask('Do I skate?'), {
      key: body.key,
      user: 'readable',
      conversation: 'unwritten',
    })
    expect(server.provider.calls.at(-1)!.bytes.toString()).toContain('Ada skates.')
    await response.text()
    await server.app.router.background.settle()
    expect((await server.client.request('GET', '/v3/documents/unwritten')).status).toBe(404)
  })

  test('counts against the rate limit of the key', async () => {
    const { body } = await server.client.request('POST', '/v3/auth/scoped-key', {
      containerTag: 'few',
      rateLimitMax: 1,
    })
    const options = { key: body.key, user: 'few' }
    expect((await server.chat(ask('x'), options)).headers.get('ratelimit-remaining')).toBe('0')
    const limited = await server.chat(ask('x'), options)
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, expect.any(String)])
  })

  test.each([
    ['https://evil.example/v1/chat/completions', '403 router.provider_not_allowed'],
    ['http://169.254.169.254/v1/chat/completions', '403 router.provider_not_allowed'],
    ['http://127.0.0.1:1/v1/chat/completions', '403 router.provider_not_allowed'],
    ['https://127.0.0.1/v1/chat/completions', '403 router.provider_not_allowed'],
    ['http://user:secret@127.0.0.1/v1/chat/completions', '403 router.provider_not_allowed'],
  ])('to %s is refused', async (address, expected) => {
    expect(await refusal(server.chat(ask('x'), { path: `/v3/${address}` }))).toBe(expected)
  })

  test.each(['/v1/embeddings', '/v1/files', '/admin', '/v1/chat/completions/../../admin'])(
    'to %s of an allowed provider is refused',
    async path => {
      const answer = server.chat(ask('x'), { path: `/v3/${server.provider.url}${path}` })
      expect(await refusal(answer)).toBe('404 router.unsupported_path')
      expect(server.provider.calls).toEqual([])
    },
  )

  test('of a body that is too large is refused before the provider hears of it', async () => {
    const headers = { 'content-length': String(40 * 1024 * 1024) }
    const large = 'x'.repeat(40 * 1024 * 1024)
    expect(await refusal(server.chat(large, { headers }))).toBe('413 request.too_large')
    expect(server.provider.calls).toEqual([])
  })
})

describe('a provider', () => {
  test('that cannot be reached, or hangs up, is an error of its own', async () => {
    server.provider.answer = () => ({ kind: 'reset' })
    expect(await refusal(server.chat(ask('x')))).toBe('502 router.provider_unavailable')
  })

  test('that sends nothing for too long is an error of its own', async () => {
    const impatient = await startRouted({ worker: false, config: { ROUTER_TIMEOUT_MS: 200 } })
    impatient.provider.answer = () => ({ kind: 'silence' })
    expect(await refusal(impatient.chat(ask('x')))).toBe('504 router.provider_timeout')
    await impatient.close()
  })
})

describe('when memory', () => {
  const embedding = () => vi.spyOn(server.app.embedder, 'embedTokens')
  const expectUnchanged = async (reason: string) => {
    const body = JSON.stringify(ask('Do I skate?', { seed: 1.0 }))
    const response = await server.chat(body, { user: 'readable' })
    expect([response.status, response.headers.get('x-supermemory-error')]).toEqual([200, reason])
    expect(response.headers.get('x-supermemory-context-modified')).toBe('false')
    expect(server.provider.calls.at(-1)!.bytes.toString()).toBe(body)
    expect(await response.text()).toContain('Hello from the model.')
  }

  test('fails, the request passes unchanged and says so', async () => {
    await server.remember('readable', 'Ada skates well.')
    embedding().mockRejectedValue(new EmbedError('embed.provider_unavailable', 'down'))
    await expectUnchanged('memory failed (embed.unavailable)')
  })

  test('is slow, the request passes unchanged after the time that memory has', async () => {
    const never = Promise.withResolvers<never>()
    embedding().mockReturnValue(never.promise)
    const { settings } = server.app.router
    const usual = settings.memoryTimeoutMs
    settings.memoryTimeoutMs = 100
    await expectUnchanged('memory did not respond within 100 ms')
    settings.memoryTimeoutMs = usual
    never.reject(new EmbedError('embed.provider_unavailable', 'late'))
  })

  test('has lost its database, the request passes unchanged for a key that was seen before', async () => {
    await (await server.chat(ask('Hi.'), { user: 'away' })).text()
    proxy.refuse(true)
    const response = await server.chat(ask('Hi again.'), { user: 'away' })
    proxy.refuse(false)
    expect(response.status).toBe(200)
    expect(response.headers.get('x-supermemory-error')).toMatch(/^memory /)
  })
})

describe('analytics', () => {
  const chatOf = async (key: string) =>
    (await server.clientFor(key).request('GET', '/v3/analytics/chat')).body

  test('shows the tokens that the provider counted, and those that it was spared', async () => {
    const client = await server.newClient()
    const options = { key: client.key, user: 'counted', conversation: 'counted-1' }
    const long = (word: string) => `${word} `.repeat(12).trim()
    const messages = [
      ...Array.from({ length: 20 }, (_, n) => n).flatMap(n => [
        { role: 'user', content: long(`question${n}`) },
        { role: 'assistant', content: long(`answer${n}`) },
      ]),
      { role: 'user', content: 'And now?' },
    ]
    const requests = [
      { path: '/v1/chat/completions', stream: false },
      { path: '/v1/chat/completions', stream: true, stream_options: { include_usage: true } },
      { path: '/v1/messages', stream: true, max_tokens: 9 },
    ]
    const stored = () => server.clientFor(client.key).request('GET', '/v3/documents/counted-1')
    let asked = 0
    for (const { path, ...more } of requests) {
      const body = { model: 'm', messages, ...more }
      asked += countTokens(body)
      await (await server.chat(body, { ...options, path })).text()
      await until(stored, ({ body: document }) => document?.content?.includes('And now?'))
    }
    // What a provider refuses, it did not read.
    server.provider.answer = () => ({ kind: 'raw', status: 429, body: '{}' })
    await (await server.chat({ model: 'm', messages }, options)).text()
    const sent = server.provider.calls.slice(0, 3).reduce((sum, { promptTokens }) => sum + promptTokens, 0)
    expect(sent).toBeLessThan(asked * 0.8)

    await server.usage.flush()
    const { overview, analytics } = await until(
      () => chatOf(client.key),
      ({ overview: { lifetime } }) => lifetime.tokensSent.current === sent,
    )
    const { tokensProcessed, tokensSent, totalTokensSaved, amountSaved } = overview['7d']
    expect(tokensSent.current).toBe(sent)
    expect(Math.abs(tokensProcessed.current - asked) / asked).toBeLessThan(0.01)
    expect(totalTokensSaved.current).toBe(tokensProcessed.current - sent)
    expect(amountSaved.current).toBeCloseTo((totalTokensSaved.current * 2.5) / 1_000_000, 10)
    expect(analytics.usage.tokensByDay[analytics.usage.currentDay]).toBe(tokensProcessed.current + sent)
    const { usage } = (await server.clientFor(client.key).request('GET', '/v3/analytics/usage')).body
    expect(usage.find(({ type }: { type: string }) => type === 'router').count).toBe(4)
  })
})

test('the key of the provider is in no log, no answer and no table', async () => {
  const answers = [
    await server.chat(ask('Hi.', { stream: true }), {
      headers: { 'x-api-key': providerKey, 'api-key': providerKey },
    }),
    await server.chat('{', {}),
    await server.chat(ask('Hi.'), { path: `/v3/https://evil.example/v1/chat/completions` }),
    await server.chat(ask('Hi.'), { key: 'sm_wrong' }),
  ]
  server.provider.answer = () => ({ kind: 'reset' })
  answers.push(await server.chat(ask('Hi.')))
  server.provider.answer = () => ({ kind: 'cut', text: 'abc abc' })
  await expect((await server.chat(ask('Hi.', { stream: true }))).text()).rejects.toThrow()
  for (const answer of answers) {
    expect(await answer.text()).not.toContain(providerKey)
    expect(JSON.stringify([...answer.headers])).not.toContain(providerKey)
  }
  await server.app.router.background.settle()
  await server.usage.flush()
  await server.requests?.flush()
  expect(server.log.lines.filter(({ route }) => String(route).startsWith('/v1')).length).toBeGreaterThan(3)
  expect(JSON.stringify(server.log.lines)).not.toContain(providerKey)
  const { admin } = server.databases[0]!
  const tables = await admin.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  expect(tables.rows.length).toBeGreaterThan(40)
  for (const { name } of tables.rows) {
    const found = await admin.query(
      `select count(*) as rows from ${name} t where position($1 in t::text) > 0`,
      [providerKey],
    )
    expect([name, Number(found.rows[0].rows)]).toEqual([name, 0])
  }
  const logged = await admin.query('select distinct route from cell.request_log')
  expect(logged.rows.map(({ route }) => route)).toContain('/v1/chat/completions')
})

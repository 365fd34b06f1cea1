import { describe, expect, test } from 'vitest'
import { ItemError, SourceError } from './connector.ts'
import { createSourceHttp, type Exchange } from './source-http.ts'

/** A fault as safe fetch throws it. */
class FetchError extends Error {
  readonly code: string
  readonly isPassing: boolean

  constructor(code: string, message: string, { isPassing = false } = {}) {
    super(message)
    this.code = code
    this.isPassing = isPassing
  }
}

type Scripted = { status: number; headers?: Record<string, string>; body?: string; url?: string } | Error

const scripted = (...answers: Scripted[]) => scriptedWith(undefined, ...answers)

function scriptedWith(renewed: string | undefined, ...answers: Scripted[]) {
  const sent: Parameters<Exchange>[0][] = []
  let paced = 0
  const http = createSourceHttp({
    exchange: async request => {
      sent.push(request)
      const answer = answers[Math.min(sent.length, answers.length) - 1]!
      if (answer instanceof Error) throw answer
      return {
        status: answer.status,
        url: answer.url ?? request.url,
        headers: new Headers(answer.headers),
        body: Buffer.from(answer.body ?? ''),
      }
    },
    resolve: async () => '192.0.2.1',
    pace: async () => void paced++,
    signal: new AbortController().signal,
    maxBytes: 1_000,
    firstPauseMs: 1,
    renewToken: async token => (token === 'old' ? renewed : undefined),
  })
  return { http, sent, paced: () => paced }
}

const codeOf = async (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    error => (error as SourceError).code,
  )

const url = 'https://source.example.org/'

describe('a request', () => {
  test('that only reads is repeated after a failure, also as a POST', async () => {
    const { http, sent } = scripted({ status: 502 }, { status: 200, body: '{}' })
    await http.request(url, { method: 'POST', isRead: true })
    expect(sent).toHaveLength(2)
    const other = scripted({ status: 502 }, { status: 200 })
    expect(await codeOf(other.http.request(url, { method: 'POST' }))).toBe('provider_unavailable')
    expect(other.sent).toHaveLength(1)
  })

  test('waits for its turn and is repeated after 429 and 5xx', async () => {
    const { http, sent, paced } = scripted(
      { status: 503 },
      { status: 429, headers: { 'retry-after': '0' } },
      { status: 200, body: '{"a":1}' },
    )
    expect(await (await http.request(url)).json()).toEqual({ a: 1 })
    expect([sent.length, paced()]).toEqual([3, 3])
  })

  test('is given up after five tries, with the pause that the source asks for', async () => {
    const storm = scripted({ status: 502 })
    expect(await codeOf(storm.http.request(url))).toBe('provider_unavailable')
    expect(storm.sent).toHaveLength(5)
    const limited = scripted({ status: 429, headers: { 'retry-after': '3600' } })
    const error = await limited.http.request(url).catch(caught => caught as SourceError)
    expect(error).toMatchObject({ code: 'rate_limited', retryAfterMs: 3_600_000 })
    expect(limited.sent).toHaveLength(1)
  })

  test('a POST is repeated only when the source has not begun with it', async () => {
    const failing = scripted({ status: 500 })
    expect(await codeOf(failing.http.request(url, { method: 'POST' }))).toBe('provider_unavailable')
    expect(failing.sent).toHaveLength(1)
    const busy = scripted({ status: 503 }, { status: 201 })
    expect((await busy.http.request(url, { method: 'POST' })).status).toBe(201)
  })

  test.each([
    [401, 'auth_expired'],
    [402, 'plan_required'],
    [403, 'settings_invalid'],
    [404, 'source_gone'],
    [410, 'source_gone'],
    [418, 'settings_invalid'],
  ])('%i means %s, unless the connector allows it', async (status, code) => {
    expect(await codeOf(scripted({ status }).http.request(url))).toBe(code)
    expect((await scripted({ status }).http.request(url, { allow: [status] })).status).toBe(status)
  })

  test('304 is an answer', async () => {
    expect((await scripted({ status: 304 }).http.request(url)).status).toBe(304)
  })

  test.each([
    [new FetchError('fetch.blocked_address', 'private'), 'settings_invalid'],
    [new FetchError('fetch.not_found', 'no such host'), 'settings_invalid'],
    [new FetchError('fetch.timeout', 'slow', { isPassing: true }), 'provider_unavailable'],
    [new FetchError('fetch.too_large', 'large'), 'item_too_large'],
    [new FetchError('fetch.disallowed', 'robots'), 'item_forbidden'],
  ])('%s becomes %s', async (fault, code) => {
    const { http, sent } = scripted(fault)
    const error = await http.request(url).catch(caught => caught)
    expect(error.code).toBe(code)
    expect(error instanceof SourceError || error instanceof ItemError).toBe(true)
    expect(sent.length).toBe(fault.isPassing ? 5 : 1)
  })

  test('an answer that is no JSON is a fault of the source', async () => {
    const answer = await scripted({ status: 200, body: '<html>' }).http.request(url)
    expect(await codeOf(answer.json())).toBe('provider_unavailable')
  })
})

describe('a bearer token that the source refuses', () => {
  const headers = { Authorization: 'Bearer old' }
  const tokens = (sent: Parameters<Exchange>[0][]) => sent.map(each => each.headers.Authorization)

  test('is replaced by a renewed one, once, also for a POST', async () => {
    const { http, sent } = scriptedWith('new', { status: 401 }, { status: 200 })
    await http.request(url, { method: 'POST', headers, body: 'x' })
    expect(tokens(sent)).toEqual(['Bearer old', 'Bearer new'])
    const refused = scriptedWith('new', { status: 401 })
    expect(await codeOf(refused.http.request(url, { headers }))).toBe('auth_expired')
    expect(refused.sent).toHaveLength(2)
  })

  test('stays refused without another one, and the connector sees the answer if it wants to', async () => {
    const { http, sent } = scripted({ status: 401 })
    expect((await http.request(url, { headers, allow: [401] })).status).toBe(401)
    expect(sent).toHaveLength(1)
  })

  test('is not sent again to a host behind a redirect, which never saw it', async () => {
    const { http, sent } = scriptedWith('new', { status: 401, url: 'https://files.example.net/1' })
    expect(await codeOf(http.request(url, { headers }))).toBe('auth_expired')
    expect(sent).toHaveLength(1)
  })

  test('a refused Basic password is not treated as a bearer token', async () => {
    const { http, sent } = scriptedWith('new', { status: 401 })
    await codeOf(http.request(url, { headers: { authorization: 'Basic old' } }))
    expect(sent).toHaveLength(1)
  })
})

import { describe, expect, test } from 'vitest'
import { add, baseUrl, get, key, limitedKey, newTag, post, remove, request, until } from './client.ts'
import { prose } from './prose.ts'

const content = 'A text.'
const words = (length: number, text = 'x') => Array.from({ length }, () => text)
const named = (length: number, value: unknown) =>
  Object.fromEntries(Array.from({ length }, (_, n) => [`key${n}`, value]))

describe('bounds of bodies', () => {
  const nested = (levels: number) => `{"q":"x","filters":${'['.repeat(levels)}${']'.repeat(levels)}}`
  const bodies = [
    { what: '33 levels', path: '/v3/search', raw: nested(32) },
    { what: 'a million levels', path: '/v3/search', raw: '['.repeat(1_000_000) },
    { what: '1,001 fields', path: '/v3/search', raw: JSON.stringify({ q: 'x', ...named(1_000, 1) }) },
    { what: '300,000 fields', path: '/v3/search', raw: JSON.stringify({ q: 'x', ...named(100_000, 1) }) },
    { what: '100,001 values', path: '/v3/search', raw: `{"q":"x","z":[${'1,'.repeat(100_000)}1]}` },
    {
      what: 'a batch item with 100,000 fields',
      path: '/v3/documents/batch',
      raw: JSON.stringify({ documents: [{ content, ...named(100_000, 1) }] }),
    },
  ]
  test.for(bodies)('LIM-20: a body with $what returns 400', async ({ path, raw }) => {
    const { status, body, text } = await post(path, undefined, { raw })
    expect(status).toBe(400)
    expect(body.code).toBe('request.invalid')
    expect(text.length).toBeLessThan(1_000)
  })

  test('LIM-20: a batch may have 150,000 values, and more are refused before it is validated', async () => {
    const send = async (values: number) => {
      const raw = `{"documents":["x"],"z":[${Array(values).fill(1)}]}`
      const { status, body } = await post('/v3/documents/batch', undefined, { raw })
      expect(status).toBe(400)
      return body.error
    }
    // The unknown field is only found by the validation.
    expect(await send(140_000)).toMatch(/^z: unknown field/)
    expect(await send(150_001)).not.toMatch(/^z/)
  })

  test('LIM-20: a batch of more than 32 MiB returns 413', async () => {
    const raw = `{"documents":["${'x'.repeat(33 * 1024 * 1024)}"]}`
    const { status, body } = await post('/v3/documents/batch', undefined, { raw })
    expect([status, body.code]).toEqual([413, 'request.too_large'])
  })
})

describe('bounds of metadata', () => {
  const bad: [string, Record<string, unknown>][] = [
    ['101 keys', named(101, 1)],
    ['a key of 256 characters', { ['k'.repeat(256)]: 1 }],
    ['a string of 8,193 characters', { a: 'x'.repeat(8_193) }],
    ['an array of 1,001 items', { a: words(1_001) }],
    ['11,000 items in all', named(11, words(1_000))],
    ['more than 262,144 characters in all', named(40, 'x'.repeat(8_000))],
  ]
  test.for(bad)('LIM-21: metadata with %s is refused by add, batch and memories', async ([, metadata]) => {
    const containerTag = newTag()
    const alone = await post('/v3/documents', { content, containerTag, metadata })
    expect([alone.status, alone.body.code]).toEqual([400, 'request.invalid'])
    const inBatch = await post('/v3/documents/batch', {
      documents: [{ content, metadata }, content],
      containerTag,
    })
    expect([inBatch.status, inBatch.body.failed, inBatch.body.success]).toEqual([200, 1, 1])
    const memories = [{ content, metadata }]
    expect((await post('/v4/memories', { containerTag, memories })).status).toBe(400)
  })

  test('LIM-21: metadata of the maximum size is stored', async () => {
    const metadata = {
      ...named(97, 'value'),
      long: 'x'.repeat(8_192),
      ['k'.repeat(255)]: true,
      list: words(1_000),
    }
    const { status, body } = await post('/v3/documents', { content, containerTag: newTag(), metadata })
    expect(status).toBe(200)
    expect((await get(`/v3/documents/${body.id}`)).body.metadata).toEqual(metadata)
  })
})

describe('bounds of lists and errors', () => {
  const long: [string, string, Record<string, unknown>, string][] = [
    [
      'tags',
      '/v3/documents/list',
      { containerTags: words(50_000, '!') },
      'containerTags: must have at most 100 items',
    ],
    [
      'documents',
      '/v3/documents/batch',
      { documents: words(5_000) },
      'documents: must have at most 600 items',
    ],
    [
      'conditions',
      '/v3/search',
      { q: 'x', filters: { AND: words(50_000) } },
      'filters: may have at most 200 conditions',
    ],
    [
      'memories',
      '/v4/memories',
      { containerTag: 'x', memories: words(5_000) },
      'memories: must have at most 100 items',
    ],
  ]
  test.for(long)(
    'LIM-22: too many %s return 400 with one line that names the maximum',
    async ([, path, body, line]) => {
      const answer = await post(path, body)
      expect([answer.status, answer.body.error, answer.body.details]).toEqual([400, line, line])
    },
  )

  test('LIM-23: an error lists at most 20 faults', async () => {
    const memories = Array.from({ length: 100 }, () => ({ content: 1 }))
    const { body } = await post('/v4/memories', { containerTag: newTag(), memories })
    const lines = body.details.split('\n')
    expect([lines.length, lines.at(-1)]).toEqual([21, 'and 80 more'])
  })

  test('LIM-23: the body of an error has at most 16 KB, whatever was sent', async () => {
    const { status, text } = await post('/v3/documents', {
      content,
      ...named(20, 1),
      ['y'.repeat(500_000)]: 1,
    })
    expect(status).toBe(400)
    expect(text.length).toBeLessThan(16_384)
  })

  test('LIM-23: a failed batch item lists at most five faults and repeats no long field', async () => {
    const item = {
      ...named(50, 1),
      content: `https://example.org/${'x'.repeat(10_000)}`,
      customId: 'ü'.repeat(10_000),
    }
    const { body, text } = await post('/v3/documents/batch', { documents: [item] })
    expect(body.results[0].details.split('\n').length).toBeLessThanOrEqual(6)
    expect(text.length).toBeLessThan(4_000)
  })
})

describe('bounds of streams', () => {
  const watch = async (id: string, own: string) => {
    const aborter = new AbortController()
    const headers = { authorization: `Bearer ${own}` }
    const response = await fetch(`${baseUrl}/v3/documents/${id}/events`, { headers, signal: aborter.signal })
    return { response, close: () => aborter.abort() }
  }

  test('LIM-24: a key has at most 20 event streams, and they end when the key is disabled', async () => {
    const containerTag = newTag('streams')
    const scoped = (await post('/v3/auth/scoped-key', { containerTag })).body
    // Long enough that the document is still being processed when the last stream of this test ends.
    const id = await add({ content: prose(150_000), containerTag })
    const open = await Promise.all(Array.from({ length: 20 }, () => watch(id, scoped.key)))
    expect(open.map(({ response }) => response.status)).toEqual(Array(20).fill(200))
    const { response: refused } = await watch(id, scoped.key)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(((await refused.json()) as { code: string }).code).toBe('stream.limited')
    // Another key has its own streams, and a stream that was closed makes room for the next.
    const other = await watch(id, key)
    expect(other.response.status).toBe(200)
    open.pop()!.close()
    const next = await until(
      () => watch(id, scoped.key),
      ({ response }) => response.status === 200,
    )
    await remove(`/v3/auth/scoped-key/${scoped.id}`)
    for (const { response } of [open[0]!, next]) {
      const told = [...(await response.text()).matchAll(/^event: document\ndata: (.*)$/gm)]
      expect(JSON.parse(told.at(-1)![1]!)).toMatchObject({ id, dreamingStatus: 'dreaming' })
    }
    for (const { close } of [...open, other, next]) close()
    await remove(`/v3/documents/${id}`)
  })

  test('LIM-25: a list of 1,100 documents is complete, and other requests are answered meanwhile', async () => {
    const containerTag = newTag('large')
    // 8 MB in all, more than the buffers between server and client hold.
    const texts = Array.from({ length: 1_100 }, (_, n) => `${n} ${'a'.repeat(n % 40 === 0 ? 300_000 : 9)}`)
    for (const documents of [texts.slice(0, 550), texts.slice(550)])
      expect(
        (await post('/v3/documents/batch', { documents, containerTag, taskType: 'rag' })).body,
      ).toMatchObject({ success: 550 })
    const query = { containerTag, includeContent: true, order: 'asc' }
    const response = await fetch(`${baseUrl}/v3/documents/list`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...query, limit: 1_100 }),
    })
    // The large response is still unread while these are answered.
    const paged: { id: string; content: string }[] = []
    for (const page of [1, 2, 3])
      paged.push(...(await post('/v3/documents/list', { ...query, limit: 400, page })).body.memories)
    const whole = (await response.json()) as { memories: { id: string; content: string }[] }
    expect(whole.memories.map(({ id }) => id)).toEqual(paged.map(({ id }) => id))
    expect(whole.memories.every(({ content }, i) => content === texts[i])).toBe(true)
    expect(whole.memories.every(({ content }, i) => content === paged[i]!.content)).toBe(true)
    expect(whole.memories).toHaveLength(1_100)
    await remove('/v3/documents/bulk', { containerTag })
  })

  test.skipIf(!limitedKey)(
    'LIM-26: 400 searches at once are each answered, or refused with a time to wait, and others are answered meanwhile',
    async () => {
      const flood = Array.from({ length: 400 }, () =>
        request('POST', '/v3/search', { q: 'harbour' }, { key: limitedKey! }),
      )
      const others = await Promise.all([
        post('/v3/search', { q: 'harbour', containerTag: newTag('calm') }),
        request('GET', '/health', undefined, { key: null }),
      ])
      expect(others.map(({ status }) => status)).toEqual([200, 200])
      const refused = (await Promise.all(flood)).filter(({ status }) => status !== 200)
      for (const { status, headers, body } of refused) {
        expect([429, 503]).toContain(status)
        expect(['concurrency.limited', 'server.overloaded']).toContain(body.code)
        expect(Number(headers.get('retry-after'))).toBe(body.retryAfterSeconds)
      }
    },
  )
})

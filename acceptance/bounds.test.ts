import { describe, expect, test } from 'vitest'
import { baseUrl, get, key, newTag, post, remove } from './client.ts'

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

  /**
   * Adds a document whose event stream stays open for some seconds, because dynamic dreaming waits until the
   * container is quiet.
   */
  const addWaiting = async (containerTag: string): Promise<string> =>
    (
      await post('/v3/documents', {
        content: `I moved to Lisbon. ${'Kilns are warm. '.repeat(20)}`,
        containerTag,
      })
    ).body.id

  test('LIM-24: a key has at most 20 event streams, and they end when the key is disabled', async () => {
    const containerTag = newTag('streams')
    const scoped = (await post('/v3/auth/scoped-key', { containerTag })).body
    const id = await addWaiting(containerTag)
    const open = await Promise.all(Array.from({ length: 25 }, () => watch(id, scoped.key)))
    const statuses = open.map(({ response }) => response.status)
    expect(statuses.filter(status => status === 200).length).toBeLessThanOrEqual(20)
    const refused = open.find(({ response }) => response.status === 429)!.response
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(((await refused.json()) as { code: string }).code).toBe('stream.limited')
    await remove(`/v3/auth/scoped-key/${scoped.id}`)
    // Reads the stream to its end, which must come soon and not after an hour.
    const stream = open.find(({ response }) => response.status === 200)!
    expect(await stream.response.text()).toContain('event: document')
    for (const { close } of open) close()
  })

  test('LIM-25: a list of large documents is complete, and other requests are answered meanwhile', async () => {
    const containerTag = newTag('large')
    const texts = Array.from({ length: 30 }, (_, n) => `${n} ${'a'.repeat(300_000)}`)
    const { body } = await post('/v3/documents/batch', { documents: texts, containerTag, taskType: 'rag' })
    expect(body.success).toBe(30)
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const query = JSON.stringify({ containerTag, limit: 1100, includeContent: true, order: 'asc' })
    const response = await fetch(`${baseUrl}/v3/documents/list`, { method: 'POST', headers, body: query })
    // The large response is still unread at this point.
    const short = (await post('/v3/documents/list', { containerTag, limit: 50, order: 'asc' })).body
    const whole = (await response.json()) as { memories: { id: string; content: string }[] }
    expect(whole.memories.map(({ id }) => id)).toEqual(short.memories.map(({ id }: { id: string }) => id))
    expect(new Set(whole.memories.map(each => each.content))).toEqual(new Set(texts))
    await remove('/v3/documents/bulk', { containerTag })
  })
})

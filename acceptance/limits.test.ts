import { describe, expect, test } from 'vitest'
import { type ApiResponse, addDone, get, newTag, post, remove } from './client.ts'

const allowed = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:-.'
const content = 'A text.'

/** Every request that takes a container tag, in either field. */
const tagTakers: { where: string; send: (tag: string) => Promise<ApiResponse> }[] = [
  { where: 'containerTag of add', send: tag => post('/v3/documents', { content, containerTag: tag }) },
  { where: 'containerTags of add', send: tag => post('/v3/documents', { content, containerTags: [tag] }) },
  { where: 'containerTag of list', send: tag => post('/v3/documents/list', { containerTag: tag }) },
  { where: 'containerTags of list', send: tag => post('/v3/documents/list', { containerTags: [tag] }) },
  { where: 'containerTag of search', send: tag => post('/v3/search', { q: 'a', containerTag: tag }) },
  { where: 'containerTags of search', send: tag => post('/v3/search', { q: 'a', containerTags: [tag] }) },
  {
    where: 'containerTag of processing',
    send: tag => get(`/v3/documents/processing?containerTag=${encodeURIComponent(tag)}`),
  },
]
/** An empty tag here is only a superfluous comma and is ignored. */
const commaTaker = {
  where: 'containerTags of processing',
  send: (tag: string) => get(`/v3/documents/processing?containerTags=${encodeURIComponent(tag)}`),
}

function ofLength(length: number): string {
  return newTag().padEnd(length, 'x').slice(-length)
}

describe('limits of names', () => {
  test.for([...tagTakers, commaTaker])('LIM-1: $where accepts 1 to 100 characters', async ({ send }) => {
    for (const length of [1, 99, 100]) expect((await send(ofLength(length))).status).toBe(200)
    expect((await send(ofLength(101))).status).toBe(400)
  })

  test.for(tagTakers)('LIM-1: $where refuses an empty tag', async ({ send }) => {
    expect((await send('')).status).toBe(400)
  })

  test.for([...tagTakers, commaTaker])(
    'LIM-2: $where accepts only letters, digits and _ : - .',
    async ({ send }) => {
      expect((await send(allowed)).status).toBe(200)
      for (const tag of ['a b', 'a/b', 'ä', 'a\nb', 'a%', '🙂', 'a;b', "a'b"]) {
        expect((await send(tag)).status, tag).toBe(400)
      }
    },
  )

  test('LIM-3: a customId has 1 to 100 letters, digits and _ : - .', async () => {
    const containerTag = newTag()
    const send = (customId: unknown) => post('/v3/documents', { content, containerTag, customId })
    for (const length of [1, 99, 100]) expect((await send(ofLength(length))).status).toBe(200)
    expect((await send(allowed)).status).toBe(200)
    for (const customId of ['', ofLength(101), 'a b', 'a/b', 'ä', 'a\n', 7, null]) {
      expect((await send(customId)).status, String(customId)).toBe(400)
    }
  })

  test('LIM-13: the id in a path has at most 255 characters', async () => {
    for (const suffix of ['', '/attempts']) {
      expect((await get(`/v3/documents/${'a'.repeat(254)}${suffix}`)).status).toBe(404)
      expect((await get(`/v3/documents/${'a'.repeat(255)}${suffix}`)).status).toBe(404)
      expect((await get(`/v3/documents/${'a'.repeat(256)}${suffix}`)).status).toBe(400)
    }
    expect((await remove(`/v3/documents/${'a'.repeat(255)}`)).status).toBe(404)
    expect((await remove(`/v3/documents/${'a'.repeat(256)}`)).status).toBe(400)
  })

  test('LIM-15: a request names at most 100 container tags', async () => {
    const tags = (count: number) => Array.from({ length: count }, (_, i) => `t${i}`)
    const senders = [
      (containerTags: string[]) => post('/v3/documents/list', { containerTags }),
      (containerTags: string[]) => post('/v3/search', { q: 'a', containerTags }),
      (containerTags: string[]) => get(`/v3/documents/processing?containerTags=${containerTags.join()}`),
      (containerTags: string[]) => post('/v3/documents', { content, containerTags }),
    ]
    for (const send of senders) {
      expect((await send(tags(99))).status).toBe(200)
      expect((await send(tags(100))).status).toBe(200)
      expect((await send(tags(101))).status).toBe(400)
    }
  })
})

describe('limits of texts', () => {
  test('LIM-4: entityContext has at most 1500 characters', async () => {
    const send = (entityContext: string) =>
      post('/v3/documents', { content, containerTag: newTag(), entityContext })
    for (const length of [0, 1499, 1500]) expect((await send('e'.repeat(length))).status).toBe(200)
    expect((await send('e'.repeat(1501))).status).toBe(400)
  })

  // Each text is one long word, which is processed quickly, and is deleted at once.
  const sizes = [
    { what: '1,000,000 letters', content: 'a'.repeat(1_000_000), status: 200 },
    { what: '1,000,001 letters', content: 'a'.repeat(1_000_001), status: 413 },
    { what: '500,000 letters of two bytes', content: 'ä'.repeat(500_000), status: 200 },
    { what: '500,001 letters of two bytes', content: 'ä'.repeat(500_001), status: 413 },
    { what: '250,000 emoji', content: '🙂'.repeat(250_000), status: 200 },
    { what: '250,001 emoji', content: '🙂'.repeat(250_001), status: 413 },
  ]
  test.for(sizes)('LIM-5: a text of $what returns $status', async ({ content, status }) => {
    const answer = await post('/v3/documents', { content, containerTag: newTag('large') })
    expect(answer.status).toBe(status)
    if (status === 200) await remove(`/v3/documents/${answer.body.id}`)
    else expect(answer.body.code).toBe('request.too_large')
  })

  test('LIM-5: the largest text is accepted even if every letter is escaped', async () => {
    const raw = `{"containerTag":"${newTag('large')}","content":"${'\\u00e4'.repeat(500_000)}"}`
    const { status, body } = await post('/v3/documents', undefined, { raw })
    expect(status).toBe(200)
    await remove(`/v3/documents/${body.id}`)
  })

  const blanks = ['', ' ', '\n\t\r ', '\u00a0\u2003\ufeff']
  test.for(blanks)('LIM-6: the blank text %j returns 400', async blank => {
    const { status, body } = await post('/v3/documents', { content: blank })
    expect(status).toBe(400)
    expect(body.error).toContain('content')
  })

  test('LIM-12: q has 1 to 10,000 characters', async () => {
    const send = (q: string) => post('/v3/search', { q, containerTag: newTag() })
    for (const q of ['a', ' ', 'word '.repeat(2000).slice(0, 9_999), 'word '.repeat(2000)]) {
      expect((await send(q)).status).toBe(200)
    }
    expect((await send('')).status).toBe(400)
    expect((await send(`${'word '.repeat(2000)}a`)).status).toBe(400)
  })

  test('LIM-12: a search with the longest q finds its document', async () => {
    const containerTag = newTag()
    await addDone({ content: 'A word about words.', containerTag })
    const { body } = await post('/v3/search', { q: 'word '.repeat(2000), containerTag })
    expect(body.total).toBe(1)
  })

  test('LIM-14: filepath has at most 4096 characters', async () => {
    const send = (filepath: string) => post('/v3/documents', { content, containerTag: newTag(), filepath })
    for (const length of [4095, 4096]) expect((await send('/'.padEnd(length, 'f'))).status).toBe(200)
    expect((await send('/'.padEnd(4097, 'f'))).status).toBe(400)
  })
})

describe('limits of numbers', () => {
  const pagers: { where: string; send: (field: string, value: unknown) => Promise<ApiResponse> }[] = [
    {
      where: 'list',
      send: (field, value) => post('/v3/documents/list', { containerTag: 't', [field]: value }),
    },
    {
      where: 'processing',
      send: (field, value) => get(`/v3/documents/processing?view=all&${field}=${value}`),
    },
  ]

  test.for(pagers)('LIM-7: limit of $where is 1 to 1100', async ({ send }) => {
    for (const limit of [1, 10, 1099, 1100]) {
      const { status, body } = await send('limit', limit)
      expect(status).toBe(200)
      expect(body.pagination.limit).toBe(limit)
    }
    for (const limit of [-1, 0, 1101, 1.5]) expect((await send('limit', limit)).status).toBe(400)
  })

  test.for(pagers)('LIM-8: page of $where is 1 to 1,000,000', async ({ send }) => {
    for (const page of [1, 2, 999_999, 1_000_000]) {
      const { status, body } = await send('page', page)
      expect(status).toBe(200)
      expect(body.pagination.currentPage).toBe(page)
    }
    for (const page of [-1, 0, 1_000_001, 1.5]) expect((await send('page', page)).status).toBe(400)
  })

  test('LIM-9: limit of search is 1 to 100', async () => {
    const send = (limit: number) => post('/v3/search', { q: 'a', containerTag: newTag(), limit })
    for (const limit of [1, 99, 100]) expect((await send(limit)).status).toBe(200)
    for (const limit of [-1, 0, 101, 1.5]) expect((await send(limit)).status).toBe(400)
  })

  const thresholds = ['chunkThreshold', 'documentThreshold']
  test.for(thresholds)('LIM-10: %s is between 0 and 1', async field => {
    const send = (value: number) => post('/v3/search', { q: 'a', containerTag: newTag(), [field]: value })
    for (const value of [0, 0.001, 0.999, 1]) expect((await send(value)).status).toBe(200)
    for (const value of [-0.001, 1.001, 2]) expect((await send(value)).status).toBe(400)
  })

  test('LIM-11: docId has at most 255 characters', async () => {
    const send = (length: number) => post('/v3/search', { q: 'a', docId: 'd'.repeat(length) })
    for (const length of [1, 254, 255]) expect((await send(length)).status).toBe(200)
    expect((await send(256)).status).toBe(400)
  })
})

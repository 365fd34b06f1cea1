import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, startTestServer, type TestServer, untilFinished } from '../../../test/harness.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'
import { documentDateSchema } from './schema.ts'

const maxTextBytes = 2_000
const text = 'Ada moved to Lisbon in May.'
const name = (length: number) => 'n'.repeat(length)

describe('the body of an add', () => {
  let embedder: ScriptedEmbedder
  let server: TestServer
  beforeAll(async () => {
    embedder = await startScriptedEmbedder()
    server = await startTestServer({ config: { ...embedder.config, MAX_TEXT_BYTES: maxTextBytes } })
  })
  afterAll(async () => {
    await server.close()
    await embedder.close()
  })

  const post = (body: unknown) => server.client.request('POST', '/v3/documents', body)

  test.each<[status: number, what: string, body: Record<string, unknown>]>([
    [200, 'a containerTag of 99 characters', { containerTag: name(99) }],
    [200, 'a containerTag of 100', { containerTag: name(100) }],
    [400, 'a containerTag of 101', { containerTag: name(101) }],
    [200, 'every sign a containerTag may have', { containerTag: 'aZ09:b-c_d.e' }],
    [400, 'a containerTag with a space', { containerTag: 'a b' }],
    [400, 'a containerTag with an umlaut', { containerTag: 'ä' }],
    [400, 'an empty containerTag', { containerTag: '' }],
    [200, 'containerTags of 100 characters', { containerTags: [name(100)] }],
    [400, 'containerTags of 101', { containerTags: [name(101)] }],
    [400, 'no containerTags', { containerTags: [] }],
    [200, 'a customId of 99 characters', { customId: name(99) }],
    [200, 'a customId of 100', { customId: name(100) }],
    [400, 'a customId of 101', { customId: name(101) }],
    [400, 'a customId with a slash', { customId: 'a/b' }],
    [400, 'an empty customId', { customId: '' }],
    [200, 'an entityContext of 1500 characters', { entityContext: name(1500) }],
    [400, 'an entityContext of 1501', { entityContext: name(1501) }],
    [400, 'empty content', { content: '' }],
    [400, 'blank content', { content: ' \n\t' }],
    [400, 'no content', { content: undefined }],
    [400, 'content that is a number', { content: 7 }],
    [200, 'the longest content', { content: name(maxTextBytes) }],
    [413, 'content a byte longer', { content: name(maxTextBytes + 1) }],
    [200, 'the longest content, in bytes', { content: 'ä'.repeat(maxTextBytes / 2) }],
    [413, 'content of too many bytes', { content: 'ä'.repeat(maxTextBytes / 2 + 1) }],
    [400, 'an unknown taskType', { taskType: 'other' }],
    [200, 'dreaming dynamic', { dreaming: 'dynamic' }],
    [400, 'dreaming never', { dreaming: 'never' }],
    [200, 'metadata of every kind', { metadata: { a: 'x', b: 1.5, c: true, d: ['x', 'y'], e: [] } }],
    [200, 'empty metadata', { metadata: {} }],
    [400, 'metadata with null', { metadata: { a: null } }],
    [400, 'metadata with an object', { metadata: { a: { b: 1 } } }],
    [400, 'metadata with an array of numbers', { metadata: { a: [1] } }],
    [400, 'metadata that is a text', { metadata: 'text' }],
    [400, 'metadata that is an array', { metadata: ['text'] }],
    [200, 'filterByMetadata', { filterByMetadata: { a: ['x'] } }],
    [400, 'filterByMetadata with an object', { filterByMetadata: { a: {} } }],
    [200, 'a date', { documentDate: '2026-02-28' }],
    [200, 'a time', { documentDate: '2026-02-28T10:11:12Z' }],
    [200, 'a time with an offset', { documentDate: '2026-02-28T10:11:12.345+02:00' }],
    [400, 'a date that does not exist', { documentDate: '2026-02-30' }],
    [400, 'a date in words', { documentDate: 'yesterday' }],
    [400, 'a date as a number', { documentDate: 1_767_225_600_000 }],
    [400, 'U+0000 in entityContext', { entityContext: 'a\0b' }],
    [400, 'U+0000 in filepath', { filepath: 'a\0b' }],
    [400, 'U+0000 in a metadata value', { metadata: { a: 'a\0b' } }],
    [400, 'U+0000 in a metadata array', { metadata: { a: ['a\0b'] } }],
    [400, 'U+0000 in a metadata key', { metadata: { 'a\0b': 1 } }],
  ])('gets %i for %s', async (status, _, body) => {
    const answer = await post({ content: text, ...body })
    expect(answer.status).toBe(status)
    if (status === 200) return
    expect(answer.body).toMatchObject({ code: status === 400 ? 'request.invalid' : 'request.too_large' })
    expect(answer.body.details).toMatch(new RegExp(`^${Object.keys(body)[0]}`))
  })

  test('may have U+0000 in content, which is replaced because Postgres cannot store it', async () => {
    const id = await add(server.client, { content: 'before\0after' })
    const document = await untilFinished(server.client, id)
    expect(document).toMatchObject({ status: 'done', content: 'before\ufffdafter' })
  })

  test('is refused with U+0000 in other fields, and so are document names and list filters', async () => {
    const { client } = server
    expect(await client.request('GET', '/v3/documents/%00')).toMatchObject({ status: 400 })
    expect(await client.request('DELETE', '/v3/documents/%00')).toMatchObject({ status: 400 })
    expect(await client.request('POST', '/v3/documents/list', { filepath: '\0' })).toMatchObject({
      status: 400,
    })
    expect(await client.request('GET', '/v3/documents/processing?containerTags=%00')).toMatchObject({
      status: 400,
    })
  })
})

describe('a documentDate', () => {
  const home = process.env.TZ
  afterAll(() => {
    if (home === undefined) delete process.env.TZ
    else process.env.TZ = home
  })

  test.each([
    ['2026-05-01', '2026-05-01T00:00:00.000Z'],
    ['2026-05-01T10:11:12Z', '2026-05-01T10:11:12.000Z'],
    ['2026-05-01T10:11:12.345+02:00', '2026-05-01T08:11:12.345Z'],
    ['2026-05-01T10:11:12', '2026-05-01T10:11:12.000Z'],
  ])('%s means %s in every time zone of the server', (sent, meant) => {
    for (const zone of ['Asia/Tokyo', 'America/New_York', 'UTC']) {
      process.env.TZ = zone
      expect(documentDateSchema.parse(sent).toISOString()).toBe(meant)
    }
  })
})

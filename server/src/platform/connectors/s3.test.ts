import { DeleteObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  refetch,
  run,
  runWithKills,
  Shelf,
  sourceFor,
  sync,
} from '../../../test/connectors/drive-connector.ts'
import { plainHttp } from '../../../test/connectors/plain-http.ts'
import { type S3Server, startS3Server } from '../../../test/s3-server.ts'
import { createS3Client } from '../blobs/s3-client.ts'
import { SourceError, type SourceHttp, type SourceResponse } from './connector.ts'
import { s3 } from './s3.ts'

let server: S3Server
let client: S3Client
let shelf: Shelf
let tests = 0
let prefix: string

beforeAll(async () => {
  server = await startS3Server()
  client = createS3Client({ ...server, forcePathStyle: true })
})
afterAll(async () => {
  client.destroy()
  await server.close()
})
beforeEach(() => {
  shelf = new Shelf()
  prefix = `test-${++tests}/`
})

const put = (key: string, Body: string | Uint8Array) =>
  client.send(new PutObjectCommand({ Bucket: server.bucket, Key: prefix + key, Body }))
const remove = (key: string) =>
  client.send(new DeleteObjectCommand({ Bucket: server.bucket, Key: prefix + key }))

const sourceOf = (settings: object = {}, options: object = {}) =>
  sourceFor(s3, {
    settings: { bucket: server.bucket, endpoint: server.endpoint, prefix, ...settings },
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    ...options,
  })

const withPrefix = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [prefix + key, text]))

/** The network with faults: what it returns instead of an answer, if anything. */
function faulty(fault: (url: string, answer: SourceResponse) => SourceResponse | undefined): SourceHttp {
  const plain = plainHttp(new AbortController().signal)
  return {
    ...plain,
    async request(url, options) {
      const answer = await plain.request(url, options)
      return fault(url, answer) ?? answer
    },
  }
}

const withStatus = (answer: SourceResponse, status: number, xml: string, headers = {}): SourceResponse => ({
  ...answer,
  status,
  headers: new Headers({ 'content-type': 'application/xml', ...headers }),
  bytes: async () => Buffer.from(xml),
})

const error = (code: string, more = '') =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>m</Message>${more}</Error>`

test('the objects under a prefix are stored, with front matter as metadata and odd names', async () => {
  await put('a.md', '---\ntags: x\n---\nA')
  await put("b c/ü+&'(1)!.txt", 'B')
  await put('folder/', '')
  await put('empty.txt', '')
  await client.send(new PutObjectCommand({ Bucket: server.bucket, Key: 'elsewhere.md', Body: 'no' }))
  await sync(s3, sourceOf(), shelf)
  expect(shelf.texts()).toEqual(withPrefix({ 'a.md': 'A', "b c/ü+&'(1)!.txt": 'B' }))
  expect(shelf.items.get(`${prefix}a.md`)?.metadata).toMatchObject({
    path: `${prefix}a.md`,
    bucket: 'blobs',
    tags: ['x'],
  })
})

test('a later run reads changed objects only, removes deleted ones, and a moved one stays one document', async () => {
  for (const key of ['a.md', 'b.md', 'c.md', 'd.md']) await put(key, `Text of ${key}`)
  await sync(s3, sourceOf(), shelf)
  const { document } = shelf.items.get(`${prefix}c.md`)!
  await put('a.md', 'Changed')
  await put('b.md', 'Text of b.md')
  await put('moved/c.md', 'Text of c.md')
  await remove('c.md')
  await remove('d.md')
  await sync(s3, sourceOf(), shelf)
  expect(shelf.texts()).toEqual(
    withPrefix({ 'a.md': 'Changed', 'b.md': 'Text of b.md', 'moved/c.md': 'Text of c.md' }),
  )
  expect(shelf.reads).toBe(5)
  expect(shelf.items.get(`${prefix}moved/c.md`)?.document).toBe(document)
})

test('a run that is killed between batches continues behind the last key, over pages of 1,000', async () => {
  const keys = Array.from({ length: 1_350 }, (_, i) => `${prefix}${i % 10}/${i}.md`).sort()
  const http = listing(keys)
  expect(await runWithKills(s3, sourceOf({}, { http }), shelf)).toBe(10)
  expect(shelf.texts()).toEqual(Object.fromEntries(keys.map(key => [key, `/blobs/${key}`])))
  expect(shelf.documents).toBe(keys.length)
})

/** A bucket in memory that lists as S3 does, for more objects than s3rver stores in a second. Each contains its path. */
function listing(keys: readonly string[]): SourceHttp {
  return {
    resolve: async host => host,
    async request(url) {
      const { searchParams, pathname } = new URL(url)
      if (!searchParams.has('list-type')) return answer({}, pathname)
      const [after, most] = [searchParams.get('start-after') ?? '', Number(searchParams.get('max-keys'))]
      const behind = keys.filter(key => key > after)
      const shown = behind
        .slice(0, most)
        .map(key => `<Contents><Key>${key}</Key><ETag>"${key}"</ETag><Size>9</Size></Contents>`)
      const head = `<IsTruncated>${behind.length > most}</IsTruncated>`
      return answer({}, `<ListBucketResult>${head}${shown.join('')}</ListBucketResult>`)
    },
  }
}

const answer = (headers: Record<string, string>, text = ''): SourceResponse => ({
  ...{ status: 200, url: '', headers: new Headers(headers), bytes: async () => Buffer.from(text) },
  ...{ text: async () => text, json: async () => ({}) },
})

describe('containerTagRegex', () => {
  test('chooses the container by the key, and leaves others to the connection', async () => {
    await put('users/ada/a.md', 'A')
    await put('users/b ob/b.md', 'B')
    await put('shared/c.md', 'C')
    await sync(s3, sourceOf({ containerTagRegex: 'users/(?<userId>[^/]+)/' }), shelf)
    const tags = [...shelf.items.values()].map(({ externalId, containerTag }) => [
      externalId.slice(prefix.length),
      containerTag,
    ])
    expect(Object.fromEntries(tags)).toEqual({ 'users/ada/a.md': 'ada', 'shared/c.md': undefined })
    expect(Object.fromEntries(shelf.failures)).toEqual(withPrefix({ 'users/b ob/b.md': 'item_unsupported' }))
  })

  test('that backtracks for ever is refused, and does not stop the server', async () => {
    const source = sourceOf({ containerTagRegex: '^(?<userId>(a+)+)$' })
    await expect(s3.check(source)).rejects.toMatchObject({ code: 'settings_invalid' })
    await put(`${'a'.repeat(60)}!`, 'A')
    await expect(
      run(s3, sourceOf({ containerTagRegex: '(?<userId>(a+)+)$', prefix }), shelf),
    ).rejects.toMatchObject({ code: 'settings_invalid' })
  })

  test.each(['(', '(?<user>x)', `(?<userId>${'x'.repeat(200)})`])('%s is refused', containerTagRegex => {
    expect(s3.describe.settings.safeParse({ bucket: 'blobs', containerTagRegex }).success).toBe(false)
  })
})

describe('a failing server', () => {
  const isList = (url: string) => url.includes('list-type=2')

  test('with a list that breaks off ends the run, and deletes nothing', async () => {
    for (const key of ['a.md', 'b.md', 'c.md']) await put(key, key)
    await sync(s3, sourceOf(), shelf)
    const http = faulty((url, answer) =>
      isList(url) && !url.includes('max-keys=1&')
        ? { ...answer, bytes: async () => (await answer.bytes()).subarray(0, 400) }
        : undefined,
    )
    await expect(sync(s3, sourceOf({}, { http }), shelf)).rejects.toMatchObject({
      code: 'provider_unavailable',
    })
    expect(shelf.ids()).toEqual(['a.md', 'b.md', 'c.md'].map(key => prefix + key))
  })

  test.each([
    ['InvalidAccessKeyId', 403, 'auth_expired'],
    ['AccessDenied', 403, 'auth_expired'],
    ['NoSuchBucket', 404, 'source_gone'],
    ['PermanentRedirect', 301, 'settings_invalid'],
  ])('that answers %s ends the run as %s %s', async (code, status, expected) => {
    const http = faulty((_, answer) => withStatus(answer, status, error(code)))
    await expect(s3.check(sourceOf({}, { http }))).rejects.toMatchObject({ code: expected })
  })

  test('that refuses the key in the middle keeps what is stored, and the next run continues', async () => {
    await Promise.all(Array.from({ length: 104 }, (_, i) => put(`${i}.md`, `Text ${i}`)))
    let reads = 0
    const http = faulty((url, answer) =>
      !isList(url) && ++reads > 102 ? withStatus(answer, 403, error('ExpiredToken')) : undefined,
    )
    await expect(run(s3, sourceOf({}, { http }), shelf)).rejects.toMatchObject({ code: 'auth_expired' })
    expect(shelf.items.size).toBe(100)
    await run(s3, sourceOf(), shelf)
    expect(shelf.items.size).toBe(104)
    expect(shelf.documents).toBe(104)
  })

  test('that asks to slow down passes the wait on', async () => {
    await put('a.md', 'A')
    const http: SourceHttp = {
      ...plainHttp(new AbortController().signal),
      request: async () => {
        throw new SourceError('rate_limited', 'SlowDown', { retryAfterMs: 3_000 })
      },
    }
    await expect(run(s3, sourceOf({}, { http }), shelf)).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterMs: 3_000,
    })
  })

  test('whose clock is an hour behind ours is asked again by its clock', async () => {
    await put('a.md', 'A')
    await run(s3, sourceOf({}, { now: () => new Date(Date.now() + 3_600_000) }), shelf)
    expect(shelf.texts()).toEqual(withPrefix({ 'a.md': 'A' }))
  })

  test('that names another region is asked with it', async () => {
    await put('a.md', 'A')
    const http = plainHttp(new AbortController().signal)
    let isFirst = true
    const naming: SourceHttp = {
      ...http,
      async request(url, options) {
        const answer = await http.request(url, options)
        if (!isFirst) return answer
        isFirst = false
        return withStatus(answer, 400, error('AuthorizationHeaderMalformed', '<Region>eu-west-9</Region>'))
      },
    }
    const scopes: string[] = []
    const watched: SourceHttp = {
      ...naming,
      request(url, options) {
        scopes.push(options!.headers!.authorization!)
        return naming.request(url, options)
      },
    }
    await s3.check(sourceOf({}, { http: watched }))
    expect(scopes.map(scope => scope.split('/')[2])).toEqual(['us-east-1', 'eu-west-9', 'eu-west-9'])
  })
})

test('a prefix that no key has is refused with a key that is there, and an empty bucket is not', async () => {
  await put('a.md', 'A')
  const wrong = s3.check(sourceOf({ prefix: `/${prefix}` }))
  await expect(wrong).rejects.toMatchObject({
    code: 'settings_invalid',
    message: expect.stringMatching(/begins with "\/test-\d+\/"\. The first one is ".+"/),
  })
  expect(await s3.check(sourceOf())).toEqual({ account: 'blobs' })
  expect(await s3.check(sourceOf({ prefix: 'x/' }, { http: listing([]) }))).toEqual({ account: 'blobs' })
})

test.each([
  ['in the answer', 400, 'AuthorizationHeaderMalformed', '<Region>eu-west-9</Region>', {}],
  ['in a header', 301, 'PermanentRedirect', '', { 'x-amz-bucket-region': 'eu-west-9' }],
] as const)(
  'a wrong region is refused with the right one, which the server names %s',
  async (_, status, code, more, headers) => {
    const http = faulty((_, answer) => withStatus(answer, status, error(code, more), headers))
    await expect(s3.check(sourceOf({ region: 'eu-central-1' }, { http }))).rejects.toMatchObject({
      code: 'settings_invalid',
      message: 'The bucket is in the region eu-west-9. Enter it, or auto.',
    })
  },
)

test('the region of a bucket at AWS is found out, and every request goes through the guarded network', async () => {
  const asked: string[] = []
  const http: SourceHttp = {
    resolve: async host => host,
    async request(url) {
      asked.push(url)
      if (asked.length === 1) return answer({ 'x-amz-bucket-region': 'eu-central-1' })
      return answer({}, '<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>')
    },
  }
  await s3.check(sourceOf({ endpoint: undefined, bucket: 'team-documents' }, { http }))
  expect(asked[0]).toBe('https://s3.us-east-1.amazonaws.com/team-documents')
  expect(asked[1]).toMatch(/^https:\/\/team-documents\.s3\.eu-central-1\.amazonaws\.com\/\?list-type=2/)
})

test('single objects are read again by their key', async () => {
  await put('a.md', 'A')
  await put('a.md.bak', 'B')
  await run(s3, sourceOf(), shelf)
  await put('a.md', 'Changed')
  await remove('a.md.bak')
  await refetch(s3, sourceOf(), shelf, [`${prefix}a.md`, `${prefix}a.md.bak`, 'elsewhere.md'])
  expect(shelf.texts()).toEqual(withPrefix({ 'a.md': 'Changed' }))
})

test.each(['http://user:pass@example.org', 'ftp://example.org', 'https://example.org/path'])(
  'the endpoint %s is refused',
  endpoint => {
    expect(s3.describe.settings.safeParse({ bucket: 'blobs', endpoint }).success).toBe(false)
  },
)

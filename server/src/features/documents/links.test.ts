import { readdir } from 'node:fs/promises'
import { crc32, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  add,
  layouts,
  startTestServer,
  type TestServer,
  until,
  untilFinished,
} from '../../../test/harness.ts'
import { outOfOrder, type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'
import { type Page, startWebServer, type WebServer } from '../../../test/web-server.ts'
import { decodeId } from '../../platform/lib/ids.ts'

let embedder: ScriptedEmbedder
let web: WebServer
beforeAll(async () => {
  embedder = await startScriptedEmbedder()
  web = await startWebServer()
})
afterAll(async () => {
  await embedder.close()
  await web.close()
})
beforeEach(() => {
  embedder.behave = undefined
  embedder.calls.length = 0
  web.visits.length = 0
})

const plain = (body: string | Uint8Array, headers: Record<string, string> = {}): Page => ({
  body,
  headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
})

const article = (body: string) => `<!doctype html><html lang="en"><head><title>The garden</title>
<meta property="og:image" content="/hedgehog.png"></head><body><article><h1>The garden</h1>
<p>${body}</p><p>${'In the evening it wakes and looks for beetles. '.repeat(20)}</p></article></body></html>`

/** The smallest PDF with a line of text. */
function pdfOf(text: string): Buffer {
  const stream = `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let pdf = '%PDF-1.4\n'
  const offsets = objects.map((object, i) => {
    const at = pdf.length
    pdf += `${i + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  return Buffer.from(
    `${pdf}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF`,
  )
}

/** An image without text. */
function whitePng(size = 64): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, check])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(size, 0)
  head.writeUInt32BE(size, 4)
  head[8] = 8
  const row = Buffer.concat([Buffer.of(0), Buffer.alloc(size, 255)])
  const rows = deflateSync(Buffer.concat(Array(size).fill(row)))
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    ...[chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))],
  ])
}

describe.each(layouts)('a link on $layout', ({ cellCount }) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({
      cellCount,
      config: {
        ...embedder.config,
        ...{ FETCH_ALLOW: '127.0.0.1', FETCH_MAX_BYTES: 50_000, FETCH_TIMEOUT_MS: 60_000, MAX_ATTEMPTS: 2 },
      },
    })
  })
  afterAll(() => server.close())

  const request = (method: string, path: string, body?: unknown) => server.client.request(method, path, body)
  let places = 0
  /** A path that no other test uses. */
  const newPath = () => `/${cellCount}/page-${++places}`
  const visitsOf = (path: string) => web.visits.filter(visit => visit.path === path)
  const attemptsOf = async (id: string) =>
    (await request('GET', `/v3/documents/${id}/attempts`)).body.attempts

  async function addLink(page: Page | Page[], fields: Record<string, unknown> = {}) {
    const path = newPath()
    show(path, page)
    const id = await add(server.client, { content: `${web.url}${path}`, containerTag: 'links', ...fields })
    return { id, path, document: await untilFinished(server.client, id) }
  }

  /** Serves one page after the other, and the last one from then on. */
  function show(path: string, page: Page | Page[]) {
    const pages = [page].flat()
    web.site[path] = () => (pages.length > 1 ? pages.shift() : pages[0])
  }

  async function again(path: string, fields: Record<string, unknown>) {
    const id = await add(server.client, { content: `${web.url}${path}`, containerTag: 'links', ...fields })
    return untilFinished(server.client, id)
  }

  const failure = async (id: string) => {
    const { body } = await request('GET', '/v3/documents/processing?view=all&containerTag=links&limit=100')
    return body.documents.find((document: { id: string }) => document.id === id)
  }

  const blobsOf = async (id: string) =>
    (await readdir(server.config.BLOB_DIR, { recursive: true, withFileTypes: true })).filter(
      each => each.isFile() && each.parentPath.includes(decodeId(id)!),
    ).length

  test('is fetched, extracted and found by the text of its page', async () => {
    const { id, path, document } = await addLink({ body: article('The hedgehog sleeps under the oak.') })
    expect(document).toMatchObject({
      status: 'done',
      type: 'webpage',
      content: `${web.url}${path}`,
      url: `${web.url}${path}`,
      title: 'The garden',
      ogImage: `${web.url}/hedgehog.png`,
      source: 'api',
      latestRevision: 1,
    })
    expect(document.raw).toContain('The hedgehog sleeps under the oak.')
    expect(document.raw).not.toContain('<p>')
    const { body } = await request('GET', `/v3/documents/${id}/chunks`)
    expect(body.chunks[0].content).toContain('hedgehog')
    const list = await request('POST', '/v3/documents/list', { containerTag: 'links', includeContent: true })
    expect(list.body.memories.find((each: { id: string }) => each.id === id)).toMatchObject({
      content: `${web.url}${path}`,
      url: `${web.url}${path}`,
    })
  })

  test('is a document of type webpage with a url until it is fetched', async () => {
    const path = newPath()
    const asked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    web.site[path] = (_, response) => {
      asked.resolve()
      answer.promise.then(() => response.end('At last.'))
      return undefined
    }
    const id = await add(server.client, { content: `  ${web.url}${path}\n` })
    await asked.promise
    const { body } = await request('GET', `/v3/documents/${id}`)
    expect(body).toMatchObject({
      status: 'extracting',
      type: 'webpage',
      url: `${web.url}${path}`,
      raw: null,
    })
    answer.resolve()
    await untilFinished(server.client, id)
  })

  test.each([
    ['See http://127.0.0.1/ for more'],
    ['http://127.0.0.1/ http://127.0.0.1/'],
    ['ftp://127.0.0.1/'],
    ['http://'],
  ])('must be a whole http address: %j is stored as text', async content => {
    const id = await add(server.client, { content })
    expect(await untilFinished(server.client, id)).toMatchObject({ status: 'done', type: 'text', url: null })
  })

  test('gets the document type of its target', async () => {
    expect((await addLink(plain('Just words.'))).document).toMatchObject({ type: 'text', raw: 'Just words.' })
    const pdf = { body: pdfOf('The hedgehog reads'), headers: { 'content-type': 'application/pdf' } }
    const { document } = await addLink(pdf)
    expect(document).toMatchObject({ type: 'pdf', status: 'done' })
    expect(document.raw).toContain('hedgehog')
    // The content decides, not the type that the server declares.
    const disguised = { ...pdf, headers: { 'content-type': 'text/html' } }
    expect((await addLink(disguised)).document).toMatchObject({ type: 'pdf' })
    const image = { body: whitePng(), headers: { 'content-type': 'image/png' } }
    expect((await addLink(image)).document).toMatchObject({ type: 'image', status: 'failed' })
  })

  test('is decoded with the charset that the server declares', async () => {
    const latin = plain(Buffer.from('Das Café schließt früh.', 'latin1'), {
      'content-type': 'text/plain; charset=iso-8859-1',
    })
    expect((await addLink(latin)).document.raw).toBe('Das Café schließt früh.')
  })

  test('follows redirects, and its document keeps the given address', async () => {
    const target = newPath()
    show(target, plain('Moved here.'))
    const { document, path } = await addLink({ status: 301, headers: { location: target } })
    expect(document).toMatchObject({ status: 'done', raw: 'Moved here.', url: `${web.url}${path}` })
  })

  test.each<[string, Page, string]>([
    ['that does not exist', { status: 404 }, 'fetch.not_found'],
    ['that is forbidden', { status: 403 }, 'fetch.http_error'],
    ['that is too large', plain('x'.repeat(50_001)), 'fetch.too_large'],
    [
      'that is a decompression bomb',
      plain(gzipSync('x'.repeat(10_000_000)), { 'content-encoding': 'gzip' }),
      'fetch.too_large',
    ],
    [
      'that redirects to a private address',
      { status: 302, headers: { location: 'http://10.0.0.1/' } },
      'fetch.blocked_address',
    ],
    ['that is empty', plain(' '), 'extract.empty'],
  ])('to a page %s fails at the first attempt with a stable error code', async (_, page, errorCode) => {
    const { id, document } = await addLink(page)
    expect(document).toMatchObject({ status: 'failed', raw: null })
    expect(await failure(id)).toMatchObject({ errorCode, errorMessage: expect.any(String) })
    expect(await attemptsOf(id)).toHaveLength(1)
  })

  test.each(['http://127.0.0.3/', 'http://[::1]/', 'http://169.254.169.254/latest/', 'http://2130706434/'])(
    'to %s is blocked',
    async content => {
      const id = await add(server.client, { content, containerTag: 'links' })
      await untilFinished(server.client, id)
      expect(await failure(id)).toMatchObject({ status: 'failed', errorCode: 'fetch.blocked_address' })
    },
  )

  test('is retried when its server fails, which costs an attempt', async () => {
    const { id, document } = await addLink([{ status: 500 }, plain('Better now.')])
    expect(document).toMatchObject({ status: 'done', raw: 'Better now.' })
    expect(await attemptsOf(id)).toMatchObject([
      { outcome: 'done' },
      { outcome: 'retry', errorCode: 'fetch.http_error', stage: 'extracting' },
    ])
    const { id: other } = await addLink({ status: 502 })
    expect(await failure(other)).toMatchObject({ errorCode: 'fetch.http_error', errorMessage: /502/ })
    expect(await attemptsOf(other)).toHaveLength(2)
  })

  test('waits for Retry-After, up to the number of attempts', async () => {
    const busy = { status: 429, headers: { 'retry-after': '2' } }
    const { id, document } = await addLink([busy, plain('After a while.')])
    expect(document.status).toBe('done')
    const [last, first] = await attemptsOf(id)
    expect(Date.parse(last.startedAt) - Date.parse(first.endedAt)).toBeGreaterThanOrEqual(1_990)
  })

  test('is not fetched again when a later stage fails', async () => {
    let calls = 0
    embedder.behave = () => (++calls === 1 ? outOfOrder : undefined)
    const { id, path, document } = await addLink(plain('Fetched once.'))
    expect(document.status).toBe('done')
    expect(await attemptsOf(id)).toHaveLength(2)
    expect(visitsOf(path)).toHaveLength(1)
  })

  test('has its bytes stored, with a download link until the document is deleted', async () => {
    const { id } = await addLink(plain('Kept.'))
    const { url } = (await request('GET', `/v3/documents/${id}/file-url`)).body
    const file = await fetch(url)
    expect(await file.text()).toBe('Kept.')
    expect(await blobsOf(id)).toBe(1)
    expect(file.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    await request('DELETE', `/v3/documents/${id}`)
    await until(
      () => fetch(url),
      ({ status }) => status === 404,
    )
  })

  test('stores nothing when its document is deleted during the fetch', async () => {
    const path = newPath()
    const asked = Promise.withResolvers<() => void>()
    web.site[path] = (_, response) => {
      asked.resolve(() => response.end('Too late.'))
      return undefined
    }
    const deleting = vi.spyOn(server.app.blobs, 'delete')
    const id = await add(server.client, { content: `${web.url}${path}`, containerTag: 'late' })
    const answer = await asked.promise
    await request('DELETE', `/v3/documents/${id}`)
    answer()
    const ofDocument = ([key]: string[]) => key!.includes(decodeId(id)!)
    await until(
      async () => deleting.mock.calls,
      calls => calls.some(ofDocument),
    )
    await deleting.mock.results[deleting.mock.calls.findIndex(ofDocument)]!.value
    expect(await blobsOf(id)).toBe(0)
  })

  describe('that is added again', () => {
    test('is not processed when its server answers 304', async () => {
      const path = newPath()
      web.site[path] = ({ headers }) =>
        headers['if-none-match'] === '"1"' ? { status: 304 } : plain('As ever.', { etag: '"1"' })
      const first = await again(path, { customId: `etag-${cellCount}` })
      const calls = embedder.calls.length
      const second = await again(path, { customId: `etag-${cellCount}` })
      expect(second).toMatchObject({ id: first.id, status: 'done', latestRevision: 1, raw: 'As ever.' })
      expect(second.activeContentUpdateId).toBeNull()
      expect(visitsOf(path)).toHaveLength(2)
      expect(embedder.calls).toHaveLength(calls)
      expect(await blobsOf(first.id)).toBe(1)
      expect((await attemptsOf(first.id)).map(({ stage }: { stage: string }) => stage)).toEqual([
        'extracting',
        'indexing',
      ])
    })

    test('is not processed when the bytes are the same', async () => {
      const customId = `bytes-${cellCount}`
      const { path, document } = await addLink(plain('The very same.'), { customId })
      const calls = embedder.calls.length
      expect(await again(path, { customId })).toMatchObject({ id: document.id, latestRevision: 1 })
      expect(embedder.calls).toHaveLength(calls)
      expect(await blobsOf(document.id)).toBe(1)
    })

    test('becomes a new revision when the page has changed', async () => {
      const customId = `changed-${cellCount}`
      const { path, document } = await addLink([plain('Old tidings.'), plain('New tidings.')], { customId })
      expect(document.raw).toBe('Old tidings.')
      const changed = await again(path, { customId })
      expect(changed).toMatchObject({
        id: document.id,
        status: 'done',
        latestRevision: 2,
        raw: 'New tidings.',
      })
      expect(changed.activeContentUpdateId).toBeNull()
      const { body } = await request('GET', `/v3/documents/${document.id}/chunks`)
      expect(body.chunks.map(({ content }: { content: string }) => content)).toEqual(['New tidings.'])
    })

    test('leaves the old content when the fetch fails, and is fetched by the next add', async () => {
      const customId = `fails-${cellCount}`
      const pages = [
        plain('Still true.'),
        { status: 404 },
        plain(''),
        plain('Still true.'),
        plain('Now this.'),
      ]
      const { path, document } = await addLink(pages, { customId })
      const chunks = async () =>
        (await request('GET', `/v3/documents/${document.id}/chunks`)).body.chunks.map(
          ({ content }: { content: string }) => content,
        )
      expect((await again(path, { customId })).status).toBe('failed')
      expect(await failure(document.id)).toMatchObject({ errorCode: 'fetch.not_found' })
      expect(await chunks()).toEqual(['Still true.'])
      expect((await again(path, { customId })).status).toBe('failed')
      expect(await failure(document.id)).toMatchObject({ errorCode: 'extract.empty' })
      expect(await chunks()).toEqual(['Still true.'])
      expect(await again(path, { customId })).toMatchObject({ status: 'done', raw: 'Still true.' })
      expect(await again(path, { customId })).toMatchObject({ status: 'done', raw: 'Now this.' })
      expect(await chunks()).toEqual(['Now this.'])
    })

    test('without a customId is a new document', async () => {
      const { path, document } = await addLink(plain('Twice.'))
      expect((await again(path, {})).id).not.toBe(document.id)
    })
  })

  test('may replace the text of a document, and be replaced by a text', async () => {
    const id = await add(server.client, { content: 'A text at first.' })
    await untilFinished(server.client, id)
    const path = newPath()
    show(path, [plain('A page now.'), plain('A page still.')])
    const patch = (content: string) => request('PATCH', `/v3/documents/${id}`, { content })
    expect((await patch(`${web.url}${path}`)).body).toEqual({ id, status: 'queued' })
    expect(await untilFinished(server.client, id)).toMatchObject({
      raw: 'A page now.',
      url: `${web.url}${path}`,
    })
    expect((await patch(`${web.url}${path}`)).body).toEqual({ id, status: 'queued' })
    expect(await untilFinished(server.client, id)).toMatchObject({ raw: 'A page still.' })
    await patch('A text again.')
    expect(await untilFinished(server.client, id)).toMatchObject({
      ...{ content: 'A text again.', raw: null, url: null, type: 'text', ogImage: null },
    })
  })

  test('does not delay texts that are added after it', async () => {
    const path = newPath()
    const asked = Promise.withResolvers<() => void>()
    web.site[path] = (_, response) => {
      asked.resolve(() => response.end('Here at last.'))
      return undefined
    }
    const { body } = await request('POST', '/v3/documents/batch', {
      containerTag: 'beside',
      documents: [`${web.url}${path}`, 'A text next to it.'],
    })
    const [link, text] = body.results
    const answer = await asked.promise
    expect(await untilFinished(server.client, text.id)).toMatchObject({ status: 'done' })
    expect((await request('GET', `/v3/documents/${link.id}`)).body.status).toBe('extracting')
    answer()
    expect(await untilFinished(server.client, link.id)).toMatchObject({ status: 'done' })
  })

  test('is fetched at the same time as other links of its batch', async () => {
    const paths = Array.from({ length: 6 }, newPath)
    const waiting: (() => void)[] = []
    for (const path of paths)
      web.site[path] = (_, response) => {
        // No request is answered before all have arrived.
        waiting.push(() => response.end(`Page ${path}`))
        if (waiting.length === paths.length) for (const answer of waiting) answer()
        return undefined
      }
    const { body } = await request('POST', '/v3/documents/batch', {
      containerTag: 'together',
      documents: paths.map(path => `${web.url}${path}`),
    })
    for (const { id } of body.results)
      expect(await untilFinished(server.client, id)).toMatchObject({ status: 'done' })
  })
})

test('a link to a page that never ends fails', async () => {
  // Separate because of its short timeout, which could fail other tests on a busy machine.
  const config = { ...embedder.config, FETCH_ALLOW: '127.0.0.1', FETCH_TIMEOUT_MS: 1_000, MAX_ATTEMPTS: 2 }
  const server = await startTestServer({ config })
  try {
    web.site['/endless'] = (_, response) => {
      response.write('Once upon a time')
      return undefined
    }
    const id = await add(server.client, { content: `${web.url}/endless` })
    expect(await untilFinished(server.client, id)).toMatchObject({ status: 'failed' })
    const { attempts } = (await server.client.request('GET', `/v3/documents/${id}/attempts`)).body
    expect(attempts).toMatchObject([
      { outcome: 'failed', errorCode: 'fetch.timeout' },
      { outcome: 'retry', errorCode: 'fetch.timeout' },
    ])
  } finally {
    await server.close()
  }
})

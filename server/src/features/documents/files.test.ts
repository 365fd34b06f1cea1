import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { layouts, startTestServer, type TestServer, untilFinished } from '../../../test/harness.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'

let embedder: ScriptedEmbedder
beforeAll(async () => {
  embedder = await startScriptedEmbedder()
})
afterAll(() => embedder.close())

type Fields = Record<string, string>

const toPath = ({ parentPath, name }: { parentPath: string; name: string }) => join(parentPath, name)

describe.each(layouts)('an uploaded file on $layout', ({ cellCount }) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ cellCount, config: { ...embedder.config, MAX_FILE_BYTES: 100_000 } })
  })
  afterAll(() => server.close())

  async function send(path: string, form: FormData, headers: Fields = {}) {
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.client.key}`, ...headers },
      body: form,
    })
    // biome-ignore lint/suspicious/noExplicitAny: an answer of any shape
    return { status: response.status, body: (await response.json()) as any }
  }

  /** Puts the fields after the file, as many clients do. */
  function upload(
    text: string | Uint8Array<ArrayBuffer>,
    name: string,
    type: string,
    fields: Fields = {},
    headers: Fields = {},
  ) {
    const form = new FormData()
    form.set('file', new Blob([text], { type }), name)
    for (const [field, value] of Object.entries(fields)) form.set(field, value)
    return send('/v3/documents/file', form, headers)
  }

  const request = (method: string, path: string, body?: unknown) => server.client.request(method, path, body)
  /** Folders of purged files may disappear while they are read. Then everything is read again. */
  const blobs = async () => {
    for (;;) {
      const found = readdir(server.config.BLOB_DIR, { recursive: true, withFileTypes: true })
      const files = await found.catch(error => (error.code === 'ENOENT' ? undefined : Promise.reject(error)))
      if (files) return files.filter(each => each.isFile())
    }
  }

  test('becomes a document that is found by its text', async () => {
    const text = '# The garden\n\nThe hedgehog sleeps under the oak.'
    const { status, body } = await upload(text, 'garden.md', 'text/markdown', {
      containerTag: 'files',
      metadata: '{"kind":"note","pages":2}',
      customId: 'garden',
      filepath: '/garden.md',
      taskType: 'superrag',
      useAdvancedProcessing: 'true',
      entityContext: '',
    })
    expect(status).toBe(200)
    expect(body).toEqual({ id: expect.stringMatching(/^\w{22}$/), status: 'queued' })
    expect(await untilFinished(server.client, body.id)).toMatchObject({
      status: 'done',
      content: null,
      raw: text,
      title: 'The garden',
      source: 'upload',
      type: 'text',
      customId: 'garden',
      filepath: '/garden.md',
      taskType: 'rag',
      metadata: { kind: 'note', pages: 2 },
      containerTags: ['files'],
    })
    const chunks = await request('GET', `/v3/documents/${body.id}/chunks`)
    expect(chunks.body.chunks[0].content).toContain('hedgehog')
    const list = await request('POST', '/v3/documents/list', { containerTag: 'files', includeContent: true })
    expect(list.body.memories[0].content).toBe(text)
  })

  test('that is uploaded again is the same document, and is stored once', async () => {
    const before = (await blobs()).length
    const again = () =>
      upload('Once only.', 'a.txt', 'text/plain', { containerTags: '["same"]', customId: 'a' })
    const first = (await again()).body
    await untilFinished(server.client, first.id)
    expect((await again()).body).toEqual({ id: first.id, status: 'done' })
    expect(await blobs()).toHaveLength(before + 1)
    const { body } = await upload('Another now.', 'a.txt', 'text/plain', {
      containerTags: 'same',
      customId: 'a',
    })
    expect(body.id).toBe(first.id)
    expect(await untilFinished(server.client, body.id)).toMatchObject({
      raw: 'Another now.',
      latestRevision: 2,
    })
  })

  test('that is lost, or whose document failed, is restored by another upload', async () => {
    const again = () => upload('Precious.', 'p.txt', 'text/plain', { containerTag: 'lost', customId: 'p' })
    const first = (await again()).body
    await untilFinished(server.client, first.id)
    for (const { admin } of server.databases) {
      const { rows } = await admin.query(
        `select blob_key as key from cell.revisions r join cell.documents d on d.id = r.document where custom_id = 'p'`,
      )
      for (const { key } of rows) await server.app.blobs.delete(key)
    }
    expect((await again()).body).toEqual({ id: first.id, status: 'queued' })
    expect(await untilFinished(server.client, first.id)).toMatchObject({ status: 'done', raw: 'Precious.' })
    expect((await again()).body).toEqual({ id: first.id, status: 'done' })
    for (const { admin } of server.databases)
      await admin.query(
        `update cell.documents set status = 'failed', error_code = 'internal' where custom_id = 'p'`,
      )
    expect((await again()).body).toEqual({ id: first.id, status: 'queued' })
    expect(await untilFinished(server.client, first.id)).toMatchObject({ status: 'done', latestRevision: 3 })
  })

  test.each([
    ['data.csv', 'application/octet-stream', 'done', null],
    ['data.json', 'application/json', 'done', null],
    // The content counts more than the name and the declared type.
    ['scan.pdf', 'application/pdf', 'failed', 'extract.malformed'],
    ['photo.png', 'image/png', 'failed', 'extract.malformed'],
  ])('%s, declared as %s, ends with status %s', async (name, type, status, errorCode) => {
    const { body } = await upload('a,b\n1,2\n', name, type, { containerTag: 'types' })
    expect((await untilFinished(server.client, body.id)).status).toBe(status)
    if (errorCode === null) return
    const { documents } = (await request('GET', '/v3/documents/processing?view=all&containerTag=types')).body
    expect(documents.find(({ id }: { id: string }) => id === body.id).errorCode).toBe(errorCode)
  })

  test('that is not valid UTF-8 ends with status failed', async () => {
    const { body } = await upload(new Uint8Array([0xff, 0xfe, 0x00, 0xd8]), 'x.txt', 'text/plain')
    expect((await untilFinished(server.client, body.id)).status).toBe('failed')
  })

  test('may have 100,000 bytes and no more, and nothing of a refused file is stored', async () => {
    const before = (await blobs()).length
    const large = await upload('x'.repeat(100_001), 'l.txt', 'text/plain')
    expect(large.status).toBe(413)
    expect(large.body.code).toBe('request.too_large')
    expect((await upload('x'.repeat(1_000_000), 'l.txt', 'text/plain')).status).toBe(413)
    const bad = await upload('Good text.', 'g.txt', 'text/plain', { metadata: '{"a":{}}' })
    expect(bad.status).toBe(400)
    expect(bad.body.error).toContain('metadata')
    expect((await upload('x', 'i', 'image/png', { fileType: 'image' })).body.error).toContain('mimeType')
    const missing = new FormData()
    missing.set('containerTag', 'a')
    expect((await send('/v3/documents/file', missing)).body.error).toBe('file: is required')
    expect(await blobs()).toHaveLength(before)
    expect((await request('POST', '/v3/documents/file', {})).status).toBe(415)
    expect((await upload('x '.repeat(50_000), 'l.txt', 'text/plain')).status).toBe(200)
  })

  test('is refused with 415 on routes that take no form', async () => {
    const form = new FormData()
    form.set('content', 'A text.')
    expect((await send('/v3/documents', form)).status).toBe(415)
  })

  test('can be downloaded by anybody who has its link, until the document is deleted', async () => {
    const { body } = await upload('Bring milk.', 'ein käufer’s list.txt', 'text/plain', {
      containerTag: 'links',
    })
    const { url } = (await request('GET', `/v3/documents/${body.id}/file-url`)).body
    const file = await fetch(url)
    expect(file.status).toBe(200)
    expect(await file.text()).toBe('Bring milk.')
    expect(file.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(file.headers.get('content-disposition')).toMatch(
      /^attachment; filename\*=UTF-8''ein%20k%C3%A4ufer/,
    )
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
    const altered = url.replace(/.$/, (last: string) => (last === 'A' ? 'B' : 'A'))
    expect((await fetch(altered)).status).toBe(404)
    await request('DELETE', `/v3/documents/${body.id}`)
    // The link ends at once; the file itself is removed when the document is purged.
    expect((await fetch(url)).status).toBe(404)
    expect((await request('GET', `/v3/documents/${body.id}/file-url`)).status).toBe(404)
  })

  test('can no longer be downloaded once its container is deleted', async () => {
    const { body } = await upload('Bring eggs.', 'list.txt', 'text/plain', { containerTag: 'links_gone' })
    const { url } = (await request('GET', `/v3/documents/${body.id}/file-url`)).body
    expect((await fetch(url)).status).toBe(200)
    await request('DELETE', '/v3/container-tags/links_gone')
    expect((await fetch(url)).status).toBe(404)
  })

  test('is the only kind of document with a file link', async () => {
    const { body } = await request('POST', '/v3/documents', { content: 'No file.' })
    expect((await request('GET', `/v3/documents/${body.id}/file-url`)).status).toBe(404)
  })

  test('is added once with one Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'upload-1' }
    const before = new Set((await blobs()).map(toPath))
    const first = await upload('Keyed.', 'k.txt', 'text/plain', { containerTag: 'keyed' }, key)
    const second = await upload('Keyed.', 'k.txt', 'text/plain', { containerTag: 'keyed' }, key)
    expect(second.body).toEqual(first.body)
    expect((await upload('Other.', 'k.txt', 'text/plain', { containerTag: 'keyed' }, key)).status).toBe(409)
    expect((await blobs()).filter(file => !before.has(toPath(file)))).toHaveLength(1)
  })

  test('can also be added through the /v3/memories alias', async () => {
    const form = new FormData()
    form.set('file', new Blob(['By another name.'], { type: 'text/plain' }), 'n.txt')
    form.set('containerTag', 'alias')
    const file = (await send('/v3/memories/file', form)).body
    const { body } = await request('POST', '/v3/memories', { content: 'A rose.', containerTag: 'alias' })
    const list = await request('POST', '/v3/memories/list', { containerTag: 'alias' })
    expect(list.body.memories.map(({ id }: { id: string }) => id)).toEqual([body.id, file.id])
    expect((await request('PATCH', `/v3/memories/${body.id}`, { metadata: { a: 1 } })).status).toBe(200)
    expect((await request('GET', `/v3/memories/${body.id}`)).body.metadata).toEqual({ a: 1 })
    expect((await request('DELETE', `/v3/memories/${body.id}`)).status).toBe(204)
    expect((await request('GET', `/v3/documents/${body.id}`)).status).toBe(404)
  })
})

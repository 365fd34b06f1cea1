import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import {
  addDone,
  baseUrl,
  get,
  key as mainKey,
  newTag,
  otherKey,
  post,
  remove,
  request,
  until,
} from './client.ts'

type Options = { key?: string }

const ended = async (path: string, options?: Options) =>
  (
    await until(
      () => get(path, options),
      ({ body }) => ['done', 'failed'].includes(body.status),
    )
  ).body

async function exported(body: Record<string, unknown>, options: Options = {}): Promise<Uint8Array> {
  const { body: job } = await post('/v3/exports', body, options)
  expect(await ended(`/v3/exports/${job.id}`, options)).toMatchObject({ status: 'done' })
  const response = await fetch(`${baseUrl}/v3/exports/${job.id}/file`, {
    headers: { authorization: `Bearer ${options.key ?? mainKey}` },
  })
  return new Uint8Array(await response.arrayBuffer())
}

async function sendPart(id: string, part: number, piece: Uint8Array, options: Options = {}) {
  const form = new FormData()
  form.set('part', String(part))
  form.set('file', new Blob([Uint8Array.from(piece)]), 'piece')
  const encoded = new Response(form)
  const raw = new Uint8Array(await encoded.arrayBuffer())
  const headers = { 'content-type': encoded.headers.get('content-type')! }
  return request('POST', `/v3/imports/${id}/parts`, undefined, { raw, headers, ...options })
}

async function imported(file: Uint8Array, body: Record<string, unknown>, options: Options = {}) {
  const { body: job } = await post('/v3/imports', body, options)
  await sendPart(job.id, 0, file, options)
  await post(`/v3/imports/${job.id}/start`, undefined, options)
  return ended(`/v3/imports/${job.id}`, options)
}

describe('exports and imports', () => {
  test('ARC-1: an export reports its progress, is listed, and has a file when it is done', async () => {
    const containerTag = newTag()
    await addDone({ containerTag, content: 'The heron stands in the reeds.' })
    const { status, body } = await post('/v3/exports', { containerTag })
    expect([status, body.status, body.containerTag, body.format]).toEqual([
      202,
      'queued',
      containerTag,
      'archive',
    ])
    const job = await ended(`/v3/exports/${body.id}`)
    expect(job).toMatchObject({ status: 'done', counts: { containers: 1, documents: 1 }, errorCode: null })
    const file = await fetch(`${baseUrl}/v3/exports/${body.id}/file`, {
      headers: { authorization: `Bearer ${mainKey}` },
    })
    const bytes = new Uint8Array(await file.arrayBuffer())
    expect(bytes.length).toBe(job.bytes)
    expect(gunzipSync(bytes).toString('latin1')).toContain('The heron stands in the reeds.')
    expect((await get('/v3/exports')).body.exports.map(({ id }: { id: string }) => id)).toContain(body.id)
    expect((await post('/v3/exports', { containerTag: newTag() })).body.code).toBe('container.not_found')
  })

  test.skipIf(!otherKey)(
    'ARC-2, ARC-3: an import into another organization answers the same, and twice changes nothing',
    async () => {
      const containerTag = newTag()
      await addDone({
        containerTag,
        content: 'Ada keeps bees.',
        customId: 'bees',
        metadata: { n: 1 },
        documentDate: '2024-05-01',
      })
      await post('/v4/memories', {
        containerTag,
        memories: [{ content: 'Ada lives in Rome', isStatic: true }],
      })
      const file = await exported({ containerTag })
      const other = { key: otherKey! }
      expect(await imported(file, {}, other)).toMatchObject({ status: 'done', counts: { documents: 1 } })
      for (const [path, body] of [
        ['/v3/search', { q: 'bees', containerTag }],
        ['/v4/profile', { containerTag }],
        ['/v3/documents/list', { containerTags: [containerTag], includeContent: true }],
      ] as const)
        expect(withoutIds((await post(path, body, other)).body)).toEqual(
          withoutIds((await post(path, body)).body),
        )
      const again = await imported(file, {}, other)
      expect(again.counts).toEqual({ skippedDocuments: 1, skippedMemories: expect.any(Number) })
      await remove(`/v3/container-tags/${containerTag}`, undefined, other)
    },
  )

  test('ARC-4: an import takes its pieces in any order, and starts when all are there', async () => {
    const containerTag = newTag()
    const text = JSON.stringify([{ id: 'a1', memory: 'Likes oat milk', created_at: '2024-01-05T10:00:00Z' }])
    const { status, body } = await post('/v3/imports', { format: 'mem0', containerTag })
    expect([status, body.status]).toEqual([201, 'uploading'])
    const cut = Math.floor(text.length / 2)
    await sendPart(body.id, 1, Buffer.from(text.slice(cut)))
    expect((await post(`/v3/imports/${body.id}/start`)).body.code).toBe('import.incomplete')
    const sent = await sendPart(body.id, 0, Buffer.from(text.slice(0, cut)))
    expect(sent.body).toEqual({ id: body.id, parts: 2, bytes: text.length })
    expect((await post(`/v3/imports/${body.id}/start`)).status).toBe(202)
    expect((await sendPart(body.id, 2, Buffer.from('late'))).body.code).toBe('import.started')
    expect(await ended(`/v3/imports/${body.id}`)).toMatchObject({ status: 'done', counts: { memories: 1 } })
    expect((await get('/v3/imports')).body.imports.map(({ id }: { id: string }) => id)).toContain(body.id)
  })

  test('ARC-5: a damaged or foreign upload changes nothing and says why', async () => {
    const source = newTag()
    await addDone({ containerTag: source, content: 'The heron stands in the reeds.' })
    const file = await exported({ containerTag: source })
    const cases: [Uint8Array, string][] = [
      [Buffer.from('no archive'), 'archive.unreadable'],
      [file.subarray(0, file.length / 2), 'archive.truncated'],
      [gzipSync('{}'), 'archive.unreadable'],
    ]
    for (const [upload, code] of cases) {
      const containerTag = newTag()
      const job = await imported(upload, { containerTag })
      expect(job).toMatchObject({
        status: 'failed',
        errorCode: code,
        errorMessage: expect.stringMatching(/\. \w/),
      })
      expect((await get(`/v3/container-tags/${containerTag}`)).status).toBe(404)
    }
  })

  test('ARC-6: a scoped key exports and imports its own container only', async () => {
    const containerTag = newTag()
    await addDone({ containerTag, content: 'The heron stands in the reeds.' })
    const { key } = (await post('/v3/auth/scoped-key', { containerTag })).body
    const own = (await post('/v3/exports', {}, { key })).body
    expect(own.containerTag).toBe(containerTag)
    expect((await post('/v3/exports', { containerTag: newTag() }, { key })).status).toBe(403)
    expect((await post('/v3/imports', { containerTag: newTag() }, { key })).status).toBe(403)
    const others = (await post('/v3/exports', {})).body
    expect((await get(`/v3/exports/${others.id}`, { key })).body.code).toBe('export.not_found')
    expect((await get('/v3/exports', { key })).body.exports).toHaveLength(1)
    if (otherKey) expect((await get(`/v3/exports/${own.id}`, { key: otherKey })).status).toBe(404)
    await remove(`/v3/exports/${others.id}`)
  })

  test('ARC-7: a conversation of ChatGPT is imported as of when it was held', async () => {
    const containerTag = newTag()
    const message = (id: string, parent: string | null, role: string, text: string) => ({
      [id]: {
        id,
        parent,
        children: [],
        message: { author: { role }, create_time: 1_700_000_000, content: { parts: [text] } },
      },
    })
    const conversation = {
      ...{ conversation_id: 'c-1', title: 'Moving', create_time: 1_700_000_000, current_node: 'b' },
      mapping: {
        ...message('a', null, 'user', 'I moved to Lisbon yesterday.'),
        ...message('b', 'a', 'assistant', 'Nice!'),
      },
    }
    const upload = Buffer.from(JSON.stringify([conversation]))
    const options = { format: 'chatgpt', containerTag, fileName: 'conversations.json' }
    expect(await imported(upload, options)).toMatchObject({ counts: { documents: 1 } })
    expect((await imported(upload, options)).counts).toEqual({ skippedDocuments: 1 })
    const { body } = await until(
      () => get(`/v3/documents/chatgpt:c-1?containerTag=${containerTag}`),
      answer => answer.body.status === 'done' && answer.body.dreamingStatus === 'done',
    )
    expect(body.memories.map(({ memory }: { memory: string }) => memory).join()).toContain('2023')
  })

  test('ARC-8: exports and imports are in the audit log, and a deleted export is gone', async () => {
    const containerTag = newTag()
    await addDone({ containerTag, content: 'The heron stands in the reeds.' })
    const { body: job } = await post('/v3/exports', { containerTag })
    await ended(`/v3/exports/${job.id}`)
    expect((await remove(`/v3/exports/${job.id}`)).status).toBe(204)
    expect((await get(`/v3/exports/${job.id}`)).body.code).toBe('export.not_found')
    const { entries } = (await get('/v3/audit')).body
    const actions = entries
      .filter(({ target }: { target: string }) => target === job.id)
      .map(({ action }: { action: string }) => action)
    expect(actions.sort()).toEqual(['export.create', 'export.delete'])
  })
})

/** Ids differ in their shard; times of answering differ anyway. */
function withoutIds(body: unknown): unknown {
  const dropped = new Set(['id', 'documentId', 'timing'])
  return JSON.parse(JSON.stringify(body, (name, value) => (dropped.has(name) ? undefined : value)))
}

import { describe, expect, test } from 'vitest'
import { type ApiResponse, get, newTag, post, remove, request, until, untilDone } from './client.ts'

/** Uploads a form with the file first, as clients send it. */
async function upload(
  file: { text: string; name: string; type: string } | undefined,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  const form = new FormData()
  if (file) form.set('file', new Blob([file.text], { type: file.type }), file.name)
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const encoded = new Response(form)
  return request('POST', '/v3/documents/file', undefined, {
    raw: new Uint8Array(await encoded.arrayBuffer()),
    headers: { ...headers, 'content-type': encoded.headers.get('content-type')! },
  })
}

const note = (text: string) => ({ text, name: 'note.md', type: 'text/markdown' })

describe('uploads', () => {
  test('FILE-1: an uploaded file becomes a document with its text in raw', async () => {
    const text = '# A heading\n\nThe hedgehog sleeps.'
    const { status, body } = await upload(note(text), { containerTag: newTag() })
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(['id', 'status'])
    expect(await untilDone(body.id)).toMatchObject({
      content: null,
      raw: text,
      source: 'upload',
      type: 'text',
      title: 'A heading',
    })
  })

  test('FILE-20: uploading the same file again processes a failed document again', async () => {
    const broken = { text: 'This is no picture.', name: 'photo.png', type: 'image/png' }
    const fields = { containerTag: newTag(), customId: 'photo' }
    const { body } = await upload(broken, fields)
    const hasFailed = (answer: ApiResponse) => answer.body.status === 'failed'
    await until(() => get(`/v3/documents/${body.id}`), hasFailed)
    expect((await upload(broken, fields)).body).toEqual({ id: body.id, status: 'queued' })
    const again = await until(() => get(`/v3/documents/${body.id}`), hasFailed)
    expect(again.body.latestRevision).toBe(2)
  })

  test('FILE-2: upload takes the same fields as add', async () => {
    const [first, second] = [newTag(), newTag()]
    const { body } = await upload(note('With fields.'), {
      containerTags: JSON.stringify([first, second]),
      metadata: '{"a":1,"b":"x"}',
      customId: 'fields',
      filepath: '/f/x.md',
      taskType: 'superrag',
      useAdvancedProcessing: 'true',
    })
    expect((await get(`/v3/documents/${body.id}`)).body).toMatchObject({
      containerTags: [first, second],
      metadata: { a: 1, b: 'x' },
      customId: 'fields',
      filepath: '/f/x.md',
      taskType: 'rag',
    })
    const plain = (await upload(note('One tag.'), { containerTags: first })).body
    expect((await get(`/v3/documents/${plain.id}`)).body.containerTags).toEqual([first])
  })

  test('FILE-3: an upload without a file or with invalid fields returns 400, and another body type 415', async () => {
    expect((await upload(undefined, { containerTag: newTag() })).status).toBe(400)
    for (const metadata of ['{"a":{}}', 'not json', '[1]'])
      expect((await upload(note('x'), { metadata })).status, metadata).toBe(400)
    expect((await upload(note('x'), { fileType: 'image' })).status).toBe(400)
    expect((await upload(note('x'), { customId: 'a b' })).status).toBe(400)
    expect((await post('/v3/documents/file', { file: 'x' })).status).toBe(415)
  })

  test('FILE-4: a file that cannot be read ends failed with an error code', async () => {
    const containerTag = newTag()
    const { body } = await upload(
      { text: '\u0000\u0001\u0002\u0000\u0007', name: 'x.bin', type: 'application/x-unknown' },
      { containerTag },
    )
    const processing = () => get(`/v3/documents/processing?view=all&containerTag=${containerTag}`)
    const answer = await until(processing, ({ body }) => body.documents[0]?.status === 'failed')
    expect(answer.body.documents[0]).toMatchObject({ id: body.id, errorCode: 'extract.unsupported_type' })
  })

  test('FILE-7: the same file under the same customId is the same document', async () => {
    const fields = { containerTag: newTag(), customId: 'same' }
    const first = (await upload(note('The same.'), fields)).body
    await untilDone(first.id)
    expect((await upload(note('The same.'), fields)).body).toEqual({ id: first.id, status: 'done' })
  })

  test('DOC-46, DOC-70: an upload under the same Idempotency-Key returns the first id, or 409 for another file', async () => {
    const containerTag = newTag()
    const headers = { 'idempotency-key': newTag() }
    const first = await upload(note('Sent once.'), { containerTag }, headers)
    const again = await upload(note('Sent once.'), { containerTag }, headers)
    expect([again.status, again.body]).toEqual([200, first.body])
    for (const [file, fields] of [
      [note('Sent twice.'), { containerTag }],
      [note('Sent once.'), { containerTag, metadata: '{"a":1}' }],
    ] as const)
      expect((await upload(file, fields, headers)).status).toBe(409)
    const { body } = await post('/v3/documents/list', { containerTag })
    expect(body.memories.map(({ id }: { id: string }) => id)).toEqual([first.body.id])
  })
})

describe('signed file URLs', () => {
  test('FILE-5: a signed URL downloads the file, and a text document has none', async () => {
    const { body } = await upload(note('Bring milk.'), { containerTag: newTag() })
    const { url } = (await get(`/v3/documents/${body.id}/file-url`)).body
    const file = await fetch(url)
    expect(await file.text()).toBe('Bring milk.')
    expect(file.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
    const text = (await post('/v3/documents', { content: 'No file.', containerTag: newTag() })).body
    expect((await get(`/v3/documents/${text.id}/file-url`)).status).toBe(404)
  })

  test('FILE-6: an altered URL, and the URL of a deleted document, return 404', async () => {
    const { body } = await upload(note('Short-lived.'), { containerTag: newTag() })
    const { url } = (await get(`/v3/documents/${body.id}/file-url`)).body
    expect((await fetch(url.replace(/.$/, (last: string) => (last === 'A' ? 'B' : 'A')))).status).toBe(404)
    await remove(`/v3/documents/${body.id}`)
    await until(
      () => fetch(url),
      ({ status }) => status === 404,
    )
  })
})

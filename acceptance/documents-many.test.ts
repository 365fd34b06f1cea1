import { describe, expect, test } from 'vitest'
import {
  add,
  addDone,
  baseUrl,
  cells,
  get,
  key,
  limitedKey,
  newTag,
  post,
  remove,
  request,
  until,
  untilDone,
} from './client.ts'

const patch = (path: string, body: unknown) => request('PATCH', path, body)
const batch = (body: unknown, headers: Record<string, string> = {}) =>
  post('/v3/documents/batch', body, { headers })

describe('updating documents', () => {
  test('DOC-38: PATCH with content replaces the content and processes the document again', async () => {
    const { id } = await addDone({ content: 'The first.', containerTag: newTag() })
    expect((await patch(`/v3/documents/${id}`, { content: 'The second.' })).body).toEqual({
      id,
      status: 'queued',
    })
    expect(await untilDone(id)).toMatchObject({
      content: 'The second.',
      latestRevision: 2,
      activeContentUpdateId: null,
    })
  })

  test('DOC-39: PATCH without content takes effect at once and does not process the document again', async () => {
    const [containerTag, further] = [newTag(), newTag()]
    const { id } = await addDone({ content: 'A note.', containerTag, metadata: { a: 'old' } })
    const change = { metadata: { a: 'new' }, filepath: '/x/y', containerTags: [containerTag, further] }
    expect((await patch(`/v3/documents/${id}`, change)).body).toEqual({ id, status: 'done' })
    expect((await get(`/v3/documents/${id}`)).body).toMatchObject({ ...change, latestRevision: 1 })
    const find = async (body: object) => (await post('/v3/documents/list', body)).body.pagination.totalItems
    expect(await find({ containerTag, filters: { AND: [{ key: 'a', value: 'new' }] } })).toBe(1)
    expect(await find({ containerTag, filters: { AND: [{ key: 'a', value: 'old' }] } })).toBe(0)
    expect(await find({ containerTag: further, filepath: '/x/' })).toBe(1)
  })

  test('DOC-40: PATCH with a customId of another document returns 409', async () => {
    const containerTag = newTag()
    const id = await add({ content: 'One.', containerTag, customId: 'one' })
    await add({ content: 'Two.', containerTag, customId: 'two' })
    const taken = await patch(`/v3/documents/${id}`, { customId: 'two' })
    expect(taken.status).toBe(409)
    expect(taken.headers.get('x-should-retry')).toBe('false')
  })

  test('DOC-47: PATCH with another first tag moves the document to that container at once', async () => {
    let at = newTag('from')
    const { id } = await addDone({ content: 'Terns fly from pole to pole.', containerTag: at })
    const countIn = async (containerTag: string) => [
      (await post('/v3/documents/list', { containerTag })).body.memories.length,
      (await post('/v3/search', { q: 'terns', containerTag })).body.results.length,
    ]
    const seen = new Set<number>()
    // A spread organization has about every second tag in the other cell.
    for (let tries = 0; tries < 20 && seen.size < cells; tries++) {
      const to = newTag('to')
      const { status, body } = await patch(`/v3/documents/${id}`, { containerTag: to })
      seen.add(status)
      if (status === 409) {
        expect(body.code).toBe('document.across_cells')
        expect([await countIn(at), await countIn(to)]).toEqual([
          [1, 1],
          [0, 0],
        ])
        continue
      }
      expect({ status, body }).toEqual({ status: 200, body: { id, status: 'done' } })
      expect([await countIn(at), await countIn(to)]).toEqual([
        [0, 0],
        [1, 1],
      ])
      at = to
    }
    expect([...seen].sort()).toEqual(cells === 1 ? [200] : [200, 409])
    const { attempts } = (await get(`/v3/documents/${id}/attempts`)).body
    expect(attempts.filter(({ stage }: { stage: string }) => stage !== 'dreaming')).toHaveLength(1)
    expect((await get(`/v3/documents/${id}`)).body).toMatchObject({ containerTags: [at], latestRevision: 1 })
  })

  test('DOC-41: PATCH accepts a customId of up to 255 characters, and returns 404 for an unknown document', async () => {
    const containerTag = newTag()
    const id = await add({ content: 'One.', containerTag })
    const name = containerTag.padEnd(255, 'x')
    expect((await patch(`/v3/documents/${id}`, { customId: name })).status).toBe(200)
    for (const customId of [`${name}x`, ''])
      expect((await patch(`/v3/documents/${name}`, { customId })).status).toBe(400)
    expect((await get(`/v3/documents/${name}`)).body.id).toBe(id)
    expect((await patch(`/v3/documents/${newTag()}`, { metadata: {} })).status).toBe(404)
  })

  test('DOC-42: the chunks of a document are returned in order of position', async () => {
    const content = `# One\n\n${'About one. '.repeat(200)}\n\n# Two\n\n${'About two. '.repeat(200)}`
    const { id } = await addDone({ content, containerTag: newTag() })
    const { body } = await get(`/v3/documents/${id}/chunks`)
    expect(body).toMatchObject({ documentId: id, total: body.chunks.length })
    expect(body.total).toBeGreaterThan(1)
    expect(body.chunks.map(({ position }: { position: number }) => position)).toEqual([...body.chunks.keys()])
  })

  test('DOC-80: short turns of a transcript share a chunk, and long turns have their own', async () => {
    const said = 'Ada: I have moved to Lisbon with both of my cats last May.'
    const content = [said, ...Array.from({ length: 200 }, (_, n) => `${n % 2 ? 'Ada' : 'Bob'}: ${n}`)].join(
      '\n',
    )
    const { id } = await addDone({ content, containerTag: newTag() })
    const { body } = await get(`/v3/documents/${id}/chunks`)
    expect(body.chunks[0].content).toBe(said)
    expect(body.total).toBeLessThan(120)
    for (const chunk of body.chunks)
      expect(chunk.content.split('\n').length).toBeGreaterThan(chunk.position > 0 ? 1 : 0)
  })
})

describe('bulk requests and idempotency', () => {
  test('DOC-43: bulk delete selects by ids, tags and path, and reports ids that do not exist', async () => {
    const containerTag = newTag()
    const ids = [
      await add({ content: 'One.', containerTag, filepath: '/a/1' }),
      await add({ content: 'Two.', containerTag, filepath: '/a/2' }),
      await add({ content: 'Three.', containerTag, filepath: '/b/1' }),
    ]
    const bulk = (body: unknown) => remove('/v3/documents/bulk', body)
    for (const bad of [{}, { ids: [] }, { ids: Array(101).fill('a') }])
      expect((await bulk(bad)).status).toBe(400)
    // All criteria must match.
    for (const other of [{ containerTags: [newTag()] }, { filepath: '/b/' }])
      expect((await bulk({ ids: [ids[0]], ...other })).body.deletedCount).toBe(0)
    const gone = newTag()
    expect((await bulk({ ids: [ids[0], gone] })).body).toEqual({
      success: false,
      deletedCount: 1,
      errors: [{ id: gone, error: expect.any(String), code: 'document.not_found' }],
      erasureIds: [expect.any(String)],
    })
    expect((await bulk({ containerTags: [containerTag], filepath: '/a/' })).body.deletedCount).toBe(1)
    expect((await bulk({ containerTags: [containerTag] })).body).toEqual({
      success: true,
      deletedCount: 1,
      containerTags: [containerTag],
      erasureIds: [expect.any(String)],
    })
    for (const id of ids) expect((await get(`/v3/documents/${id}`)).status).toBe(404)
  })

  test('DOC-44: POST /v3/documents/documents lists complete documents with memoryEntries', async () => {
    const containerTag = newTag()
    const id = await add({ content: 'Whole.', containerTag })
    const { body } = await post('/v3/documents/documents', { containerTags: [containerTag], limit: 5 })
    expect(body.documents).toMatchObject([{ id, content: 'Whole.', memoryEntries: [] }])
    expect(body.pagination).toEqual({ currentPage: 1, totalItems: 1, totalPages: 1, limit: 5 })
  })

  test('DOC-44: a memory entry names its container, its relations and when it will be forgotten', async () => {
    const containerTag = newTag()
    const { id } = await addDone({ content: 'user: I live in Lisbon.', containerTag, dreaming: 'instant' })
    const documents = await until(
      async () => (await post('/v3/documents/documents', { containerTag })).body.documents,
      ([document]) => document.memoryEntries.length > 0,
    )
    expect(documents).toMatchObject([
      {
        id,
        memoryEntries: [
          {
            spaceId: expect.stringMatching(/^.{22}$/),
            spaceContainerTag: containerTag,
            memoryRelations: {},
            forgetAfter: null,
            forgetReason: null,
          },
        ],
      },
    ])
  })

  test('LIST-22: lists narrow by category, status and source', async () => {
    const containerTag = newTag()
    const { id } = await addDone({ content: 'A rose.', containerTag })
    const { memories } = (await post('/v3/documents/list', { containerTag, categories: ['notes'] })).body
    expect(memories).toMatchObject([{ id, type: 'text' }])
    const counts = async (body: object) =>
      Promise.all(
        ['list', 'documents'].map(
          async path =>
            (await post(`/v3/documents/${path}`, { containerTag, ...body })).body.pagination.totalItems,
        ),
      )
    expect(await counts({ categories: ['pdf', 'text'], statuses: ['done'], sources: ['api'] })).toEqual([
      1, 1,
    ])
    expect(await counts({ categories: ['pdf'] })).toEqual([0, 0])
    expect(await counts({ categories: ['no such category'] })).toEqual([0, 0])
    expect(await counts({ statuses: ['failed', 'queued'] })).toEqual([0, 0])
    expect(await counts({ sources: ['upload'] })).toEqual([0, 0])
  })

  test('DOC-82: uploads accept the words of existing clients, and answers have the neutral words', async () => {
    const form = new FormData()
    form.set('file', new Blob(['A tulip.']), 'tulip.txt')
    form.set('fileType', 'google_doc')
    form.set('containerTag', newTag())
    const headers = { authorization: `Bearer ${key}` }
    const uploaded = await fetch(`${baseUrl}/v3/documents/file`, { method: 'POST', headers, body: form })
    const { id } = (await uploaded.json()) as { id: string }
    expect((await get(`/v3/documents/${id}`)).body.type).toBe('cloud_doc')
  })

  test('DOC-83: by-ids returns complete documents in the order of their ids', async () => {
    const containerTag = newTag()
    const one = await add({ content: 'One.', containerTag })
    const two = await add({ content: 'Two.', containerTag, customId: 'second' })
    const path = '/v3/documents/documents/by-ids'
    const { status, body } = await post(path, { ids: [two, 'nobody', one] })
    expect(status).toBe(200)
    expect(body.documents).toMatchObject([{ id: two, content: 'Two.', memoryEntries: [] }, { id: one }])
    expect(body.notFound).toEqual(['nobody'])
    const named = { ids: ['second'], by: 'customId', containerTags: [containerTag] }
    expect((await post(path, named)).body.documents).toMatchObject([{ id: two }])
    expect((await post(path, { ids: [] })).status).toBe(400)
  })

  test('DOC-84: facets count documents by type, status, source and container', async () => {
    const containerTag = newTag()
    await addDone({ content: 'A rose.', containerTag })
    const count = async (body: object) => (await post('/v3/documents/documents/facets', body)).body
    expect(await count({ containerTag })).toEqual({
      facets: [{ category: 'text', count: 1, label: expect.any(String) }],
      statuses: [{ category: 'done', count: 1, label: expect.any(String) }],
      sources: [{ category: 'api', count: 1, label: 'api' }],
      containers: [{ category: containerTag, count: 1, label: containerTag }],
      total: 1,
      isComplete: true,
    })
    expect(await count({ containerTag, statuses: ['failed'] })).toMatchObject({ facets: [], total: 0 })
  })

  test('DOC-45: the routes of /v3/memories are those of /v3/documents', async () => {
    const containerTag = newTag()
    const { body } = await post('/v3/memories', { content: 'A rose.', containerTag })
    expect((await post('/v3/memories/list', { containerTag })).body.memories).toMatchObject([{ id: body.id }])
    expect((await patch(`/v3/memories/${body.id}`, { metadata: { a: 1 } })).status).toBe(200)
    expect((await get(`/v3/memories/${body.id}`)).body.metadata).toEqual({ a: 1 })
    const form = new FormData()
    form.set('file', new Blob(['A tulip.']), 'tulip.txt')
    form.set('containerTag', containerTag)
    const headers = { authorization: `Bearer ${key}` }
    const uploaded = await fetch(`${baseUrl}/v3/memories/file`, { method: 'POST', headers, body: form })
    const file = (await uploaded.json()) as { id: string }
    expect((await get(`/v3/documents/${file.id}`)).body).toMatchObject({ source: 'upload' })
    expect((await remove(`/v3/memories/${body.id}`)).status).toBe(204)
    expect((await get(`/v3/documents/${body.id}`)).status).toBe(404)
  })

  test('DOC-46: an Idempotency-Key returns the first response again, or 409 for another body', async () => {
    const containerTag = newTag()
    for (const [path, sent, other] of [
      ['/v3/documents', { content: 'Once.', containerTag }, { content: 'Twice.', containerTag }],
      [
        '/v3/documents/batch',
        { documents: ['One.', 'Two.'], containerTag },
        { documents: ['One.', 'Three.'], containerTag },
      ],
    ] as const) {
      const headers = { 'idempotency-key': newTag() }
      const first = await post(path, sent, { headers })
      const again = await post(path, sent, { headers })
      expect([again.status, again.body]).toEqual([200, first.body])
      expect((await post(path, other, { headers })).status).toBe(409)
      // The same body under another key is another request.
      const fresh = await post(path, sent, { headers: { 'idempotency-key': newTag() } })
      expect(JSON.stringify(fresh.body)).not.toContain(first.body.id ?? first.body.results[0].id)
    }
    const { body } = await post('/v3/documents/list', { containerTag })
    expect(body.pagination.totalItems).toBe(6)
  })

  test('DOC-70: an add whose response was lost adds nothing when it is repeated', async () => {
    const containerTag = newTag()
    const listed = async () => (await post('/v3/documents/list', { containerTag })).body.memories
    const lost = new AbortController()
    const sent = { content: 'Heard only once.', containerTag }
    const headers = { 'idempotency-key': newTag() }
    const unread = fetch(`${baseUrl}/v3/documents`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(sent),
      signal: lost.signal,
    }).catch(() => undefined)
    const [added] = await until(listed, documents => documents.length > 0)
    lost.abort()
    await unread
    // The first request may still be running when its document is already listed.
    const again = await until(
      () => post('/v3/documents', sent, { headers }),
      ({ status }) => status !== 409,
    )
    expect([again.status, again.body.id]).toEqual([200, added.id])
    expect(await listed()).toHaveLength(1)
  })

  test('DOC-70: a repeated batch under one Idempotency-Key adds nothing and revises each customId once', async () => {
    const headers = { 'idempotency-key': newTag() }
    const tags = [newTag(), newTag(), newTag()]
    const documents = tags.map(containerTag => ({ content: 'Now.', containerTag, customId: 'note' }))
    for (const containerTag of tags) await add({ content: 'Before.', containerTag, customId: 'note' })
    const first = await batch({ documents }, headers)
    expect((await batch({ documents }, headers)).body).toEqual(first.body)
    for (const { id } of first.body.results)
      expect((await get(`/v3/documents/${id}`)).body.latestRevision).toBe(2)
  })

  test('DOC-71: an Idempotency-Key belongs to the API key that sends it', async () => {
    const headers = { 'idempotency-key': newTag() }
    const ids = new Set<string>()
    for (const containerTag of [newTag(), newTag()]) {
      const { body } = await post('/v3/auth/scoped-key', { containerTag })
      const answer = await post('/v3/documents', { content: 'Mine.' }, { headers, key: body.key })
      expect(answer.status).toBe(200)
      ids.add(answer.body.id)
    }
    expect(ids.size).toBe(2)
  })

  test('DOC-72: another body under an Idempotency-Key is a permanent 409, and a concurrent repeat a 409 to retry', async () => {
    const headers = { 'idempotency-key': newTag() }
    const containerTag = newTag()
    const send = (content: string) => post('/v3/documents', { content, containerTag }, { headers })
    const answers = await Promise.all(Array.from({ length: 6 }, () => send('One.')))
    for (const { status, headers: sent } of answers)
      if (status !== 200) {
        expect(status).toBe(409)
        expect(sent.get('x-should-retry')).toBe('true')
        expect(Number(sent.get('retry-after'))).toBeGreaterThan(0)
      }
    const other = await send('Other.')
    expect(other.status).toBe(409)
    expect(other.headers.get('x-should-retry')).toBe('false')
    expect(other.headers.get('retry-after')).toBeNull()
    const { body } = await post('/v3/documents/list', { containerTag })
    expect(body.pagination.totalItems).toBe(1)
  })

  test('DOC-73: POST /v4/memories with an Idempotency-Key writes its memories once', async () => {
    const headers = { 'idempotency-key': newTag() }
    const sent = { containerTag: newTag(), memories: [{ content: 'The user keeps two hives.' }] }
    const first = await post('/v4/memories', sent, { headers })
    expect(first.status).toBe(201)
    expect((await post('/v4/memories', sent, { headers })).body).toEqual(first.body)
    const other = { ...sent, memories: [{ content: 'The user keeps three hives.' }] }
    expect((await post('/v4/memories', other, { headers })).status).toBe(409)
  })
})

describe('batches', () => {
  test('BATCH-1: a batch takes 1 to 600 strings and objects and returns results in their order', async () => {
    const containerTag = newTag()
    const documents = Array.from({ length: 600 }, (_, i) =>
      i % 2 ? `Text ${i}.` : { content: `Text ${i}.` },
    )
    const { status, body } = await batch({ documents, containerTag })
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: 600, failed: 0 })
    expect((await get(`/v3/documents/${body.results[7].id}`)).body.content).toBe('Text 7.')
    expect((await batch({ documents: [...documents, 'x'], containerTag })).status).toBe(400)
    expect((await batch({ documents: [], containerTag })).status).toBe(400)
    expect((await batch({})).status).toBe(400)
    await remove('/v3/documents/bulk', { containerTags: [containerTag] })
  })

  test('BATCH-2: fields of a batch item override the shared fields, and metadata is merged', async () => {
    const [containerTag, own] = [newTag(), newTag()]
    const { body } = await batch({
      containerTag,
      taskType: 'rag',
      metadata: { a: 1, b: 1 },
      documents: ['Plain.', { content: 'Own.', containerTag: own, metadata: { b: 2 }, taskType: 'memory' }],
    })
    const [plain, item] = body.results
    expect((await get(`/v3/documents/${plain.id}`)).body).toMatchObject({
      containerTags: [containerTag],
      metadata: { a: 1, b: 1 },
      taskType: 'rag',
    })
    expect((await get(`/v3/documents/${item.id}`)).body).toMatchObject({
      containerTags: [own],
      metadata: { a: 1, b: 2 },
      taskType: 'memory',
    })
  })

  test('BATCH-3: an invalid batch item fails without the others', async () => {
    const { status, body } = await batch({
      containerTag: newTag(),
      documents: [
        'Good.',
        { content: '', customId: 'empty' },
        { content: 'https://example.com/', metadata: { a: {} } },
      ],
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: 1, failed: 2 })
    expect(body.results[1]).toMatchObject({
      id: '',
      status: 'error',
      customId: 'empty',
      error: expect.any(String),
    })
    expect(body.results[2]).toMatchObject({ id: 'unknown', status: 'error', url: 'https://example.com/' })
  })

  test.skipIf(!limitedKey)(
    'BATCH-5: a batch over the token quota fails item by item, and the next batch returns 402',
    async () => {
      const limited = { key: limitedKey! }
      const documents = Array.from({ length: 3 }, () => ({
        content: 'x'.repeat(200),
        containerTag: newTag(),
      }))
      const { status, body } = await post('/v3/documents/batch', { documents }, limited)
      expect({ status, success: body.success, failed: body.failed }).toEqual({
        status: 200,
        success: 2,
        failed: 1,
      })
      expect(body.results[2]).toMatchObject({ id: 'unknown', status: 'error', code: 'quota.exceeded' })
      const full = await post('/v3/documents/batch', { documents }, limited)
      expect({ status: full.status, code: full.body.code }).toEqual({ status: 402, code: 'quota.exceeded' })
    },
  )

  test('BATCH-4: one customId in a batch is one document with the content of the latest date', async () => {
    const containerTag = newTag()
    const { body } = await batch({
      containerTag,
      documents: [
        { content: 'In May.', customId: 'diary', documentDate: '2026-05-01' },
        { content: 'In March.', customId: 'diary', documentDate: '2026-03-01T12:00:00Z' },
      ],
    })
    expect(body.results[0].id).toBe(body.results[1].id)
    const read = async () => (await get(`/v3/documents/${body.results[0].id}`)).body
    expect((await read()).content).toBe('In May.')
    const known = [{ content: 'In June.', customId: 'diary', documentDate: '2026-06-01' }]
    const again = await batch({ containerTag, documents: known })
    expect(again.body.results[0].id).toBe(body.results[0].id)
    expect((await read()).content).toBe('In June.')
  })
})

describe('filters of lists', () => {
  const containerTag = newTag('filters')
  const names = new Map<string, string>()
  const find = async (filters: unknown) => {
    if (names.size === 0) {
      const documents: [string, object | undefined][] = [
        ['a', { kind: 'Cup', price: 12, tags: ['blue'] }],
        ['b', { kind: 'plate', price: 7.5, tags: ['red', 'blue'] }],
        ['c', undefined],
      ]
      for (const [name, metadata] of documents)
        names.set(await add({ content: `Document ${name}.`, containerTag, metadata }), name)
    }
    const answer = await post('/v3/documents/list', { containerTag, filters, order: 'asc' })
    expect(answer.status, answer.text).toBe(200)
    return answer.body.memories.map(({ id }: { id: string }) => names.get(id)).join('')
  }

  test('LIST-17: filters support each kind of condition, AND and OR', async () => {
    const one = (condition: object) => find({ AND: [condition] })
    expect(await one({ key: 'kind', value: 'cup' })).toBe('')
    expect(await one({ key: 'kind', value: 'cup', ignoreCase: true })).toBe('a')
    expect(await one({ key: 'price', value: '8', filterType: 'numeric', numericOperator: '<' })).toBe('b')
    expect(await one({ key: 'tags', value: 'blue', filterType: 'array_contains' })).toBe('ab')
    expect(await one({ key: 'kind', value: 'lat', filterType: 'string_contains' })).toBe('b')
    const [cup, plate] = [
      { key: 'kind', value: 'Cup' },
      { key: 'kind', value: 'plate' },
    ]
    expect(await find({ OR: [cup, plate] })).toBe('ab')
    expect(await find({ AND: [cup, plate] })).toBe('')
    expect(await find({ AND: [{ OR: [cup, plate] }, { key: 'price', value: 12 }] })).toBe('a')
  })

  test('LIST-18: a negated condition matches documents that lack the key', async () => {
    expect(await find({ AND: [{ key: 'kind', value: 'Cup', negate: 'true' }] })).toBe('bc')
  })

  test('LIST-19: filters accept JSON text, five levels and 200 conditions, and return 400 beyond', async () => {
    const condition = { key: 'kind', value: 'Cup' }
    expect(await find(JSON.stringify({ AND: [condition] }))).toBe('a')
    const nested = (depth: number): object => (depth === 0 ? condition : { AND: [nested(depth - 1)] })
    expect(await find(nested(5))).toBe('a')
    expect(await find({ OR: Array(200).fill(condition) })).toBe('a')
    for (const filters of [nested(6), { OR: Array(201).fill(condition) }, 'kind = cup', { XOR: [] }])
      expect((await post('/v3/documents/list', { containerTag, filters })).status).toBe(400)
  })
})

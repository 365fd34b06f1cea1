import { crc32 } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  type ApiResponse,
  add,
  addDone,
  baseUrl,
  disabledKey,
  expiredKey,
  get,
  key,
  newTag,
  otherKey,
  post,
  readDescription,
  remove,
  request,
  untilDone,
} from './client.ts'

/** Every operation of the API that requires a key, with a path to call and a body if it needs one. */
type Call = { method: string; path: string; body: Record<string, unknown> | undefined }
const calls: Call[] = []
beforeAll(async () => {
  for (const [template, operations] of Object.entries((await readDescription()).paths)) {
    for (const [method, { requestBody, security }] of Object.entries(operations)) {
      if (security?.length === 0) continue // no key needed
      // RTR-2 is about these: their key has a header of its own.
      if (security?.some(scheme => 'routerKey' in (scheme as object))) continue
      const path = template.replaceAll(/\{\w+\}/g, 'no-such-document')
      calls.push({ method: method.toUpperCase(), path, body: requestBody && {} })
    }
  }
  expect(calls.length).toBeGreaterThan(0)
})

function expectError(
  { status, body, headers }: ApiResponse,
  expected: { status: number; code: string },
): void {
  expect({ status, code: body.code }).toEqual(expected)
  const known = ['code', 'details', 'error', 'requestId', 'retryAfterSeconds']
  expect(known).toEqual(expect.arrayContaining(Object.keys(body)))
  expect(body.error).not.toBe('')
  expect(body.requestId).toBe(headers.get('x-request-id'))
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
}

describe('errors: bodies', () => {
  test('ERR-1: every error has the same fields', async () => {
    expectError(await post('/v3/documents', {}), { status: 400, code: 'request.invalid' })
    expectError(await get('/v3/documents/processing', { key: null }), {
      status: 401,
      code: 'auth.missing_key',
    })
    expectError(await get('/v3/documents/processing', { key: 'sm_x' }), {
      status: 401,
      code: 'auth.invalid_key',
    })
    expectError(await get('/v3/documents/none'), { status: 404, code: 'document.not_found' })
    expectError(await get('/v3/nothing'), { status: 404, code: 'route.not_found' })
    const large = await post('/v3/documents', { content: 'a'.repeat(1_000_001) })
    expectError(large, { status: 413, code: 'request.too_large' })
    const text = await post('/v3/search', undefined, {
      raw: 'hello',
      headers: { 'content-type': 'text/plain' },
    })
    expectError(text, { status: 415, code: 'request.unsupported_type' })
  })

  test('ERR-2: every response with a body is JSON', async () => {
    const id = await add({ content: 'A text.', containerTag: newTag() })
    const answers = [
      await post('/v3/documents', { content: 'A text.', containerTag: newTag() }),
      await get(`/v3/documents/${id}`),
      await get(`/v3/documents/${id}/attempts`),
      await post('/v3/documents/list', {}),
      await get('/v3/documents/processing'),
      await post('/v3/search', { q: 'a text' }),
      await get('/v3/nothing'),
      await post('/v3/search', undefined, { raw: '{' }),
    ]
    for (const { headers } of answers) {
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    }
    const deleted = await remove(`/v3/documents/${id}`)
    expect(deleted.headers.get('content-type')).toBeNull()
  })

  test('ERR-3: error names the first invalid field and details lists each one', async () => {
    const one = await post('/v3/documents', {})
    expect(one.body).toMatchObject({ error: 'content: is required', details: 'content: is required' })
    const many = await post('/v3/documents', {
      content: 7,
      containerTag: 'not a tag',
      metadata: { fine: 'yes', bad: {} },
      taskType: 'other',
    })
    expect(many.status).toBe(400)
    const lines: string[] = many.body.details.split('\n')
    expect(lines.map(line => line.split(': ')[0])).toEqual([
      'content',
      'containerTag',
      'metadata.bad',
      'taskType',
    ])
    for (const line of lines) expect(line).toMatch(/^[\w.]+: \S/)
    expect(many.body.error).toBe(lines[0])
    const query = await get('/v3/documents/processing?view=other&limit=0')
    expect(query.body.details.split('\n').map((line: string) => line.split(': ')[0])).toEqual([
      'view',
      'limit',
    ])
  })

  test('ERR-11: requestId is new for each request, or the one that the caller sent', async () => {
    const ids = new Set<string>()
    for (let i = 0; i < 5; i++) ids.add((await get('/v3/documents/none')).body.requestId)
    expect(ids.size).toBe(5)
    for (const mine of ['my-request_1.a', 'a'.repeat(64)]) {
      const { body, headers } = await get('/v3/documents/none', { headers: { 'x-request-id': mine } })
      expect([body.requestId, headers.get('x-request-id')]).toEqual([mine, mine])
    }
    for (const unfit of ['a'.repeat(65), 'a b', '<script>', '']) {
      const { body } = await get('/v3/documents/none', { headers: { 'x-request-id': unfit } })
      expect(body.requestId).not.toBe(unfit)
      expect(body.requestId).toMatch(/^[\w.-]{1,64}$/)
    }
  })
})

describe('errors: invalid requests', () => {
  const malformed = ['{', '{"content": "a"', '{"content": undefined}', "{'content': 'a'}", 'nonsense', '{}{}']
  test.for(malformed)(
    'ERR-4: the body %s is not JSON and returns 400 with the place of the fault',
    async raw => {
      for (const path of ['/v3/documents', '/v3/documents/list', '/v3/search']) {
        const answer = await post(path, undefined, { raw })
        expectError(answer, { status: 400, code: 'request.malformed' })
        expect(answer.body.error).toMatch(/line 1, column \d+: expected .+, found .+/)
      }
    },
  )

  const notObjects = ['[]', '[{"content":"a"}]', '"text"', '7', 'true']
  test.for(notObjects)('ERR-5: the body %s is not an object and returns 400', async raw => {
    for (const path of ['/v3/documents', '/v3/documents/list', '/v3/search']) {
      expectError(await post(path, undefined, { raw }), { status: 400, code: 'request.invalid' })
    }
  })

  test('ERR-6: a missing body is read as {}', async () => {
    const empty = await post('/v3/documents')
    expect(empty.body).toMatchObject({ error: 'content: is required' })
    expect((await post('/v3/documents', undefined, { raw: '' })).body).toMatchObject({
      error: 'content: is required',
    })
    expect((await post('/v3/search')).body).toMatchObject({ error: 'q: is required' })
    expect((await post('/v3/documents/list')).status).toBe(200)
  })

  test('ERR-16: an unknown field returns 400 on every route that writes documents', async () => {
    const containerTag = newTag()
    const id = await add({ content: 'A text.', containerTag, title: 'mine' })
    expect((await untilDone(id)).title).toBe('A text.')
    const said = 'contanerTag: unknown field; did you mean containerTag?'
    const wrong = { contanerTag: 'a' }
    const form = new FormData()
    form.set('file', new File(['A note.'], 'note.txt'))
    form.set('contanerTag', 'a')
    const headers = { authorization: `Bearer ${key}` }
    const upload = await fetch(`${baseUrl}/v3/documents/file`, { method: 'POST', headers, body: form })
    expect([upload.status, await upload.json()]).toMatchObject([400, { error: said }])
    for (const answer of [
      await post('/v3/documents', { content: 'A text.', ...wrong }),
      await post('/v3/documents/batch', { documents: ['A text.'], ...wrong }),
      await request('PATCH', `/v3/documents/${id}`, wrong),
    ]) {
      expectError(answer, { status: 400, code: 'request.invalid' })
      expect(answer.body.error).toBe(said)
    }
    const batch = await post('/v3/documents/batch', {
      containerTag,
      documents: [
        { content: 'One.', ...wrong },
        { content: 'Two.', title: 'mine' },
      ],
    })
    expect(batch.body).toMatchObject({
      success: 1,
      failed: 1,
      results: [{ status: 'error', error: said }, {}],
    })
    const far = await post('/v3/documents', { content: 'A text.', colour: 'red' })
    expect(far.body.error).toMatch(/^colour: unknown field; the known fields are content, containerTag/)
    expect((await post('/v3/documents/list', { offset: 3, status: 'done' })).status).toBe(200)
  })

  test('ERR-16: an unknown field creates no scoped key, because the key might never expire', async () => {
    const answer = await post('/v3/auth/scoped-key', { containerTag: 'err16', expiresIn: 30 })
    expect(answer.status).toBe(400)
    expect(answer.body.error).toContain('expiresIn: unknown field')
  })

  test('ERR-7: on other routes only a misspelt field returns 400', async () => {
    const containerTag = newTag()
    await addDone({ content: 'A text.', containerTag })
    const extra = { title: 'mine', limitless: true, nested: { deep: [1] }, searchMode: 'hybrid' }
    expect((await post('/v3/documents/list', { containerTag, ...extra })).body.memories).toHaveLength(1)
    expect((await post('/v3/search', { q: 'text', containerTag, ...extra })).body.results).toHaveLength(1)
    expect((await get('/v3/documents/processing?unknown=1')).status).toBe(200)
    for (const [path, field, meant] of [
      ['/v3/search', 'limt', 'limit'],
      ['/v4/search', 'treshold', 'threshold'],
      ['/v3/search', 'containerTg', 'containerTag'],
      ['/v3/documents/list', 'include_content', 'includeContent'],
      ['/v4/profile', 'containertag', 'containerTag'],
    ] as const) {
      const answer = await post(path, { q: 'text', [field]: 1 })
      expectError(answer, { status: 400, code: 'request.invalid' })
      expect(answer.body.details).toContain(`${field}: unknown field; did you mean ${meant}?`)
    }
    const query = await get('/v3/documents/processing?veiw=all')
    expect(query.body.error).toBe('veiw: unknown query parameter; did you mean view?')
  })

  test('ERR-18: the error for an invalid field says what is valid', async () => {
    const date = 'must be YYYY-MM-DD or an ISO 8601 time, for example 2026-05-31 or 2026-05-31T09:30:00Z'
    for (const [path, body, error] of [
      ['/v3/documents', { content: 'x', documentDate: 'in May' }, `documentDate: ${date}`],
      ['/v3/search', { q: 'x', asOf: 7 }, `asOf: ${date}`],
      [
        '/v3/documents',
        { content: 'x', metadata: { a: { b: 1 } } },
        'metadata.a: must be a string, number, boolean or array of strings',
      ],
      ['/v3/search', { q: '' }, 'q: must not be empty'],
      ['/v3/search', { q: 'x', limit: 0 }, 'limit: must be at least 1'],
      ['/v3/search', { q: 'x', rerank: 'yes' }, 'rerank: must be true or false'],
      ['/v4/search', { q: 'x', searchMode: 'all' }, 'searchMode: must be one of memories, hybrid, documents'],
    ] as const) {
      expect((await post(path, body)).body).toMatchObject({ error, code: 'request.invalid' })
    }
  })

  test('ERR-8: a path without a route returns 404 and suggests the nearest route', async () => {
    const nowhere: [string, string][] = [
      ['GET', '/v3'],
      ['POST', '/v1/search'],
      ['GET', '/v3/documents/some/other'],
      ['GET', '/v3/documents/%zz'],
    ]
    for (const [method, path] of nowhere) {
      expectError(await request(method, path), { status: 404, code: 'route.not_found' })
    }
    expect((await get('/v3/docments')).body.details).toBe('Did you mean POST /v3/documents?')
    expect((await post('/v1/search', { q: 'x' })).body.details).toMatch(
      /^Did you mean POST \/v[234]\/search\?$/,
    )
    expect((await get('/v3/documents/list')).body.details).toContain('POST /v3/documents/list')
  })

  test('ERR-17: an unsupported method returns 405 with the supported methods', async () => {
    for (const [method, path, allow] of [
      ['GET', '/v3/documents', ['POST']],
      ['PUT', '/v3/documents', ['POST']],
      ['PUT', '/v3/documents/some', ['GET', 'HEAD', 'PATCH', 'DELETE']],
      ['GET', '/v3/search', ['POST']],
      ['DELETE', '/v3/search', ['POST']],
      ['POST', '/health', ['GET', 'HEAD']],
    ] as const) {
      const answer = await request(method, path)
      expectError(answer, { status: 405, code: 'route.method_not_allowed' })
      expect(answer.headers.get('allow')?.split(', ').sort()).toEqual([...allow].sort())
      expect(answer.body.error).toContain(allow[0])
    }
  })

  test('ERR-9: a body over the size limit returns 413 with the limit and its setting', async () => {
    const raw = JSON.stringify({ content: 'a'.repeat(8_000_000) })
    for (const path of ['/v3/documents', '/v3/documents/list', '/v3/search']) {
      const answer = await post(path, undefined, { raw })
      expectError(answer, { status: 413, code: 'request.too_large' })
      expect(answer.body.error).toMatch(/larger than \d+ bytes/)
      expect(answer.body.details).toContain('MAX_TEXT_BYTES')
    }
  })

  test('ERR-10: an unsupported body type returns 415, and JSON under any content type is read', async () => {
    const containerTag = newTag()
    const raw = JSON.stringify({ content: 'A text.', containerTag })
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/vnd.api+json']) {
      const headers = { 'content-type': type }
      expect((await post('/v3/documents', undefined, { raw, headers })).status).toBe(200)
      const text = await post('/v3/documents', undefined, { raw: 'content=text', headers })
      expectError(text, { status: 415, code: 'request.unsupported_type' })
      expect(text.body.error).toContain('application/json')
    }
    const file = await post('/v3/documents/file', { content: 'A text.' })
    expectError(file, { status: 415, code: 'request.unsupported_type' })
    expect(file.body.error).toContain('multipart/form-data')
    const form = await post('/v3/documents', undefined, {
      raw: '--x\r\ncontent-disposition: form-data; name="file"\r\n\r\ntext\r\n--x--\r\n',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    })
    expectError(form, { status: 415, code: 'request.unsupported_type' })
  })

  const addWith = (fields: object) => post('/v3/documents', { content: 'A text.', ...fields })
  const places: { where: string; field: string; ask: (text: string) => Promise<ApiResponse> }[] = [
    { where: 'a value of metadata', field: 'metadata', ask: text => addWith({ metadata: { key: text } }) },
    { where: 'a list in metadata', field: 'metadata', ask: text => addWith({ metadata: { key: [text] } }) },
    {
      where: 'a key of metadata',
      field: 'metadata',
      ask: text => addWith({ metadata: { [text]: 'value' } }),
    },
    {
      where: 'filterByMetadata',
      field: 'filterByMetadata',
      ask: text => addWith({ filterByMetadata: { key: text } }),
    },
    { where: 'filepath', field: 'filepath', ask: text => addWith({ filepath: text }) },
    { where: 'entityContext', field: 'entityContext', ask: text => addWith({ entityContext: text }) },
    { where: 'q', field: 'q', ask: text => post('/v3/search', { q: text }) },
    { where: 'docId', field: 'docId', ask: text => post('/v3/search', { q: 'a', docId: text }) },
    {
      where: 'filepath of list',
      field: 'filepath',
      ask: text => post('/v3/documents/list', { filepath: text }),
    },
  ]
  test.for(places)('ERR-13: a NUL character in $where returns 400', async ({ field, ask }) => {
    const answer = await ask('a\u0000b')
    expectError(answer, { status: 400, code: 'request.invalid' })
    expect(answer.body.error).toContain(field)
  })

  test('ERR-13: a NUL character in content becomes U+FFFD', async () => {
    const id = await add({ content: 'a\u0000b\u0000', containerTag: newTag() })
    expect((await untilDone(id)).content).toBe('a\ufffdb\ufffd')
  })

  test('ERR-13: a NUL character in a path returns 400', async () => {
    for (const path of ['/v3/documents/a%00b', '/v3/documents/%00/attempts']) {
      expectError(await get(path), { status: 400, code: 'request.invalid' })
    }
    expectError(await remove('/v3/documents/a%00b'), { status: 400, code: 'request.invalid' })
  })

  test.for(places)('ERR-13: an unpaired surrogate in $where causes no server error', async ({ ask }) => {
    expect((await ask('a\ud800b')).status).toBeLessThan(500)
    expect((await ask('a\udc00b')).status).toBeLessThan(500)
  })

  test('ERR-13: an unpaired surrogate in content causes no server error', async () => {
    expect((await addWith({ content: 'a\ud800b', containerTag: newTag() })).status).toBeLessThan(500)
  })

  test('ERR-13: an unpaired surrogate in a memory becomes U+FFFD', async () => {
    const memories = [{ content: 'a\ud800b', metadata: { key: '\udc00' } }]
    const { status, body } = await post('/v4/memories', { containerTag: newTag(), memories })
    expect(status).toBe(201)
    expect(body.memories[0]).toMatchObject({ memory: 'a\ufffdb', metadata: { key: '\ufffd' } })
  })

  test('ERR-14: a URL that is too long returns 431', async () => {
    const answer = await get(`/v3/nowhere?q=${'x'.repeat(20_000)}`)
    expectError(answer, { status: 431, code: 'request.headers_too_large' })
  })

  test('ERR-15: a body nested too deeply returns 400, whatever it contains', async () => {
    const nested = (levels: number) => `{"unknown":${'['.repeat(levels)}${']'.repeat(levels)}}`
    expect((await post('/v3/documents/list', undefined, { raw: nested(31) })).status).toBe(200)
    const headers = { 'idempotency-key': newTag() }
    const answer = await post('/v3/documents/batch', undefined, { raw: nested(10_000), headers })
    expectError(answer, { status: 400, code: 'request.invalid' })
    const filters = '{"AND":['.repeat(5_000) + ']}'.repeat(5_000)
    expectError(await post('/v3/documents/list', { filters }), { status: 400, code: 'request.invalid' })
  })
})

describe('keys', () => {
  test('KEY-1: every route returns 401 without a key', async () => {
    for (const { method, path, body } of calls) {
      for (const headers of [
        {},
        { authorization: 'Bearer ' },
        { authorization: 'Basic YTpi' },
        { 'x-api-key': '' },
      ]) {
        const answer = await request(method, path, body, { key: null, headers })
        expectError(answer, { status: 401, code: 'auth.missing_key' })
      }
    }
  })

  test('ERR-12: authentication is checked before the body and the document', async () => {
    const bad = { raw: '{', key: null }
    expectError(await post('/v3/documents', undefined, bad), { status: 401, code: 'auth.missing_key' })
    const large = { raw: JSON.stringify({ content: 'a'.repeat(8_000_000) }), key: 'sm_x' }
    expectError(await post('/v3/documents', undefined, large), { status: 401, code: 'auth.invalid_key' })
    const id = await add({ content: 'A text.', containerTag: newTag() })
    expectError(await get(`/v3/documents/${id}`, { key: null }), { status: 401, code: 'auth.missing_key' })
  })

  test('KEY-2: a key that was not issued returns 401', async () => {
    const last = key.at(-1)
    const mistyped = `${key.slice(0, -1)}${last === '0' ? '1' : '0'}`
    const [, id = '', secret = ''] = /^sm_([0-9a-z]+)_([0-9a-f]+)[0-9a-f]{8}$/.exec(key) ?? []
    const keys = [
      mistyped,
      key.slice(0, -1),
      `${key}0`,
      key.toUpperCase(),
      'sm_',
      'anything at all',
      `${key} ${key}`,
      withChecksum(id, '0'.repeat(secret.length)),
      withChecksum('0'.repeat(id.length), secret),
    ]
    for (const wrong of keys) {
      expectError(await post('/v3/documents/list', {}, { key: wrong }), {
        status: 401,
        code: 'auth.invalid_key',
      })
      const headers = { 'x-api-key': wrong }
      const answer = await post('/v3/documents/list', {}, { key: null, headers })
      expectError(answer, { status: 401, code: 'auth.invalid_key' })
    }
  })

  test('KEY-3: every route accepts Authorization Bearer in any case', async () => {
    for (const { method, path, body } of calls) {
      for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
        const headers = { authorization: `${scheme} ${key}` }
        expect((await request(method, path, body, { key: null, headers })).status).not.toBe(401)
      }
    }
  })

  test('KEY-4: every route accepts x-api-key', async () => {
    for (const { method, path, body } of calls) {
      for (const authorization of [undefined, 'Basic YTpi']) {
        const headers = { 'x-api-key': key, ...(authorization && { authorization }) }
        expect((await request(method, path, body, { key: null, headers })).status).not.toBe(401)
      }
    }
  })

  test('KEY-5: keys have the form that existing plugins expect', () => {
    for (const value of [key, otherKey ?? key]) {
      expect(value).toMatch(/^sm_\S+$/)
      expect(value.length).toBeGreaterThanOrEqual(20)
    }
  })

  /** The key with the same id and another secret, as somebody would guess it. */
  const guess = (value: string) => {
    const [, id = '', secret = ''] = /^sm_([0-9a-z]+)_([0-9a-f]+)[0-9a-f]{8}$/.exec(value) ?? []
    return withChecksum(id, '0'.repeat(secret.length))
  }
  test.for([
    ['disabled', disabledKey, 'auth.disabled_key'],
    ['expired', expiredKey, 'auth.expired_key'],
  ] as const)(
    'KEY-6, KEY-22: only the holder of a key learns that it was %s, and both get 401',
    async ([, value, code], { skip }) => {
      if (!value) return skip()
      for (const headers of [{ authorization: `Bearer ${value}` }, { 'x-api-key': value }])
        expectError(await get('/v3/documents/processing', { key: null, headers }), { status: 401, code })
      const guessed = await get('/v3/documents/processing', { key: guess(value) })
      expectError(guessed, { status: 401, code: 'auth.invalid_key' })
    },
  )
})

describe.skipIf(!otherKey)('another organization', () => {
  const other = { key: otherKey! }

  test('KEY-7: documents of another organization return 404 and stay unchanged', async () => {
    const customId = newTag('custom')
    const id = await add({ content: 'A secret.', containerTag: newTag(), customId })
    for (const name of [id, customId]) {
      const notFound = { status: 404, code: 'document.not_found' }
      expectError(await get(`/v3/documents/${name}`, other), notFound)
      expectError(await get(`/v3/documents/${name}/attempts`, other), notFound)
      expectError(await remove(`/v3/documents/${name}`, undefined, other), notFound)
    }
    expect((await get(`/v3/documents/${id}`)).status).toBe(200)
  })

  test('KEY-8: list and search show nothing of another organization', async () => {
    const containerTag = newTag()
    const { id } = await addDone({ content: 'The vault opens with 4711.', containerTag })
    const theirs = await addDone({ content: 'The gate opens with 1147.', containerTag }, other)
    const list = (await post('/v3/documents/list', { containerTag, includeContent: true }, other)).body
    expect(list.memories.map((item: { id: string }) => item.id)).toEqual([theirs.id])
    expect(list.pagination.totalItems).toBe(1)
    for (const tags of [{ containerTag }, {}]) {
      const { body } = await post('/v3/search', { q: 'vault opens with 4711', limit: 100, ...tags }, other)
      const found = body.results.map((hit: { documentId: string }) => hit.documentId)
      expect(found).toContain(theirs.id)
      expect(found).not.toContain(id)
    }
    const within = await post('/v3/search', { q: 'vault', docId: id, includeFullDocs: true }, other)
    expect(within.body.results).toEqual([])
    const everything = await post('/v3/documents/list', { limit: 1100 }, other)
    expect(everything.text).not.toContain(id)
  })

  test('KEY-8: processing shows nothing of another organization', async () => {
    const containerTag = newTag()
    const id = await add({ content: `${'A long story. '.repeat(20_000)}`, containerTag })
    expect((await get(`/v3/documents/processing?containerTag=${containerTag}`)).body.totalCount).toBe(1)
    const theirs = await get(`/v3/documents/processing?view=all&limit=1100`, other)
    expect(theirs.text).not.toContain(id)
    const tagged = await get(`/v3/documents/processing?containerTag=${containerTag}`, other)
    expect(tagged.body).toEqual({ documents: [], totalCount: 0, dreamingCount: 0 })
    await remove(`/v3/documents/${id}`)
  })

  test('KEY-9: the same customId in two organizations names two documents', async () => {
    const body = { content: 'Whose is it?', containerTag: newTag(), customId: newTag('custom') }
    const mine = await add(body)
    const theirs = await add(body, other)
    expect(theirs).not.toBe(mine)
    expect((await remove(`/v3/documents/${body.customId}`, undefined, other)).status).toBe(204)
    expect((await get(`/v3/documents/${body.customId}`)).body.id).toBe(mine)
  })
})

/** Makes a key with a correct checksum, so that only the directory database can reject it. */
function withChecksum(id: string, secret: string): string {
  return `sm_${id}_${secret}${crc32(`${id}_${secret}`).toString(16).padStart(8, '0')}`
}

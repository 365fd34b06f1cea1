import { describe, expect, test } from 'vitest'
import { add, addDone, get, key, newTag, otherKey, post, remove, request, until } from './client.ts'

const create = (body: Record<string, unknown>) => post('/v3/auth/scoped-key', body)
const dayMs = 86_400_000

describe('scoped keys', () => {
  test('KEY-10: creating a scoped key returns every field with its defaults', async () => {
    const containerTag = newTag()
    const { status, body } = await create({ containerTag })
    expect(status).toBe(200)
    expect(body).toEqual({
      key: expect.stringMatching(/^sm_\S{17,}$/),
      id: expect.any(String),
      name: `scoped_${containerTag}`,
      containerTag,
      expiresAt: null,
      allowedEndpoints: [
        '/v3/documents',
        '/v3/memories',
        '/v4/memories',
        '/v3/search',
        '/v4/search',
        '/v4/profile',
      ],
    })
  })

  test('KEY-11: a scoped key has the name and lifetime of the request', async () => {
    const { body } = await create({ containerTag: newTag(), name: 'For a plugin', expiresInDays: 30 })
    expect(body.name).toBe('For a plugin')
    expect(Math.abs(Date.parse(body.expiresAt) - Date.now() - 30 * dayMs)).toBeLessThan(60_000)
  })

  test.for([
    [{ containerTag: 'x'.repeat(100) }, 200],
    [{ containerTag: 'x'.repeat(101) }, 400],
    [{ containerTag: '' }, 400],
    [{ containerTag: 'a b' }, 400],
    [{ containerTag: 'aZ0_:-.' }, 200],
    [{ containerTag: undefined }, 400],
    [{ name: '' }, 400],
    [{ name: 'x'.repeat(255) }, 200],
    [{ name: 'x'.repeat(256) }, 400],
    [{ expiresInDays: 0 }, 400],
    [{ expiresInDays: 1 }, 200],
    [{ expiresInDays: 365 }, 200],
    [{ expiresInDays: 366 }, 400],
    [{ expiresInDays: 1.5 }, 400],
    [{ rateLimitMax: 0 }, 400],
    [{ rateLimitMax: 1 }, 200],
    [{ rateLimitMax: 10_000 }, 200],
    [{ rateLimitMax: 10_001 }, 400],
    [{ rateLimitTimeWindow: 0 }, 400],
    [{ rateLimitTimeWindow: 1 }, 200],
    [{ rateLimitTimeWindow: 3_600_000 }, 200],
    [{ rateLimitTimeWindow: 3_600_001 }, 400],
  ] as const)(
    'KEY-12: a scoped key within the limits is created and one beyond returns 400, case %#',
    async ([fields, status]) => {
      expect((await create({ containerTag: 'bounds', ...fields })).status).toBe(status)
    },
  )

  test('KEY-13, KEY-14: a scoped key reads and writes only its own container', async () => {
    const [mine, theirs] = [newTag('mine'), newTag('theirs')]
    const scoped = { key: (await create({ containerTag: mine })).body.key as string }
    const own = await addDone({ content: 'Bo keeps bees on the roof.' }, scoped)
    expect(own.containerTags).toEqual([mine])
    // An additional tag does not put a document into that container.
    const other = await addDone({
      content: 'Cy keeps bees in the garden.',
      containerTags: [theirs, mine],
    })
    expect((await get(`/v3/documents/${other.id}`, scoped)).status).toBe(404)
    expect((await remove(`/v3/documents/${other.id}`, undefined, scoped)).status).toBe(404)
    const list = await post('/v3/documents/list', {}, scoped)
    expect(list.body.memories.map(({ id }: { id: string }) => id)).toEqual([own.id])
    const search = await post('/v3/search', { q: 'keeping bees' }, scoped)
    expect(search.body.results.map(({ documentId }: { documentId: string }) => documentId)).toEqual([own.id])
    for (const [path, body] of [
      ['/v3/documents', { content: 'x' }],
      ['/v3/documents/list', {}],
      ['/v3/search', { q: 'x' }],
    ] as const) {
      const refused = await post(path, { ...body, containerTag: theirs }, scoped)
      expect({ status: refused.status, code: refused.body.code }).toEqual({
        status: 403,
        code: 'auth.container_mismatch',
      })
    }
  })

  test('KEY-23: a scoped key may omit its container tag', async () => {
    const { body } = await create({ containerTag: newTag() })
    const scoped = { key: body.key as string }
    const added = await post('/v4/memories', { memories: [{ content: 'Di keeps owls.' }] }, scoped)
    expect(added.status).toBe(201)
    const { id } = added.body.memories[0]
    expect((await post('/v4/profile', {}, scoped)).body.profile.dynamic).toEqual(['Di keeps owls.'])
    expect((await post('/v4/profile/buckets', {}, scoped)).status).toBe(200)
    const changed = await request('PATCH', '/v4/memories', { id, newContent: 'Di keeps barn owls.' }, scoped)
    expect(changed.status).toBe(200)
    const listed = await post('/v4/memories/list', undefined, scoped)
    expect(listed.body.memoryEntries).toMatchObject([{ memory: 'Di keeps barn owls.' }])
    const matching = { query: 'owls', dryRun: true, threshold: 0 }
    expect((await post('/v4/memories/forget-matching', matching, scoped)).body.count).toBe(1)
    const forgotten = await remove('/v4/memories', { content: 'Di keeps barn owls.' }, scoped)
    expect(forgotten.body.forgotten).toBe(true)
    expect((await post('/v4/profile', { containerTag: newTag() }, scoped)).status).toBe(403)
    expect((await post('/v4/profile', {})).body.error).toBe('containerTag: is required')
  })

  test('KEY-24: the 403 for a scoped key names the routes that it may use', async () => {
    const { body } = await create({ containerTag: newTag() })
    const messages = [{ role: 'user', content: 'Hello.' }]
    for (const [path, sent] of [
      ['/v2/search', { q: 'x' }],
      ['/v4/conversations', { conversationId: 'c', messages }],
    ] as const) {
      const refused = await post(path, sent, { key: body.key })
      expect(refused.status).toBe(403)
      for (const route of body.allowedEndpoints) expect(refused.body.error).toContain(route)
    }
  })

  test('KEY-15: a scoped key may not manage keys', async () => {
    const { body } = await create({ containerTag: newTag() })
    const scoped = { key: body.key }
    expect((await post('/v3/auth/scoped-key', { containerTag: 'x' }, scoped)).body.code).toBe(
      'auth.forbidden',
    )
    expect((await get('/v3/auth/keys', scoped)).status).toBe(403)
    expect((await remove(`/v3/auth/scoped-key/${body.id}`, undefined, scoped)).status).toBe(403)
  })

  test('KEY-16, KEY-17: a disabled key returns 401 and the documents it added stay', async () => {
    const containerTag = newTag()
    const { body } = await create({ containerTag })
    const scoped = { key: body.key }
    const id = await add({ content: 'Stays.' }, scoped)
    expect(await remove(`/v3/auth/scoped-key/${body.id}`)).toMatchObject({
      status: 200,
      body: { success: true },
    })
    await until(
      () => get('/v3/session', scoped),
      ({ status }) => status === 401,
    )
    expect((await get(`/v3/documents/${id}`)).status).toBe(200)
    expect((await remove('/v3/auth/scoped-key/nobody')).body.code).toBe('key.not_found')
    // This route does not disable organization keys.
    expect((await remove(`/v3/auth/scoped-key/${key.split('_')[1]}`)).status).toBe(404)
  })

  test.skipIf(!otherKey)('KEY-17: another organization cannot disable a scoped key', async () => {
    const { body } = await create({ containerTag: newTag() })
    const answer = await remove(`/v3/auth/scoped-key/${body.id}`, undefined, { key: otherKey! })
    expect(answer.status).toBe(404)
    expect((await get('/v3/session', { key: body.key })).status).toBe(200)
  })

  test('KEY-18: a key over its rate limit gets 429 with the time to wait', async () => {
    const { body } = await create({ containerTag: newTag(), rateLimitMax: 3, rateLimitTimeWindow: 600_000 })
    const answers = []
    for (let i = 0; i < 4; i++) answers.push(await get('/v3/session', { key: body.key }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(answers[0]!.headers.get('ratelimit-limit')).toBe('3')
    expect(answers[0]!.headers.get('ratelimit-remaining')).toBe('2')
    expect(Number(answers[0]!.headers.get('ratelimit-reset'))).toBeGreaterThan(0)
    const refused = answers[3]!
    expect(refused.body.code).toBe('rate.limited')
    expect(refused.headers.get('retry-after')).toBe(String(refused.body.retryAfterSeconds))
    expect(refused.body.retryAfterSeconds).toBeGreaterThan(0)
  })

  test('KEY-19: an organization key has no rate limit', async () => {
    expect((await get('/v3/session')).headers.get('ratelimit-limit')).toBeNull()
  })
})

describe('keys and session', () => {
  test('KEY-20: the list shows every key with its fields and never its value', async () => {
    const containerTag = newTag()
    const { body: made } = await create({ containerTag, name: 'listed', expiresInDays: 7 })
    const { status, body, text } = await get('/v3/auth/keys')
    expect(status).toBe(200)
    expect(text).not.toContain(made.key)
    expect(body.keys.find(({ id }: { id: string }) => id === made.id)).toEqual({
      id: made.id,
      name: 'listed',
      type: 'scoped',
      containerTag,
      createdAt: expect.any(String),
      expiresAt: made.expiresAt,
      disabledAt: null,
      lastUsedAt: null,
      rateLimit: { max: 500, timeWindow: 60_000 },
      client: null,
    })
    const own = body.keys.find(({ id }: { id: string }) => id === key.split('_')[1])
    expect(own).toMatchObject({ type: 'organization', containerTag: null, expiresAt: null })
    await remove(`/v3/auth/scoped-key/${made.id}`)
    const after = (await get('/v3/auth/keys')).body.keys
    expect(after.find(({ id }: { id: string }) => id === made.id).disabledAt).toEqual(expect.any(String))
  })

  test('KEY-21: the session describes the holder and scope of the key', async () => {
    const { status, body } = await get('/v3/session')
    expect(status).toBe(200)
    expect(body).toEqual({
      user: { id: expect.any(String), name: expect.any(String) },
      org: { id: expect.stringMatching(/^.{22}$/), name: expect.any(String), slug: expect.any(String) },
      role: 'owner',
      accessType: 'full',
      scope: { type: 'full' },
    })
    const containerTag = newTag()
    const made = (await create({ containerTag })).body
    const scoped = (await get('/v3/session', { key: made.key })).body
    expect(scoped).toEqual({
      ...body,
      user: { id: made.id, name: made.name },
      role: 'member',
      accessType: 'restricted',
      containerTags: [{ containerTag, permission: 'write' }],
      scope: {
        type: 'scoped',
        permission: 'write',
        tag: containerTag,
        tags: [containerTag],
        containerTag,
        rateLimit: { max: 500, timeWindow: 60_000 },
        expires: null,
      },
    })
  })
})

import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiResponse, baseUrl, get, newTag, post, remove, request, until } from './client.ts'
import { isScripted, ScriptedSource } from './scripted-source.ts'

/** The providers that existing clients name. */
const providers = ['notion', 'google-drive', 'onedrive', 'gmail', 'github', 'web-crawler', 's3', 'granola']

let source: ScriptedSource
let hasSource = false

beforeAll(async () => {
  source = await new ScriptedSource().start()
  hasSource = await isScripted()
})
afterAll(() => source.close())

const named = (body: { providers: { provider: string }[] }) => body.providers.map(({ provider }) => provider)

async function connect(body: Record<string, unknown> = {}): Promise<{ id: string; tag: string }> {
  const tag = newTag()
  const given = {
    containerTag: tag,
    settings: { url: source.url },
    credentials: { token: source.token },
    ...body,
  }
  const answer = await post('/v3/connections/scripted', given)
  expect(answer.status, answer.text).toBe(200)
  return { id: answer.body.id, tag }
}

/** The runs of a connection, when the given number of them has ended. */
async function ended(id: string, runs = 1): Promise<ApiResponse['body'][]> {
  const isEnded = ({ body }: ApiResponse) =>
    body.length >= runs && body.every(({ status }: { status: string }) => status !== 'running')
  return (await until(() => get(`/v3/connections/${id}/sync-runs`), isEnded)).body
}

const documentsOf = async (tag: string): Promise<ApiResponse['body'][]> =>
  (await post('/v3/documents/list', { containerTags: [tag], includeContent: true, limit: 100 })).body.memories

const pathsOf = async (tag: string) => (await documentsOf(tag)).map(({ filepath }) => filepath).sort()

test('CON-1: the list of connections is an array', async () => {
  for (const body of [{ containerTags: [newTag()] }, { containerTag: newTag() }])
    expect(await post('/v3/connections/list', body)).toMatchObject({ status: 200, body: [] })
})

test.for([
  ['GET', '/v3/connections/nobody'],
  ['DELETE', '/v3/connections/1CbejjjFvcQJCrNZgx1iMR?deleteDocuments=false'],
  ['GET', '/v3/connections/nobody/resources?page=1'],
  ['POST', '/v3/connections/1CbejjjFvcQJCrNZgx1iMR/configure', { resources: null }],
  ['GET', '/v3/connections/nobody/sync-runs'],
  ['GET', '/v3/connections/nobody/failures'],
  ['PATCH', '/v3/connections/nobody', { paused: true }],
  ['POST', '/v3/connections/nobody/test', {}],
] as const)('CON-2: %s %s returns 404', async ([method, path, given]) => {
  const { status, body } = await request(method, path, given)
  expect([status, body.code]).toEqual([404, 'connection.not_found'])
})

test('CON-3: a provider without a connector cannot be connected, and the error says what to do', async () => {
  const known = named((await get('/v3/connections/providers')).body)
  const unknown = await post('/v3/connections/dropbox', {})
  expect([unknown.status, unknown.body.code]).toEqual([400, 'connection.provider_not_configured'])
  for (const provider of providers.filter(name => !known.includes(name))) {
    const asked = [
      await post(`/v3/connections/${provider}`, { redirectUrl: 'https://example.com' }),
      await post(`/v3/connections/${provider}/connection`, { containerTags: [newTag()] }),
      await post(`/v3/connections/${provider}/import`, {}),
      await post(`/v3/connections/${provider}/documents`, {}),
      await remove(`/v3/connections/${provider}`, { containerTags: [newTag()] }),
    ]
    for (const { status, body } of asked)
      expect([status, body.code], provider).toEqual([400, 'connection.provider_not_configured'])
    expect(asked[0]!.body.error).toContain('POST /v3/documents')
  }
})

test('CON-4: scoped keys may not use connections', async () => {
  const { body } = await post('/v3/auth/scoped-key', { containerTag: newTag() })
  for (const answer of [
    await post('/v3/connections/list', {}, { key: body.key }),
    await get('/v3/connections/nobody', { key: body.key }),
    await get('/v3/connections/providers', { key: body.key }),
  ])
    expect(answer.status).toBe(403)
})

test('CON-19: an answer of a provider with a state that nobody issued is refused', async () => {
  for (const state of ['', 'x', '1CbejjjFvcQJCrNZgx1iMR.1CbejjjFvcQJCrNZgx1iMR.secret']) {
    const answer = await get(`/v3/connections/auth/callback/google-drive?code=x&state=${state}`, {
      key: null,
    })
    expect([answer.status, answer.body.code]).toEqual([400, 'connection.state_invalid'])
  }
})

describe('a connection', () => {
  test('CON-5: is tried at its source, stored, and imports at once', async context => {
    if (!hasSource) return context.skip()
    const tag = newTag()
    const given = { containerTag: tag, settings: { url: source.url }, credentials: { token: source.token } }
    const refused = await post('/v3/connections/scripted', { ...given, credentials: { token: 'wrong' } })
    expect([refused.status, refused.body.code]).toEqual([400, 'connection.not_authorized'])
    const invalid = await post('/v3/connections/scripted', { ...given, settings: { url: 'nowhere' } })
    expect([invalid.status, invalid.body.code]).toEqual([400, 'request.invalid'])
    expect((await post('/v3/connections/list', { containerTags: [tag] })).body).toEqual([])
    const { body } = await post('/v3/connections/scripted', given)
    expect(body).toEqual({ id: expect.any(String), authLink: null, expiresIn: null })
    expect(await ended(body.id)).toMatchObject([{ connectionId: body.id, status: 'completed' }])
  })

  test('CON-6: takes its fields from metadata, and shows no credentials', async context => {
    if (!hasSource) return context.skip()
    const { body } = await post('/v3/connections/scripted', {
      containerTag: newTag(),
      metadata: { url: source.url, token: source.token, team: 'docs' },
    })
    const shown = await get(`/v3/connections/${body.id}`)
    expect(shown.body).toMatchObject({ settings: { url: source.url }, metadata: { team: 'docs' } })
    expect(shown.text).not.toContain(source.token)
  })

  test('CON-7, CON-8, CON-9: keeps documents in step with its source', async context => {
    if (!hasSource) return context.skip()
    const [kept, changed, gone] = ['kept', 'changed', 'gone'].map(name => `${name}-${newTag()}`) as [
      string,
      string,
      string,
    ]
    source.put(kept, { text: 'The kilns are fired on Fridays.' })
    source.put(changed, { text: 'The studio opens at nine.' })
    source.put(gone, { text: 'The old glaze is blue.' })
    const { id, tag } = await connect()
    const [first] = await ended(id)
    expect(first).toMatchObject({ status: 'completed', triggerType: 'manual', itemsFailed: 0, error: null })
    const before = (await documentsOf(tag)).find(({ filepath }) => filepath === `/${changed}`)
    expect(before).toMatchObject({
      connectionId: id,
      customId: `conn:${id}:${changed}`,
      content: 'The studio opens at nine.',
    })
    const whole = await get(`/v3/documents/${before.id}`)
    expect(whole.body).toMatchObject({ source: 'scripted', url: `${source.url}/items/${changed}` })
    source.put(changed, { text: 'The studio opens at ten.' })
    source.drop(gone)
    expect((await post(`/v3/connections/${id}/import`, {})).status).toBe(202)
    const [second] = await ended(id, 2)
    expect(second).toMatchObject({ status: 'completed', itemsProcessed: 1, itemsDeleted: 1 })
    const after = await documentsOf(tag)
    expect(after.map(({ filepath }) => filepath)).not.toContain(`/${gone}`)
    expect(after.find(({ filepath }) => filepath === `/${changed}`)).toMatchObject({
      ...{ id: before.id, content: 'The studio opens at ten.' },
    })
  })

  test('CON-1, CON-10, CON-11: is listed, found by its tag, and imported by its provider', async context => {
    if (!hasSource) return context.skip()
    const { id, tag } = await connect({ metadata: { team: 'docs' }, documentLimit: 2 })
    await ended(id)
    const { body } = await post('/v3/connections/list', { containerTags: [tag], provider: 'scripted' })
    expect(body).toMatchObject([
      {
        id,
        provider: 'scripted',
        email: 'ada@example.org',
        containerTags: [tag],
        documentLimit: 2,
        metadata: { team: 'docs' },
      },
    ])
    expect(body[0].lastSyncRun).toMatchObject({ connectionId: id, status: 'completed' })
    expect((await post('/v3/connections/scripted/connection', { containerTags: [tag] })).body).toMatchObject({
      id,
    })
    const started = await post('/v3/connections/scripted/import', { containerTags: [tag] })
    expect([started.status, started.text]).toEqual([202, 'Started 1 import'])
    const runs = await ended(id, 2)
    expect(runs).toHaveLength(2)
    const listed = await post('/v3/connections/scripted/documents', { containerTags: [tag] })
    expect(listed.body.map((each: { id: string }) => each.id).sort()).toEqual(
      (await documentsOf(tag)).map(each => each.id).sort(),
    )
  })

  test('CON-12: imports the resources that are chosen', async context => {
    if (!hasSource) return context.skip()
    const [inside, outside] = [`in-${newTag()}`, `out-${newTag()}`]
    source.put(inside, { text: 'Inside', in: 'a' })
    source.put(outside, { text: 'Outside' })
    const { id, tag } = await connect()
    await ended(id)
    const { body } = await get(`/v3/connections/${id}/resources?page=1&per_page=30`)
    expect(body).toEqual({ resources: [{ id: 'a', name: 'Folder A' }], total_count: 1 })
    const chosen = await post(`/v3/connections/${id}/configure`, {
      resources: [{ id: 'a', name: 'Folder A' }],
    })
    expect(chosen).toMatchObject({ status: 200, body: { success: true } })
    await ended(id, 2)
    expect(await pathsOf(tag)).toEqual([`/${inside}`])
  })

  test.for([true, false])('CON-13: is deleted, its documents too: %s', async (deletes, context) => {
    if (!hasSource) return context.skip()
    source.put(`deleted-${newTag()}`, { text: 'To be deleted' })
    const { id, tag } = await connect()
    await ended(id)
    const answer = await remove(`/v3/connections/${id}?deleteDocuments=${deletes}`)
    expect(answer.body).toEqual({ id, provider: 'scripted' })
    expect((await get(`/v3/connections/${id}`)).status).toBe(404)
    if (deletes)
      await until(
        () => documentsOf(tag),
        documents => documents.length === 0,
      )
    else expect((await documentsOf(tag)).length).toBeGreaterThan(0)
  })

  test('CON-14: keeps an item that cannot be read, and reads it again by itself', async context => {
    if (!hasSource) return context.skip()
    const broken = `broken-${newTag()}`
    source.put(broken, { text: 'Was broken', failed: 'item_unreadable' })
    const { id, tag } = await connect()
    await ended(id)
    const { body } = await get(`/v3/connections/${id}/failures`)
    expect(body.failures).toContainEqual(
      expect.objectContaining({ externalId: broken, code: 'item_unreadable', attempts: 1 }),
    )
    source.items.set(broken, { version: 'mended', text: 'Was broken' })
    expect((await post(`/v3/connections/${id}/failures/retry`, { externalIds: [broken] })).body).toEqual({
      retried: 1,
    })
    await ended(id, 2)
    expect(await pathsOf(tag)).toContain(`/${broken}`)
    source.drop(broken)
  })

  test('CON-15, CON-16, CON-17: stops without an authorization, and is paused, changed and tested', async context => {
    if (!hasSource) return context.skip()
    const { id } = await connect()
    await ended(id)
    source.token = 'another'
    try {
      await post(`/v3/connections/${id}/import`, {})
      const [run] = await ended(id, 2)
      expect(run).toMatchObject({ status: 'failed', error: 'auth_expired' })
      expect((await get(`/v3/connections/${id}`)).body).toMatchObject({
        state: 'needs_authorization',
        nextRunAt: null,
      })
      expect((await post(`/v3/connections/${id}/test`, {})).body).toMatchObject({
        ok: false,
        error: 'auth_expired',
      })
      const { body } = await request('PATCH', `/v3/connections/${id}`, {
        credentials: { token: source.token },
        everyMinutes: 30,
      })
      expect(body).toMatchObject({ state: 'active', everyMinutes: 30, isRunWaiting: true })
      expect((await post(`/v3/connections/${id}/test`, {})).body).toMatchObject({
        ok: true,
        account: 'ada@example.org',
      })
      const paused = await request('PATCH', `/v3/connections/${id}`, { paused: true })
      expect(paused.body).toMatchObject({ state: 'paused', nextRunAt: null })
    } finally {
      await remove(`/v3/connections/${id}`)
      source.token = 'let-me-in'
    }
  })

  test('CON-17: has a form', async context => {
    if (!hasSource) return context.skip()
    const { body } = await get('/v3/connections/providers')
    const { settingsSchema, credentialsSchema } = body.providers.find(
      ({ provider }: { provider: string }) => provider === 'scripted',
    )
    expect([settingsSchema.type, credentialsSchema.required]).toEqual(['object', ['token']])
    const github = body.providers.find(({ provider }: { provider: string }) => provider === 'github')
    expect(github).toMatchObject({
      ...{ credentials: 'oauth', settingPrefix: 'github' },
      callbackUrl: expect.stringMatching(/\/v3\/connections\/auth\/callback\/github$/),
    })
  })

  test('CON-18: takes signed events', async context => {
    if (!hasSource) return context.skip()
    const { id, tag } = await connect()
    await ended(id)
    const { eventsUrl } = (await get(`/v3/connections/${id}`)).body
    const address = `${baseUrl}${new URL(eventsUrl).pathname}`
    const told = `told-${newTag()}`
    source.put(told, { text: 'An event told of this' })
    const text = JSON.stringify({ ids: [told] })
    const send = (secret: string) =>
      fetch(address, {
        method: 'POST',
        body: text,
        headers: { 'x-signature': createHmac('sha256', secret).update(text).digest('hex') },
      })
    const wrong = await send('guessed')
    expect([wrong.status, ((await wrong.json()) as { code: string }).code]).toEqual([
      403,
      'connection.event_refused',
    ])
    expect((await send(source.token)).status).toBe(204)
    await until(
      () => pathsOf(tag),
      paths => paths.includes(`/${told}`),
    )
    const [run] = await ended(id, 2)
    expect(run).toMatchObject({ triggerType: 'event' })
  })
})

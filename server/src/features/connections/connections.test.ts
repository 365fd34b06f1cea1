import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { scripted, scriptedListing } from '../../../test/scripted-connector.ts'
import { ScriptedSource } from '../../../test/scripted-source.ts'
import { connectionOf, documentsIn } from '../../../test/sync-steps.ts'
import type { Connector } from '../../platform/connectors/connector.ts'
import { encodeId } from '../../platform/lib/ids.ts'
import { resealConnections } from './reseal-connections.ts'

/** Connections with a worker: what clients see. */

let server: TestServer
let client: Client
let source: ScriptedSource
beforeAll(async () => {
  source = await new ScriptedSource().start()
  server = await startTestServer({
    cellCount: 2,
    config: { FETCH_ALLOW: '127.0.0.1', PUBLIC_URL: 'https://reverie.example.org' },
  })
  client = server.client
  for (const each of [scripted, scriptedListing]) server.app.sources.connectors.add(each as Connector)
})
afterAll(async () => {
  await server?.close()
  await source?.close()
})

let containers = 0

async function connect(body: Record<string, unknown> = {}, by = client) {
  const containerTag = `connected_${++containers}`
  const answer = await by.request('POST', '/v3/connections/scripted', {
    containerTag,
    settings: { url: source.url },
    credentials: { token: 'let-me-in' },
    ...body,
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return { id: answer.body.id as string, containerTag }
}

const synced = (id: string, runs = 1) =>
  until(
    () => client.request('GET', `/v3/connections/${id}/sync-runs`),
    ({ body }) => body.length >= runs && body[0].status !== 'running',
    20_000,
  )

test('a worker imports a source at once, and its documents become searchable', async () => {
  source.put('kilns.md', { text: 'The kilns are fired on Fridays.', title: 'Kilns' })
  const { id, containerTag } = await connect()
  await synced(id)
  const found = await until(
    () => client.request('POST', '/v3/documents/list', { containerTags: [containerTag] }),
    ({ body }) => body.memories[0]?.status === 'done',
  )
  expect(found.body.memories).toMatchObject([{ title: 'Kilns', connectionId: id }])
})

test('lists, gets and filters connections in the shape of the contract', async () => {
  const { id, containerTag } = await connect({ metadata: { team: 'docs' }, documentLimit: 50 })
  await synced(id)
  const expected = {
    ...{
      id,
      provider: 'scripted',
      email: 'ada@example.org',
      containerTags: [containerTag],
      documentLimit: 50,
    },
    ...{ metadata: { team: 'docs' }, state: 'active', resources: null, everyMinutes: null, failureCount: 0 },
    isRunWaiting: false,
    settings: { url: source.url },
    lastSyncRun: { connectionId: id, status: 'completed', triggerType: 'manual' },
  }
  expect(await connectionOf(client, id)).toMatchObject(expected)
  const list = await client.request('POST', '/v3/connections/list', { containerTags: [containerTag] })
  expect(list.body).toMatchObject([expected])
  const none = await client.request('POST', '/v3/connections/list', {
    containerTags: [containerTag],
    provider: 'notion',
  })
  expect(none.body).toEqual([])
  const one = await client.request('POST', '/v3/connections/scripted/connection', {
    containerTags: [containerTag],
  })
  expect(one.body).toMatchObject({ id })
  const { nextRunAt } = await connectionOf(client, id)
  expect(Date.parse(nextRunAt) - Date.now()).toBeGreaterThan(50 * 60_000)
})

test('a connection whose provider sends events shows the address to register there', async () => {
  const { id } = await connect()
  const { eventsUrl } = await connectionOf(client, id)
  expect(eventsUrl).toBe(
    `https://reverie.example.org/v3/connections/webhook/${encodeId(client.organization.id)}${id}`,
  )
  const [listed] = (await client.request('POST', '/v3/connections/list', {})).body.filter(
    (each: { id: string }) => each.id === id,
  )
  expect(listed).toMatchObject({ eventsUrl })
  expect((await client.request('PATCH', `/v3/connections/${id}`, { metadata: null })).body).toMatchObject({
    eventsUrl,
  })
  const without = await client.request('POST', '/v3/connections/scripted-listing', {
    settings: { url: source.url },
  })
  expect(await connectionOf(client, without.body.id)).toMatchObject({ eventsUrl: null })
})

test('another organization sees and changes nothing of it', async () => {
  const { id } = await connect()
  const other = await server.newClient()
  expect((await other.request('POST', '/v3/connections/list', {})).body).toEqual([])
  for (const [method, path, body] of [
    ['GET', ''],
    ['PATCH', '', { paused: true }],
    ['DELETE', ''],
    ['GET', '/sync-runs'],
    ['GET', '/failures'],
    ['GET', '/resources'],
    ['POST', '/configure', { resources: null }],
    ['POST', '/failures/retry', {}],
    ['POST', '/test', {}],
    ['POST', '/authorize', {}],
    ['POST', '/import', {}],
  ] as const)
    expect((await other.request(method, `/v3/connections/${id}${path}`, body)).status, path).toBe(404)
})

describe('a connection that cannot be', () => {
  test('is refused with the fields that are wrong', async () => {
    const { status, body } = await client.request('POST', '/v3/connections/scripted', {
      settings: { url: 7 },
    })
    expect([status, body.code]).toEqual([400, 'request.invalid'])
    expect(body.error).toMatch(/^settings\.url: must be /)
  })

  test('is refused when its source does not let it in, and is not stored', async () => {
    source.tokens = new Set(['other'])
    const refused = await client.request('POST', '/v3/connections/scripted', {
      settings: { url: source.url },
      credentials: { token: 'let-me-in' },
      containerTag: 'refused',
    })
    source.tokens = undefined
    expect([refused.status, refused.body.code]).toEqual([400, 'connection.not_authorized'])
    expect((await client.request('POST', '/v3/connections/list', { containerTag: 'refused' })).body).toEqual(
      [],
    )
  })

  test('is refused when its source is in a private network', async () => {
    const { status, body } = await client.request('POST', '/v3/connections/scripted-listing', {
      settings: { url: 'http://10.0.0.7/' },
    })
    expect([status, body.code]).toEqual([400, 'connection.check_failed'])
    expect(body.error).toContain('FETCH_ALLOW')
  })
})

test('secrets in metadata, where existing clients send them, are taken out and sealed', async () => {
  const containerTag = `connected_${++containers}`
  const { body } = await client.request('POST', '/v3/connections/scripted', {
    containerTag,
    metadata: { url: source.url, token: 'very-secret', team: 'docs' },
  })
  const shown = await connectionOf(client, body.id)
  expect(shown).toMatchObject({ settings: { url: source.url }, metadata: { url: source.url, team: 'docs' } })
  for (const { admin } of server.databases) {
    const { rows } = await admin.query('select c::text as row from cell.connections c')
    expect(JSON.stringify(rows)).not.toContain('very-secret')
  }
})

test('a rotation of the key seals credentials anew', async () => {
  const { id } = await connect({ credentials: { token: 'sealed-twice' } })
  await synced(id)
  const { app } = server
  const [next, report] = [randomBytes(32), { secrets: 0, resealed: 0, unreadable: [] }]
  await resealConnections(app.cells, client.organization, [next, app.secretsKey], report)
  expect(report.unreadable).toEqual([])
  expect(report.resealed).toBe(report.secrets)
  expect(report.secrets).toBeGreaterThan(1)
  expect((await client.request('POST', `/v3/connections/${id}/test`)).body).toMatchObject({
    ok: false,
    error: 'auth_expired',
  })
  await resealConnections(app.cells, client.organization, [app.secretsKey, next], report)
  expect((await client.request('POST', `/v3/connections/${id}/test`)).body).toMatchObject({ ok: true })
})

test('the list of connectors has forms as JSON schemas', async () => {
  const { body } = await client.request('GET', '/v3/connections/providers')
  const { settingsSchema, credentialsSchema, ...rest } = body.providers.find(
    ({ provider }: { provider: string }) => provider === 'scripted',
  )
  expect(rest).toMatchObject({ credentials: 'secret', isReady: true, everyMinutes: 60, hasResources: true })
  expect(rest.withoutChoice).toBe('everything')
  expect(settingsSchema.properties.url).toMatchObject({
    type: 'string',
    description: 'Address of the source.',
  })
  expect(credentialsSchema.required).toEqual(['token'])
})

test('a connector whose OAuth application is missing says where to register and where to enter it', async () => {
  const { body } = await client.request('GET', '/v3/connections/providers')
  expect(body.providers.find(({ provider }: { provider: string }) => provider === 'github')).toMatchObject({
    ...{ credentials: 'oauth', isReady: false, settingPrefix: 'github', withoutChoice: 'nothing' },
    callbackUrl: 'https://reverie.example.org/v3/connections/auth/callback/github',
  })
})

describe('events', () => {
  const post = (body: string, headers: Record<string, string>, query = '') =>
    fetch(`${source.hooks.get('hook-1')!.replace('https://reverie.example.org', server.url)}${query}`, {
      method: 'POST',
      headers,
      body,
    })

  test('import what they name, once, and are refused with a wrong signature', async () => {
    const { id, containerTag } = await connect()
    await synced(id)
    expect(source.hooks.get('hook-1')).toMatch(
      /^https:\/\/reverie\.example\.org\/v3\/connections\/webhook\/[1-9A-Za-z]{44}$/,
    )
    source.put('event.md', 'An event told of this')
    const body = JSON.stringify({ ids: ['event.md'] })
    const wrong = await post(body, source.sign(body, 'guessed'))
    expect([wrong.status, ((await wrong.json()) as { code: string }).code]).toEqual([
      403,
      'connection.event_refused',
    ])
    expect((await post(`${body} `, source.sign(body))).status).toBe(403)
    for (let times = 0; times < 3; times++) expect((await post(body, source.sign(body))).status).toBe(204)
    await until(
      () => documentsIn(client, containerTag),
      documents => documents.get('/event.md') === 'An event told of this',
      20_000,
    )
    const { body: runs } = await synced(id, 2)
    expect(runs[0]).toMatchObject({ triggerType: 'event', status: 'completed' })
  })

  test('a challenge is answered, and an unknown address is not', async () => {
    const { id } = await connect()
    await synced(id)
    const echoed = await post('', {}, '?challenge=abc')
    expect([echoed.status, await echoed.text()]).toEqual([200, 'abc'])
    for (const address of ['x', id, id + id])
      expect(
        (await fetch(`${server.url}/v3/connections/webhook/${address}`, { method: 'POST', body: '{}' }))
          .status,
      ).toBe(404)
  })

  test('the address is removed at the provider with the connection', async () => {
    const { id } = await connect()
    await synced(id)
    expect(source.hooks.size).toBe(1)
    await client.request('DELETE', `/v3/connections/${id}`)
    await until(
      async () => source.hooks.size,
      size => size === 0,
      20_000,
    )
  })
})

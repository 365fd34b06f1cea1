import { expect, test } from 'vitest'
import { get, newTag, post, remove, request } from './client.ts'

const providers = ['notion', 'google-drive', 'onedrive', 'gmail', 'github', 'web-crawler', 's3', 'granola']

test('CON-1: the list of connections is an empty array', async () => {
  for (const body of [undefined, {}, { containerTags: [newTag()] }, { containerTag: newTag() }])
    expect(await post('/v3/connections/list', body)).toMatchObject({ status: 200, body: [] })
})

test.for([
  ['GET', '/v3/connections/nobody'],
  ['DELETE', '/v3/connections/nobody?deleteDocuments=false'],
  ['GET', '/v3/connections/nobody/resources?page=1'],
  ['POST', '/v3/connections/nobody/configure'],
  ['GET', '/v3/connections/nobody/sync-runs'],
] as const)('CON-2: %s %s returns 404', async ([method, path]) => {
  const { status, body } = await request(method, path, method === 'POST' ? {} : undefined)
  expect([status, body.code]).toEqual([404, 'connection.not_found'])
})

test.for(providers)('CON-3: %s cannot be connected, and the error says what to do', async provider => {
  const asked = [
    await post(`/v3/connections/${provider}`, { redirectUrl: 'https://example.com' }),
    await post(`/v3/connections/${provider}/connection`, { containerTags: [newTag()] }),
    await post(`/v3/connections/${provider}/import`, {}),
    await post(`/v3/connections/${provider}/documents`, {}),
    await remove(`/v3/connections/${provider}`, { containerTags: [newTag()] }),
  ]
  for (const { status, body } of asked)
    expect([status, body.code]).toEqual([400, 'connection.provider_not_configured'])
  expect(asked[0]!.body.error).toContain('POST /v3/documents')
})

test('CON-3: an unknown provider returns request.invalid', async () => {
  expect((await post('/v3/connections/dropbox', {})).body.code).toBe('request.invalid')
  expect((await post('/v3/connections/dropbox/import', {})).body.code).toBe('request.invalid')
})

test('CON-4: scoped keys may not use connections', async () => {
  const { body } = await post('/v3/auth/scoped-key', { containerTag: newTag() })
  for (const answer of [
    await post('/v3/connections/list', {}, { key: body.key }),
    await get('/v3/connections/nobody', { key: body.key }),
  ])
    expect(answer.status).toBe(403)
})

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Client, startTestServer, type TestServer } from '../harness.ts'
import { connectionOf, documentsIn, lastRun, sync } from '../sync-steps.ts'
import { GoogleServer } from './google-server.ts'

/** Connections to Google by the routes of the API: from the authorization to the revocation. */

let server: TestServer
let client: Client
let google: GoogleServer
beforeAll(async () => {
  server = await startTestServer({ worker: false })
})
afterAll(() => server?.close())
beforeEach(async () => {
  google = await new GoogleServer().start()
  server.app.sources.exchange = google.exchange
  client = await server.newClient()
  await client.request('PATCH', '/v3/settings', {
    googleDriveCustomKeyEnabled: true,
    googleDriveClientId: 'client-1',
    googleDriveClientSecret: 'secret-1',
  })
})
afterEach(() => google.close())

/** Connects an account, as its owner would in the browser. Existing clients send settings as metadata. */
async function connect(provider: string, metadata: object = {}): Promise<string> {
  const { body } = await client.request('POST', `/v3/connections/${provider}`, {
    containerTag: 'mine',
    metadata,
  })
  const asked = new URL(body.authLink)
  expect(`${asked.origin}${asked.pathname}`).toBe('https://accounts.google.com/o/oauth2/v2/auth')
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    ...{ access_type: 'offline', prompt: 'consent', client_id: 'client-1' },
    scope: `https://www.googleapis.com/auth/${provider === 'gmail' ? 'gmail' : 'drive'}.readonly`,
  })
  const back = new URL(asked.searchParams.get('redirect_uri')!)
  back.search = new URLSearchParams({
    ...{ state: asked.searchParams.get('state')!, code: 'code-1' },
    iss: 'https://accounts.google.com',
  }).toString()
  const answer = await fetch(back, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    `${server.url}/connections?connection=${body.id}`,
  ])
  return body.id
}

test('a connection to Drive imports what is chosen, follows it, and revokes its authorization at the end', async () => {
  const { drive } = google
  const work = drive.folder('Work')
  const doc = drive.doc('Plan', 'Kilns are fired on Fridays.', work)
  drive.doc('Other', 'Elsewhere')
  const id = await connect('google-drive')
  expect(await connectionOf(client, id)).toMatchObject({ state: 'active', email: 'ada@example.org' })
  await sync(server, client, id)
  expect(await lastRun(client, id)).toMatchObject({ status: 'completed', itemsProcessed: 0, itemsFailed: 1 })
  const failures = await client.request('GET', `/v3/connections/${id}/failures`)
  expect(JSON.stringify(failures.body)).toContain('Nothing is imported yet: choose folders')
  const { body: tree } = await client.request('GET', `/v3/connections/${id}/resources?parent_id=root-id`)
  expect(tree.resources).toMatchObject([{ id: work, name: 'Work' }])
  await client.request('POST', `/v3/connections/${id}/configure`, { resources: [{ id: work }] })
  await sync(server, client, id)
  const path = 'My Drive/Work/Plan'
  expect([...(await documentsIn(client, 'mine'))]).toEqual([[path, 'Kilns are fired on Fridays.']])
  const { body: list } = await client.request('POST', '/v3/documents/list', { containerTags: ['mine'] })
  expect(list.memories[0]).toMatchObject({
    type: 'google_doc',
    connectionId: id,
    metadata: { title: 'Plan', path },
  })
  drive.change(doc, { text: 'Kilns are fired on Mondays.' })
  google.isAuthorized = false
  google.token = 'token-of-somebody'
  await client.request('POST', `/v3/connections/${id}/import`, {})
  await sync(server, client, id)
  expect(await lastRun(client, id)).toMatchObject({ status: 'failed', error: 'auth_expired' })
  expect(await connectionOf(client, id)).toMatchObject({ state: 'needs_authorization' })
  await client.request('DELETE', `/v3/connections/${id}`)
  await sync(server, client, id)
  expect(google.revoked).toEqual(['refresh-1'])
  expect(await documentsIn(client, 'mine')).toEqual(new Map())
})

test('a connection to Gmail uses the application of Drive, renews its token once, and follows the mailbox', async () => {
  google.lifetime = 30
  for (let n = 0; n < 5; n++) google.mail.deliver({ subject: `Subject ${n}` })
  const id = await connect('gmail')
  google.lifetime = 3_599
  const renewed = google.count('/token')
  await sync(server, client, id)
  expect(await lastRun(client, id)).toMatchObject({ status: 'completed', itemsProcessed: 5, itemsFailed: 0 })
  expect(google.count('/token') - renewed).toBe(1)
  google.mail.remove([...google.mail.messages.keys()][0]!)
  await client.request('POST', `/v3/connections/${id}/import`, {})
  await sync(server, client, id)
  const { body } = await client.request('POST', '/v3/documents/list', { containerTags: ['mine'] })
  expect(body.pagination.totalItems).toBe(4)
  expect(body.memories[0].metadata).toMatchObject({ type: 'gmail_thread', from: ['bob@example.org'] })
})

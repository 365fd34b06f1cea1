import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connector } from '../../src/platform/connectors/connector.ts'
import { openOneDrive } from '../../src/platform/connectors/onedrive.ts'
import { startTestServer, type TestServer } from '../harness.ts'
import { connectionOf, documentsIn, lastRun, sync } from '../sync-steps.ts'
import { GraphServer } from './graph-server.ts'

const publicUrl = 'https://reverie.example'

let server: TestServer
let graph: GraphServer
beforeAll(async () => {
  graph = new GraphServer()
  graph.clock = Date.now()
  await graph.start()
  server = await startTestServer({
    worker: false,
    config: { FETCH_ALLOW: '127.0.0.1', PUBLIC_URL: publicUrl },
  })
  const cloud = { graph: graph.url, authority: `${graph.url}/login` }
  const clouds = { global: cloud, 'us-government': cloud, 'us-defense': cloud, china: cloud }
  server.app.sources.connectors.add(openOneDrive(clouds) as Connector)
  graph.validate = async url => (await fetch(here(url), { method: 'POST' })).text()
})
afterAll(async () => {
  await server?.close()
  await graph?.close()
})

/** The address of this server behind its public one. */
const here = (url: string) => url.replace(publicUrl, server.url)

test('OneDrive is authorized at its tenant, imported, told of changes by signed events, and left without a trace', async () => {
  const { client } = server
  const drive = graph.drive('b!own')
  const folder = drive.folder('Kilns')
  const file = drive.file('Firing.md', 'Kilns are fired on Fridays.', folder)
  drive.file('Glaze.md', 'The celadon glaze needs reduction.')
  await client.request('PATCH', '/v3/settings', {
    ...{ onedriveCustomKeyEnabled: true, onedriveClientId: 'app-1', onedriveClientSecret: 'secret-1' },
  })
  const { body, status } = await client.request('POST', '/v3/connections/onedrive', {
    containerTag: 'drive',
    metadata: { accountType: 'business' },
    settings: { tenant: 'contoso.example' },
  })
  expect(status, JSON.stringify(body)).toBe(200)
  const link = new URL(body.authLink)
  expect(link.pathname).toBe('/login/contoso.example/oauth2/v2.0/authorize')
  expect(link.searchParams.get('scope')).toContain('Sites.Read.All')
  const state = link.searchParams.get('state')
  const callback = `${server.url}/v3/connections/auth/callback/onedrive?state=${state}&code=c&session_state=s`
  expect((await fetch(callback, { redirect: 'manual' })).status).toBe(303)
  expect(graph.grants).toMatchObject([
    { path: '/login/contoso.example/oauth2/v2.0/token', form: { client_id: 'app-1', code: 'c' } },
  ])

  await sync(server, client, body.id)
  expect(await documentsIn(client, 'drive')).toEqual(drive.texts())
  expect(await connectionOf(client, body.id)).toMatchObject({ email: 'ada@contoso.example', state: 'active' })
  const [subscription] = graph.subscriptions.values()
  const { memories } = (await client.request('POST', '/v3/documents/list', { containerTags: ['drive'] })).body
  expect(new Set(memories.map(({ type }: { type: string }) => type))).toEqual(new Set(['onedrive']))

  drive.edit(file, { text: 'Kilns are fired on Mondays.' })
  drive.edit(folder, { name: 'Ovens' })
  const send = (clientState: string) =>
    fetch(here(subscription!.notificationUrl), {
      method: 'POST',
      body: JSON.stringify({ value: [{ subscriptionId: subscription!.id, clientState }] }),
    })
  expect((await send('guessed')).status).toBe(403)
  for (let n = 0; n < 3; n++) expect((await send(subscription!.clientState)).status).toBe(202)
  await sync(server, client, body.id)
  expect(await documentsIn(client, 'drive')).toEqual(drive.texts())
  expect(await lastRun(client, body.id)).toMatchObject({ triggerType: 'event', itemsProcessed: 1 })
  expect((await client.request('GET', `/v3/connections/${body.id}/sync-runs`)).body).toHaveLength(2)

  await client.request('DELETE', `/v3/connections/${body.id}`)
  await sync(server, client, body.id)
  expect(graph.subscriptions.size).toBe(0)
  expect((await documentsIn(client, 'drive')).size).toBe(0)
})

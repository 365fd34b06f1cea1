import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, startTestServer, type TestServer } from '../../../test/harness.ts'
import { scripted } from '../../../test/scripted-connector.ts'
import { ScriptedSource } from '../../../test/scripted-source.ts'
import type { Connector, Description } from '../../platform/connectors/connector.ts'

let server: TestServer
let source: ScriptedSource
beforeAll(async () => {
  source = await new ScriptedSource().start()
  server = await startTestServer({ worker: false, config: { FETCH_ALLOW: '127.0.0.1' } })
})
afterAll(async () => {
  await server?.close()
  await source?.close()
})

/** A connector whose account is ada@example.org, whoever connects it. */
function addPaced(
  provider: string,
  pace: Pick<Description<unknown, unknown, unknown>, 'requestsPerSecond' | 'sharesPace'>,
): void {
  const connector = { ...scripted, describe: { ...scripted.describe, provider, ...pace } }
  server.app.sources.connectors.add(connector as Connector)
}

let containers = 0

async function connect(provider: string, by: Client): Promise<string> {
  const { status, body } = await by.request('POST', `/v3/connections/${provider}`, {
    containerTag: `paced_${++containers}`,
    settings: { url: source.url },
    credentials: { token: 'let-me-in' },
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.id
}

/** One request to the source. */
const ask = async (id: string, by: Client) =>
  (await by.request('POST', `/v3/connections/${id}/test`)).body.ok as boolean

/** How long two requests take together, in milliseconds. */
async function timeOf(provider: string, one: Client, other: Client): Promise<number> {
  const [first, second] = [await connect(provider, one), await connect(provider, other)]
  const started = performance.now()
  expect([await ask(first, one), await ask(second, other)]).toEqual([true, true])
  return performance.now() - started
}

test('two organizations whose accounts have the same name do not wait for each other', async () => {
  // A second request of one account would give up before its turn.
  addPaced('paced-apart', { requestsPerSecond: 1 / 600 })
  await timeOf('paced-apart', await server.newClient(), await server.newClient())
})

test('two connections of an organization to the same account take turns', async () => {
  addPaced('paced-together', { requestsPerSecond: 2 })
  const client = await server.newClient()
  expect(await timeOf('paced-together', client, client)).toBeGreaterThan(400)
})

test('two organizations take turns at a public site', async () => {
  addPaced('paced-site', { requestsPerSecond: 2, sharesPace: true })
  const clients = [await server.newClient(), await server.newClient()] as const
  expect(await timeOf('paced-site', ...clients)).toBeGreaterThan(400)
})

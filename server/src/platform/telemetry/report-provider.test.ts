import { afterAll, beforeAll, expect, test } from 'vitest'
import { add, startTestServer, type TestServer, until, untilFinished } from '../../../test/harness.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'
import { LogLines } from '../../../test/serve-routes.ts'
import { createLogger } from './logger.ts'

let server: TestServer
let embedder: ScriptedEmbedder
const log = new LogLines()
beforeAll(async () => {
  embedder = await startScriptedEmbedder()
  server = await startTestServer({
    logger: createLogger('debug', log),
    config: { ...embedder.config, RECONCILE_MS: 1_000 },
  })
})
afterAll(async () => {
  await server.close()
  await embedder.close()
})

const ofTheEmbedder = () =>
  log.lines.filter(({ provider }) => provider === 'embedder').map(({ level, msg }) => `${level}: ${msg}`)

const addTo = (containerTag: string) =>
  add(server.client, { content: `A letter to ${containerTag}.`, containerTag })

test("a provider's rate limit is logged when its gate closes and when it opens, not for each call", async () => {
  embedder.behave = () => ({ kind: 'status', status: 429, headers: { 'retry-after': '0' } })
  const id = await addTo('ann')
  await log.find(({ msg }) => msg === 'a document will be retried')
  embedder.behave = undefined
  await untilFinished(server.client, id)
  expect(ofTheEmbedder()).toEqual([
    'warn: the embedder has reached its rate limit: work that needs it waits',
    'info: the embedder accepts calls again',
  ])
  const retry = log.lines.find(({ msg }) => msg === 'a document will be retried')
  expect(retry).toMatchObject({ level: 'debug', code: 'embed.rate_limited', stage: 'embedding' })
})

test('an embedder outage is logged once, fails in /ready, and its end is logged once', async () => {
  const before = ofTheEmbedder().length
  embedder.behave = () => ({ kind: 'status', status: 500 })
  const id = await addTo('cleo')
  const stateIs = (state: string) =>
    until(
      () => server.client.request('GET', '/ready'),
      ({ body }) => body.checks.embedder === state,
    )
  expect(await stateIs('failing')).toMatchObject({ status: 200 })
  embedder.behave = undefined
  await stateIs('ok')
  expect((await untilFinished(server.client, id)).status).toBe('done')
  expect(ofTheEmbedder().slice(before)).toEqual([
    expect.stringMatching(/^warn: .*500.* Documents wait, and searches answer 503/),
    'info: the embedder answers again',
  ])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer, until, untilFinished } from '../../../test/harness.ts'
import { queryCells } from '../../../test/recount.ts'
import { outOfOrder, type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'
import { embeddingSetOf } from '../../platform/providers/embedding/embedder.ts'
import { dropSet } from './drop-set.ts'
import { readStatus } from './read-status.ts'
import { startBuild } from './start-build.ts'
import { rollBackSets, switchSets } from './switch-sets.ts'

/** An append to a chat embeds only its end, so the other chunks must keep or get their vectors in every set. */
let main: ScriptedEmbedder
let next: ScriptedEmbedder
let server: TestServer
beforeAll(async () => {
  main = await startScriptedEmbedder(32)
  next = await startScriptedEmbedder(48)
  server = await startTestServer({
    config: {
      ...main.config,
      RECONCILE_MS: 500,
      EMBEDDER_NEXT: 'http',
      EMBEDDER_NEXT_URL: next.config.EMBEDDER_URL,
      EMBEDDER_NEXT_MODEL: next.config.EMBEDDER_MODEL,
      EMBEDDER_NEXT_DIMENSIONS: next.config.EMBEDDER_DIMENSIONS,
    },
  })
})
afterAll(async () => {
  await server.close()
  await main.close()
  await next.close()
})

const wordOf = (n: number) => `zebra${String.fromCharCode(97 + n)}`
const turn = (n: number) => ({
  role: 'user',
  content: `The ${wordOf(n)} was seen on the way to the harbour, by all of us, on day ${n}.`,
})

let said = 0
async function say(count: number): Promise<void> {
  const messages = Array.from({ length: count }, (_, n) => turn(said + n))
  said += count
  const body = { conversationId: 'chat', containerTag: 'chat', messages }
  const { body: sent } = await server.client.request('POST', '/v4/conversations', body)
  expect(await untilFinished(server.client, sent.id)).toMatchObject({ status: 'done' })
}

/** Positions with a vector in each set. */
async function vectors(): Promise<Record<string, number[]>> {
  const rows = await queryCells<{ set: number; position: number }>(
    server.databases,
    'select embedding_set as set, position from cell.chunk_vectors where org = $1 order by 1, 2',
    [server.client.organization.id],
  )
  const bySet = Map.groupBy(rows, ({ set }) => String(set))
  return Object.fromEntries([...bySet].map(([set, found]) => [set, found.map(({ position }) => position)]))
}

async function expectAllFound(): Promise<void> {
  for (const n of [0, Math.floor(said / 2), said - 1]) {
    const search = { q: wordOf(n), containerTag: 'chat' }
    const { body } = await server.client.request('POST', '/v3/search', search)
    expect(body.results[0].chunks[0].content).toContain(wordOf(n))
  }
}

const everyTurn = () => Array.from({ length: said }, (_, n) => n)

test('a chat that goes on while its container changes to another embedding set is whole in both', async () => {
  const { app, client } = server
  const oldSet = embeddingSetOf(app.embedder.model)
  const newSet = embeddingSetOf(app.nextEmbedder!.model)
  const untilBuilt = () =>
    until(
      () => readStatus(app, client.organization),
      ({ sets }) => sets.find(({ id }) => id === newSet)?.open === 0,
    )
  await say(14)
  next.behave = () => outOfOrder
  await startBuild(app, client.organization, app.nextEmbedder!.model)
  await say(1)
  expect(await vectors()).toEqual({ [oldSet]: everyTurn() })
  next.behave = undefined
  await say(1)
  await untilBuilt()
  expect(await vectors()).toEqual({ [oldSet]: everyTurn(), [newSet]: everyTurn() })
  await switchSets(app, client.organization)
  await say(1)
  await expectAllFound()
  expect(await vectors()).toEqual({ [oldSet]: everyTurn(), [newSet]: everyTurn() })
  await rollBackSets(app, client.organization)
  await say(1)
  await expectAllFound()
  await dropSet(app, client.organization)
  await say(1)
  await expectAllFound()
  await until(vectors, bySet => Object.keys(bySet).length === 1)
  expect(await vectors()).toEqual({ [oldSet]: everyTurn() })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { laneOf } from '../../../test/lane-of.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'
import { lanes } from '../../platform/lanes/lane.ts'
import { type DreamApp, dreamContainer } from './dream.ts'

let embedder: ScriptedEmbedder
let server: TestServer
beforeAll(async () => {
  embedder = await startScriptedEmbedder()
  server = await startTestServer({ worker: false, config: embedder.config })
})
afterAll(async () => {
  await server.close()
  await embedder.close()
})

/**
 * One dreaming step of a container. `meanwhile` runs after its memories were listed and before anything is written.
 */
async function dream(containerTag: string, meanwhile?: () => Promise<unknown>): Promise<void> {
  const { cells, embedder: model, extractor } = server.app
  const summarizer = {
    async summarize() {
      await meanwhile?.()
      return []
    },
  }
  const app = {
    ...{ cells: cells.atWork, embedder: model, extractor, episodicDays: 0, summarizer },
    ...{ pace: { quietMs: 0, maxWaitMs: 0 }, leaseMs: 60_000, maxAttempts: 2, worker: 'test' },
    onError: () => undefined,
  } as unknown as DreamApp
  const lane = { ...(await laneOf(server, server.client, containerTag)), kind: lanes.dream }
  await dreamContainer(app, app.cells.of(lane.shard), lane)
}

test('an edit that is undone while its container dreams stays undone, and the memory it replaced is current', async () => {
  const { client } = server
  const containerTag = 'undone'
  const stated = await client.request('POST', '/v4/memories', {
    containerTag,
    memories: [{ content: 'Cleo lives in Porto.', isStatic: true }],
  })
  const { id } = stated.body.memories[0]
  await dream(containerTag)
  const edited = await client.request('PATCH', '/v4/memories', {
    containerTag,
    id,
    newContent: 'Cleo lives in Madrid.',
  })
  let undone: { status: number } | undefined
  await dream(containerTag, async () => {
    undone = await client.request('POST', `/v4/memories/${edited.body.id}/undo`)
  })
  expect(undone).toMatchObject({ status: 200 })
  await dream(containerTag)
  const shown = async (memory: string) => (await client.request('GET', `/v4/memories/${memory}`)).body
  expect(await shown(id)).toMatchObject({ isLatest: true, isForgotten: false })
  expect(await shown(edited.body.id)).toMatchObject({ isLatest: false, isForgotten: true })
})

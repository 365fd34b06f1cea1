import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  add,
  type Client,
  layouts,
  startTestServer,
  type TestServer,
  until,
  untilFinished,
} from '../../../test/harness.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'
import { type RunningProcess, start } from '../../edges/cli/run.ts'

describe.each(layouts)('workers on $layout', ({ cellCount }) => {
  let embedder: ScriptedEmbedder
  let server: TestServer
  let worker: RunningProcess | undefined
  beforeAll(async () => {
    embedder = await startScriptedEmbedder()
    const config = { ...embedder.config, WORKER_SLOTS: 1 }
    server = await startTestServer({ cellCount, worker: false, config })
  })
  afterAll(async () => {
    await worker?.stop()
    await server.close()
    await embedder.close()
  })

  const newClients = () => Promise.all([2, 4].map(homeShard => server.newClient({ homeShard })))

  const untilDrained = (client: Client) =>
    until(
      () => client.request('GET', '/v3/documents/processing?view=pending'),
      ({ body }) => body.totalCount === 0,
    )

  // Even shards live in the first cell, so both organizations share one queue and one slot.
  test.each([1, 80])(
    "finish a newcomer's document before the backlog of another organization in %i containers",
    async containers => {
      const [busy, newcomer] = (await newClients()) as [Client, Client]
      const word = `Backlog${containers}`
      for (let i = 0; i < 80; i++)
        await add(busy, { content: `${word} ${i}.`, containerTag: `backlog_${i % containers}` })
      const gate = embedder.hold(word)
      worker = await start(server.config, { api: false, worker: true })
      await gate.reached
      const id = await add(newcomer, { content: `A single request ${containers}.`, containerTag: 'single' })
      gate.open()
      await untilFinished(newcomer, id)
      await untilDrained(busy)
      await worker.stop()
      // The slice in hand comes first, then the newcomer, then the rest of the backlog. A second slice may have started
      // between the newcomer's commit and the fetch of its wake.
      const calls = embedder.calls.flatMap(({ texts: [text] }) => {
        if (text!.startsWith(word)) return 'backlog'
        // The descriptions of categories are embedded once, too.
        return text!.startsWith(`A single request ${containers}`) ? 'newcomer' : []
      })
      expect(calls).toContain('newcomer')
      expect(calls.indexOf('newcomer')).toBeLessThanOrEqual(2)
      expect(calls.lastIndexOf('backlog')).toBeGreaterThan(calls.indexOf('newcomer'))
    },
  )
})

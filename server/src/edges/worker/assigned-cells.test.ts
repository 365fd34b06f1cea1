import { afterAll, beforeAll, expect, test } from 'vitest'
import { add, startTestServer, type TestServer, untilFinished } from '../../../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ cellCount: 2, config: { WORKER_CELLS: 'second' } })
})
afterAll(() => server.close())

test('a worker with WORKER_CELLS works in the cells that it names, and in no other', async () => {
  const onMain = await server.newClient({ homeShard: 18 })
  const onSecond = await server.newClient({ homeShard: 19 })
  const waiting = await add(onMain, { content: 'No worker is assigned to this cell.' })
  const worked = await add(onSecond, { content: 'A worker is assigned to this cell.' })
  expect((await untilFinished(onSecond, worked)).status).toBe('done')
  const { body } = await onMain.request('GET', `/v3/documents/${waiting}`)
  expect(body.status).toBe('queued')
})

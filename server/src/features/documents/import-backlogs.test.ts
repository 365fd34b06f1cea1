import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { lanes } from '../../platform/lanes/lane.ts'

let server: TestServer

beforeAll(async () => {
  // Without a worker, documents stay due.
  server = await startTestServer({ worker: false, config: { BULK_MAX_WAIT_SECONDS: 3_600 } })
})
afterAll(() => server.close())

const batchOf = (documents: number) => ({
  containerTag: 'imports',
  documents: Array.from({ length: documents }, (_, n) => `Document number ${n}.`),
})

describe('an import', () => {
  test('is refused while the oldest import of its organization has waited too long', async () => {
    const { client } = server
    const other = await server.newClient()
    for (const each of [client, other])
      expect((await each.request('POST', '/v3/documents/batch', batchOf(10))).status).toBe(200)
    await server.databases[0]!.admin.query(
      `update cell.documents set due_at = now() - interval '2 hours', lane = $1 where org = $2`,
      [lanes.bulk, client.organization.id],
    )
    const refused = await client.request('POST', '/v3/documents/batch', batchOf(11))
    expect(refused.status).toBe(429)
    expect(refused.body).toMatchObject({ code: 'backlog.limited', retryAfterSeconds: 60 })
    for (const [each, documents] of [
      [client, 10],
      [other, 11],
    ] as const)
      expect((await each.request('POST', '/v3/documents/batch', batchOf(documents))).status).toBe(200)
  })
})

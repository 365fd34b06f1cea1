import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../server/test/harness.ts'
import { Reverie } from '../src/reverie.ts'

const content = 'user: I live in Lisbon.'

describe('waiting for memories', () => {
  let server: TestServer
  let client: Reverie
  beforeAll(async () => {
    server = await startTestServer({ config: { DREAM_QUIET_MS: 0 } })
    client = new Reverie({ baseUrl: server.url, apiKey: server.client.key })
  })
  afterAll(() => server.close())

  test('ends when they are formed, and returns their number', async () => {
    const { id } = await client.add({ content, containerTag: 'formed' })
    const seen: string[] = []
    const onProgress = ({ status, dreamingStatus }: { status: string; dreamingStatus: string }) =>
      seen.push(`${status} ${dreamingStatus}`)
    expect(await client.waitUntilDone(id, { memories: true, onProgress })).toMatchObject({
      status: 'done',
      dreamingStatus: 'done',
      memoryCount: 1,
      dreamingOutcome: { outcome: 'formed', memories: 1 },
    })
    expect(seen.at(-1)).toBe('done done')
    expect(new Set(seen).size).toBe(seen.length)
  })

  test('ends at once for a document that forms none', async () => {
    const { id } = await client.add({ content, taskType: 'rag' })
    const { dreamingOutcome } = await client.waitUntilDone(id, { memories: true })
    expect(dreamingOutcome).toMatchObject({ outcome: 'skipped' })
  })

  test('fails if the document fails', async () => {
    const { id } = await client.upload(new File(['  \n '], 'empty.txt', { type: 'text/plain' }))
    await expect(client.waitUntilDone(id, { memories: true })).rejects.toMatchObject({
      errorCode: 'extract.empty',
      documentId: id,
    })
  })
})

describe('memories that are not formed yet', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  test('are awaited only on request, and not beyond the timeout', async () => {
    const client = new Reverie({ baseUrl: server.url, apiKey: server.client.key })
    const { id } = await client.add({ content })
    expect(await client.waitUntilDone(id)).toMatchObject({ status: 'done', dreamingStatus: 'dreaming' })
    await expect(client.waitUntilDone(id, { memories: true, timeoutMs: 150 })).rejects.toMatchObject({
      code: 'client.timeout',
      message: expect.stringContaining('dreaming'),
    })
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer, untilFinished } from '../../../test/harness.ts'
import { LogLines } from '../../../test/serve-routes.ts'
import { createLogger } from '../../platform/telemetry/logger.ts'

describe('the log of a server at debug level', () => {
  let server: TestServer
  const log = new LogLines()
  beforeAll(async () => {
    server = await startTestServer({ logger: createLogger('debug', log) })
  })
  afterAll(() => server.close())

  async function add(requestId: string, body: object): Promise<string> {
    const response = await fetch(`${server.url}/v3/documents`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.client.key}`,
        'content-type': 'application/json',
        'x-request-id': requestId,
      },
      body: JSON.stringify(body),
    })
    return ((await response.json()) as { id: string }).id
  }

  const linesOf = (id: string) => log.lines.filter(({ documentId }) => documentId === id)

  test('tells the life of a document, found by its id or by the id of the request that added it', async () => {
    const id = await add('life-of-ada', { content: 'Ada plays the viola in Lisbon.', containerTag: 'ada' })
    await untilFinished(server.client, id)
    await log.find(({ documentId, msg }) => documentId === id && msg === 'a document is indexed')
    await log.request('life-of-ada')
    const told = linesOf(id).filter(({ requestId }) => requestId === 'life-of-ada')
    expect(told.filter(({ msg }) => msg !== 'request')).toMatchObject([
      { msg: 'a document was claimed', lane: 'interactive', revision: 1, attempts: 1 },
      { msg: 'a stage has run', stage: 'extracting', ms: expect.any(Number) },
      { msg: 'a stage has run', stage: 'chunking' },
      { msg: 'a stage has run', stage: 'embedding' },
      { msg: 'a stage has run', stage: 'indexing' },
      { msg: 'a document is indexed' },
    ])
    expect(told.find(({ msg }) => msg === 'request')).toMatchObject({ route: '/v3/documents', status: 200 })
    for (const line of told) expect(line.organizationId).toBe(server.client.organization.id)
    expect(JSON.stringify(told)).not.toMatch(/viola|Lisbon|"ada"/)
  })

  test('names the request in the line of a failure, and the document in the line of a request for it', async () => {
    const id = await add('leads-nowhere', { content: 'http://127.0.0.1:9/nothing', containerTag: 'ada' })
    await untilFinished(server.client, id)
    const failed = await log.find(({ documentId, msg }) => documentId === id && msg === 'a document failed')
    expect(failed).toMatchObject({ level: 'warn', requestId: 'leads-nowhere', code: 'fetch.blocked_address' })
    const read = await log.find(({ documentId, route }) => documentId === id && route === '/v3/documents/:id')
    expect(read).toMatchObject({ status: 200 })
  })

  test('leaves out an id that the caller has chosen, and names the code of a refusal', async () => {
    await server.client.request('GET', '/v3/documents/diary-of-ada')
    const refused = await log.find(({ code }) => code === 'document.not_found')
    expect(refused).toMatchObject({ msg: 'request', status: 404 })
    expect(JSON.stringify(log.lines)).not.toContain('diary-of-ada')
  })

  test('names no request in a line that belongs to none', () => {
    server.app.logger.info('outside of all requests')
    expect(log.lines.at(-1)).toEqual({
      level: 'info',
      time: expect.any(String),
      msg: 'outside of all requests',
    })
  })
})

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  add,
  layouts,
  startTestServer,
  type TestServer,
  until,
  untilFinished,
} from '../../../test/harness.ts'
import { outOfOrder, type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'

let embedder: ScriptedEmbedder
beforeAll(async () => {
  embedder = await startScriptedEmbedder()
})
afterAll(() => embedder.close())
afterEach(() => {
  embedder.behave = undefined
})

const toOutcome = ({ outcome }: { outcome: string }) => outcome
const tooMany = { kind: 'status', status: 429, headers: { 'retry-after': '0' } } as const

describe.each(layouts)('a document on $layout', ({ cellCount }) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ cellCount, config: { ...embedder.config, MAX_ATTEMPTS: 2 } })
  })
  afterAll(() => server.close())

  const attemptsOf = async (id: string) =>
    (await server.client.request('GET', `/v3/documents/${id}/attempts`)).body.attempts
  const failure = async (id: string) => {
    const { body } = await server.client.request('GET', '/v3/documents/processing?view=all')
    return body.documents.find((document: { id: string }) => document.id === id)
  }

  test('is retried a number of times while its provider fails on its text alone, then fails with the reason', async () => {
    embedder.behave = ({ texts }) =>
      texts.some(text => text.includes('Nobody answers')) ? outOfOrder : undefined
    const id = await add(server.client, { content: 'Nobody answers.', containerTag: 'down' })
    // Both are checked together, because the retry comes a second later.
    const [, waiting] = await until(
      async () => [await attemptsOf(id), await failure(id)] as const,
      ([[last], document]) => last?.outcome === 'retry' && document?.status === 'queued',
    )
    expect(waiting).toMatchObject({ errorCode: null })
    await untilFinished(server.client, id)
    const attempt = { stage: 'embedding', errorCode: 'embed.provider_unavailable', revision: 1 }
    const attempts = await attemptsOf(id)
    expect(attempts).toMatchObject([
      { ...attempt, outcome: 'failed' },
      { ...attempt, outcome: 'retry' },
    ])
    // The second attempt waited a second, and each further one twice as long.
    expect(Date.parse(attempts[0].startedAt) - Date.parse(attempts[1].endedAt)).toBeGreaterThanOrEqual(990)
    expect(await failure(id)).toMatchObject({
      status: 'failed',
      errorCode: 'embed.provider_unavailable',
      errorMessage: expect.stringContaining('500'),
      stuck: false,
    })
  })

  test('loses one attempt and nothing else when its provider recovers', async () => {
    let calls = 0
    embedder.behave = () => (++calls === 1 ? outOfOrder : undefined)
    const id = await add(server.client, { content: 'Answered at last.', containerTag: 'recovers' })
    expect(await untilFinished(server.client, id)).toMatchObject({ status: 'done' })
    expect((await attemptsOf(id)).map(toOutcome)).toEqual(['done', 'retry'])
    expect(await failure(id)).toBeUndefined()
  })

  test('loses no attempt to a rate limit, however often it is hit', async () => {
    let calls = 0
    embedder.behave = () => (++calls <= 4 ? tooMany : undefined)
    const id = await add(server.client, { content: 'Patience is enough.', containerTag: 'limited' })
    expect(await untilFinished(server.client, id)).toMatchObject({ status: 'done' })
    const attempts = await attemptsOf(id)
    expect(attempts.map(toOutcome)).toEqual(['done', 'retry', 'retry', 'retry', 'retry'])
    for (const attempt of attempts.slice(1))
      expect(attempt).toMatchObject({ errorCode: 'embed.rate_limited' })
  })

  test('waits for Retry-After', async () => {
    let calls = 0
    embedder.behave = () => (++calls === 1 ? { ...tooMany, headers: { 'retry-after': '1' } } : undefined)
    const id = await add(server.client, { content: 'In a second.', containerTag: 'later' })
    await untilFinished(server.client, id)
    const [done, limited] = await attemptsOf(id)
    expect(Date.parse(done.startedAt) - Date.parse(limited.endedAt)).toBeGreaterThanOrEqual(990)
  })

  test('that the provider refuses fails alone, and the rest of its slice is done', async () => {
    embedder.behave = ({ texts }) =>
      texts.some(text => text.includes('poison')) ? { kind: 'status', status: 400 } : undefined
    const gate = embedder.hold('first of all')
    const containerTag = 'refused'
    // While the first is held back, the others gather and are then claimed together.
    const first = await add(server.client, { content: 'The first of all.', containerTag })
    await gate.reached
    const good = await Promise.all(
      Array.from({ length: 5 }, (_, i) => add(server.client, { content: `Wholesome ${i}.`, containerTag })),
    )
    const bad = await add(server.client, { content: 'This is poison.', containerTag })
    gate.open()
    for (const id of [first, ...good]) {
      expect(await untilFinished(server.client, id)).toMatchObject({ status: 'done' })
      expect(await attemptsOf(id)).toHaveLength(1)
    }
    expect(await untilFinished(server.client, bad)).toMatchObject({ status: 'failed' })
    expect(await failure(bad)).toMatchObject({ errorCode: 'embed.bad_response' })
    expect(await attemptsOf(bad)).toHaveLength(2)
  })
})

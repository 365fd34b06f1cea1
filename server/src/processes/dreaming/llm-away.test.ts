import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, type Client, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { readByScript, type ScriptedLlm, startScriptedLlm } from '../../../test/scripted-llm.ts'
import { LogLines } from '../../../test/serve-routes.ts'
import type { Config } from '../../platform/config.ts'
import { createLogger } from '../../platform/telemetry/logger.ts'

const said = 'user: I live in Lisbon.\nassistant: Nice.'

type StartedServer = { server: TestServer; client: Client; log: LogLines }

async function startWith(config: Partial<Config>): Promise<StartedServer> {
  const log = new LogLines()
  const server = await startTestServer({
    logger: createLogger('info', log),
    config: {
      LLM: 'openai-compatible',
      LLM_MODEL: 'double',
      DREAM_QUIET_MS: 0,
      RECONCILE_MS: 1_000,
      ...config,
    },
  })
  return { server, client: server.client, log }
}

/** An address without a listener: the test double that used it is closed. */
async function deadUrl(): Promise<string> {
  const llm = await startScriptedLlm({ answer: readByScript })
  await llm.close()
  return llm.url
}

const dreamed = (client: Client, id: string) =>
  until(
    async () => (await client.request('GET', `/v3/documents/${id}`)).body,
    ({ dreamingStatus, status }) => dreamingStatus !== 'dreaming' || status === 'failed',
  )

const memoriesIn = async (client: Client, containerTag: string) =>
  (await client.request('POST', '/v4/memories/list', { containerTags: [containerTag] })).body.memoryEntries

const callsFor = async (client: Client, id: string) =>
  (await client.request('GET', `/v3/documents/${id}/attempts`)).body.llmCalls

const untilReady = ({ client }: StartedServer, state: 'ok' | 'failing') =>
  until(
    () => client.request('GET', '/ready'),
    ({ body }) => body.checks.llm === state,
  )

const ofTheModel = ({ log }: StartedServer) => log.lines.filter(({ provider }) => provider === 'llm')

describe('A server whose language model is at a dead address', () => {
  let started: StartedServer
  beforeAll(async () => {
    started = await startWith({ LLM_URL: await deadUrl() })
  })
  afterAll(() => started.server.close())

  test('is ready, and reports once in its log and in /ready that the model does not answer and what to check', async () => {
    const { status, body } = await untilReady(started, 'failing')
    expect({ status, body }).toMatchObject({ status: 200, body: { status: 'ready', checks: { main: 'ok' } } })
    expect(ofTheModel(started)).toMatchObject([
      {
        level: 'warn',
        reason: expect.stringMatching(/cannot be reached \(ECONNREFUSED\).*LLM_URL/),
        msg: expect.stringContaining('The built-in rules process documents'),
      },
    ])
  })

  test('reads documents by the built-in rules, and records that the model was not called', async () => {
    const { client } = started
    await untilReady(started, 'failing')
    const id = await add(client, { content: said, containerTag: 'dead' })
    await dreamed(client, id)
    expect(await memoriesIn(client, 'dead')).toMatchObject([{ memory: expect.stringContaining('Lisbon') }])
    expect(await callsFor(client, id)).toMatchObject([{ outcome: 'circuit_open', inputTokens: 0, usd: 0 }])
    expect(ofTheModel(started)).toHaveLength(1)
  })
})

describe('A language model that stops answering', () => {
  let llm: ScriptedLlm
  let started: StartedServer
  beforeAll(async () => {
    llm = await startScriptedLlm({ answer: readByScript })
    started = await startWith(llm.config)
  })
  afterAll(async () => {
    await started.server.close()
    await llm.close()
  })

  test('is replaced by the rules after a few failures, and reads again when it answers again', async () => {
    const { client, log } = started
    const before = await add(client, { content: said, containerTag: 'before' })
    await dreamed(client, before)
    expect(await callsFor(client, before)).toMatchObject([{ outcome: 'done' }])
    expect(ofTheModel(started)).toEqual([])

    llm.behave = () => ({ kind: 'status', status: 503, headers: { 'retry-after': '3600' } })
    const during = await add(client, { content: said, containerTag: 'during' })
    await untilReady(started, 'failing')
    const later = await add(client, { content: said, containerTag: 'later' })
    await dreamed(client, later)
    await dreamed(client, during)
    for (const tag of ['during', 'later']) expect(await memoriesIn(client, tag)).toHaveLength(1)

    llm.behave = undefined
    await untilReady(started, 'ok')
    await log.find(({ msg }) => msg === 'the language model answers again')
    const after = await add(client, { content: said, containerTag: 'after' })
    await dreamed(client, after)
    expect(await callsFor(client, after)).toMatchObject([{ outcome: 'done' }])
    expect(await memoriesIn(client, 'after')).toMatchObject([{ memory: 'The user lives in Lisbon.' }])
    expect(ofTheModel(started).map(({ level }) => level)).toEqual(['warn', 'info'])
    expect((await callsFor(client, during)).at(-1)).toMatchObject({ outcome: 'provider_unavailable' })
    expect(await callsFor(client, later)).toMatchObject([{ outcome: 'circuit_open' }])
  })

  test('does not slow down a search with rewriteQuery once its circuit is open', async () => {
    const { client } = started
    await add(client, { content: said, containerTag: 'searched' })
    llm.behave = () => ({ kind: 'silence' })
    llm.list = { kind: 'status', status: 500 }
    const circuit = started.server.app.circuits.get('llm')!
    for (const _ of [1, 2, 3]) circuit.failed('The language model answered 500.')
    const asked = llm.calls.length
    const search = { q: 'Where do they live?', containerTags: ['searched'], rewriteQuery: true }
    expect((await client.request('POST', '/v3/search', search)).status).toBe(200)
    expect(llm.calls).toHaveLength(asked)
    llm.behave = undefined
    llm.list = undefined
    await untilReady(started, 'ok')
  })
})

describe('With LLM_FALLBACK=fail', () => {
  let llm: ScriptedLlm
  let started: StartedServer
  beforeAll(async () => {
    llm = await startScriptedLlm({ answer: readByScript })
    started = await startWith({
      ...llm.config,
      LLM_FALLBACK: 'fail',
      MAX_ATTEMPTS: 2,
      GATE_PROBE_MS: 200,
    })
  })
  afterAll(async () => {
    await started.server.close()
    await llm.close()
  })

  test('a document waits at a gate for as long as the model is away, and then gets its memories', async () => {
    const { client } = started
    llm.behave = () => ({ kind: 'status', status: 503 })
    llm.list = { kind: 'status', status: 503 }
    const id = await add(client, { content: said, containerTag: 'waits' })
    const waiting = await until(
      async () => (await client.request('GET', '/v3/documents/processing?view=dreaming')).body.documents[0],
      document => document?.gate?.name === 'llm',
    )
    expect(waiting).toMatchObject({ id, status: 'done', dreamingStatus: 'dreaming' })
    const probes = async () =>
      (await started.server.databases[0]!.admin.query('select probes from work.gates')).rows[0]?.probes ?? 0
    await until(probes, count => count > 3)
    expect((await client.request('GET', `/v3/documents/${id}`)).body).toMatchObject({ status: 'done' })
    llm.behave = undefined
    llm.list = undefined
    expect(await dreamed(client, id)).toMatchObject({ status: 'done', dreamingStatus: 'done' })
    expect(await memoriesIn(client, 'waits')).toHaveLength(1)
  })

  test('a document fails if the model fails on its text alone, and the log has one line for it without its text', async () => {
    const { client, log } = started
    llm.behave = call =>
      JSON.stringify(call).includes('cursed') ? { kind: 'status', status: 500 } : undefined
    const content = 'user: I live in cursed Lisbon.\nassistant: Nice.'
    const id = await add(client, { content, containerTag: 'fails', dreaming: 'instant' })
    const failed = await log.find(line => line.documentId === id && line.level === 'warn')
    expect(failed).toMatchObject({
      msg: 'a document failed',
      organizationId: client.organization.id,
      code: 'dream.provider_unavailable',
      stage: 'dreaming',
      attempts: 2,
    })
    expect(JSON.stringify(log.lines)).not.toContain('Lisbon')
    llm.behave = undefined
  })
})

test('a language model with an unusable response format is reported once, and the rules read in its place', async () => {
  const llm = await startScriptedLlm({ answer: () => 'I would rather talk about the weather.' as never })
  const started = await startWith({ LLM_URL: llm.url, MAX_ATTEMPTS: 1 })
  try {
    for (const containerTag of ['first', 'second']) {
      const id = await add(started.client, { content: said, containerTag })
      expect(await dreamed(started.client, id)).toMatchObject({ status: 'done' })
    }
    const unusable = ofTheModel(started).filter(({ msg }) => /not in the requested format/.test(String(msg)))
    expect(unusable).toMatchObject([{ level: 'warn', todo: expect.stringContaining('LLM_MODEL') }])
  } finally {
    await started.server.close()
    await llm.close()
  }
})

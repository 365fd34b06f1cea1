import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { add, type Client, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { queryCells } from '../../../test/recount.ts'
import { inherited } from '../../../test/run-reverie.ts'
import { readByScript, type ScriptedLlm, startScriptedLlm } from '../../../test/scripted-llm.ts'
import { type RunningProcess, start } from '../../edges/cli/run.ts'
import type { Config } from '../../platform/config.ts'

let llm: ScriptedLlm
let server: TestServer
let client: Client
beforeAll(async () => {
  llm = await startScriptedLlm({ answer: readByScript })
  const config = { ...llm.config, DREAM_QUIET_MS: 0, RECONCILE_MS: 500, LLM_FALLBACK: 'fail' as const }
  server = await startTestServer({ worker: false, config: { ...config, LLM_OUTPUT_USD_PER_MILLION: 1_000 } })
  client = server.client
})
afterAll(async () => {
  await server.close()
  await llm.close()
})
beforeEach(() => {
  llm.behave = undefined
})
let worker: RunningProcess | undefined
afterEach(async () => {
  await worker?.stop()
  worker = undefined
})
const startWorker = async (config: Partial<Config>) => {
  worker = await start({ ...server.config, ...config }, { api: false, worker: true })
}

const show = async (id: string) => (await client.request('GET', `/v3/documents/${id}`)).body
const attemptsOf = async (id: string) =>
  (await client.request('GET', `/v3/documents/${id}/attempts`)).body.attempts.filter(
    ({ stage }: { stage: string }) => stage === 'dreaming',
  )
const ended = (id: string) =>
  until(
    () => show(id),
    ({ dreamingStatus }) => dreamingStatus !== 'dreaming',
  )
const waiting = (id: string) =>
  until(
    () => show(id),
    ({ dreamingOutcome }) => dreamingOutcome?.outcome === 'waiting',
  )

test('a document on whose text the model fails ends with its reason after the maximum number of attempts, and can be retried', async () => {
  llm.behave = call =>
    JSON.stringify(call).includes('Lisbon')
      ? { kind: 'status', status: 503, headers: { 'retry-after': '5' } }
      : undefined
  const id = await add(client, { content: 'user: I live in Lisbon.', containerTag: 'away' })
  await startWorker({ MAX_ATTEMPTS: 2 })
  const waits = await waiting(id)
  expect(waits).toMatchObject({
    status: 'done',
    errorCode: null,
    dreamingOutcome: { errorCode: 'dream.provider_unavailable', until: expect.any(String) },
  })
  const failed = await ended(id)
  expect(failed).toMatchObject({
    status: 'failed',
    dreamingStatus: 'failed',
    errorCode: 'dream.provider_unavailable',
    dreamingOutcome: { outcome: 'failed', errorCode: 'dream.provider_unavailable', until: null },
  })
  const code = { errorCode: 'dream.provider_unavailable', errorMessage: expect.any(String) }
  expect(await attemptsOf(id)).toMatchObject([
    { outcome: 'failed', ...code },
    { outcome: 'retry', ...code },
  ])
  llm.behave = undefined
  const processingAttempts = async () => {
    const { attempts } = (await client.request('GET', `/v3/documents/${id}/attempts`)).body
    return attempts.filter(({ stage }: { stage: string }) => stage !== 'dreaming')
  }
  const processed = await processingAttempts()
  const answer = await client.request('POST', `/v3/documents/${id}/retry`)
  expect(answer).toMatchObject({ status: 202, body: { id, status: 'done' } })
  expect(await ended(id)).toMatchObject({
    status: 'done',
    errorCode: null,
    memoryCount: 1,
    dreamingOutcome: { outcome: 'formed' },
  })
  // Only dreaming failed, so only dreaming ran again.
  expect(await processingAttempts()).toEqual(processed)
})

test('a document waits until tomorrow when the daily budget is spent, and the wait does not count as an attempt', async () => {
  const id = await add(client, { content: 'user: I live in Porto.', containerTag: 'spent' })
  await startWorker({ LLM_OVER_BUDGET: 'wait', LLM_DAILY_USD: 0.000_001, MAX_ATTEMPTS: 1 })
  const { dreamingOutcome } = await waiting(id)
  expect(dreamingOutcome).toMatchObject({ errorCode: 'dream.rate_limited', memories: 0, setting: null })
  const until = new Date(dreamingOutcome.until)
  expect(until.getTime()).toBeGreaterThan(Date.now())
  expect(until.toISOString().slice(11, 16)).toBe('00:00')
  expect(await attemptsOf(id)).toMatchObject([{ outcome: 'retry', errorCode: 'dream.rate_limited' }])
  // Another document of the container is tried meanwhile, without retrying the first one.
  const other = await add(client, { content: 'user: I live in Faro.', containerTag: 'spent' })
  await waiting(other)
  expect(await attemptsOf(id)).toHaveLength(1)
})

describe('A document that kills its worker', () => {
  const maxAttempts = 3
  let asked: PromiseWithResolvers<void>
  beforeEach(() => {
    llm.behave = ({ prompt }) => {
      if (!prompt.includes('Poison')) return undefined
      asked.resolve()
      return { kind: 'silence' }
    }
  })

  /** Dies in the middle of the call, like a worker that runs out of memory. */
  async function dieReading(): Promise<void> {
    asked = Promise.withResolvers()
    const victim = spawnWorker({ ...server.config, MAX_ATTEMPTS: maxAttempts })
    await asked.promise
    victim.kill('SIGKILL')
    await once(victim, 'exit')
    await queryCells(
      server.databases,
      `update cell.dream_leases set leased_until = now() - interval '1 second' where leased_until is not null`,
      [],
    )
  }

  test('uses up its own attempts only, and the documents beside it are dreamed about', async () => {
    const said = { containerTag: 'poison', documentDate: '2024-05-05' }
    const [poison, beside] = [
      await add(client, { content: 'user: Poison kills.', ...said }),
      await add(client, { content: 'user: I live in Braga.', ...said }),
    ]
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      await dieReading()
      const attempts = await attemptsOf(poison!)
      expect(attempts).toHaveLength(attempt)
      expect(attempts[0]).toMatchObject({ outcome: 'running', endedAt: null })
    }
    await startWorker({ MAX_ATTEMPTS: maxAttempts })
    expect(await ended(poison!)).toMatchObject({
      status: 'failed',
      dreamingStatus: 'failed',
      errorCode: 'dream.crashed',
      dreamingOutcome: { outcome: 'failed', errorCode: 'dream.crashed' },
    })
    const outcomes = (await attemptsOf(poison!)).map(({ outcome }: { outcome: string }) => outcome)
    expect(outcomes).toEqual(['failed', 'lost', 'lost', 'lost'])
    expect(await ended(beside!)).toMatchObject({ status: 'done', dreamingOutcome: { outcome: 'formed' } })
  })
})

/** A worker in a process of its own, because killing one cannot be simulated inside this process. */
function spawnWorker(config: Config): ChildProcess {
  const settings = Object.entries(config).map(([name, value]) => [name, String(value)])
  const main = join(import.meta.dirname, '../../main.ts')
  const env = { ...inherited(), ...Object.fromEntries(settings) }
  return spawn(process.execPath, [main, 'worker'], { env, stdio: 'ignore' })
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  add,
  layouts,
  startTestServer,
  type TestServer,
  until,
  untilFinished,
} from '../../../test/harness.ts'
import { expireLeases, laneOf } from '../../../test/lane-of.ts'
import { expectFiguresToAgree, queryCells } from '../../../test/recount.ts'
import { inherited } from '../../../test/run-reverie.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'
import { start } from '../../edges/cli/run.ts'
import type { Config } from '../config.ts'
import { decodeId } from '../lib/ids.ts'
import { runLanes } from './run-lanes.ts'

let embedder: ScriptedEmbedder
beforeAll(async () => {
  embedder = await startScriptedEmbedder()
})
afterAll(() => embedder.close())

describe.each(layouts)('workers on $layout', ({ cellCount }) => {
  let server: TestServer
  beforeAll(async () => {
    // Leases have their usual length: one that expired on a busy machine would start a second attempt at work that goes
    // on.
    const config = { ...embedder.config, WORKER_SLOTS: 4, RECONCILE_MS: 500 }
    server = await startTestServer({ cellCount, worker: false, config })
    embedder.calls.length = 0
  })
  afterAll(() => server.close())

  /** Adds ten at a time: adds to one container take turns, and the pool is small. */
  async function fill(containerTag: string, count: number): Promise<string[]> {
    const ids: string[] = []
    while (ids.length < count) {
      const texts = Array.from(
        { length: Math.min(10, count - ids.length) },
        (_, i) => `${containerTag} ${ids.length + i}.`,
      )
      ids.push(...(await Promise.all(texts.map(content => add(server.client, { content, containerTag })))))
    }
    return ids
  }
  const startWorker = () => start(server.config, { api: false, worker: true })
  /** Lets the lease of a document expire now. */
  const endLease = (id: string) => expireLeases(server, [{ id: decodeId(id)! }])
  const attemptsOf = async (id: string) =>
    (await server.client.request('GET', `/v3/documents/${id}/attempts`)).body.attempts
  const textsOf = (word: string) =>
    embedder.calls.flatMap(({ texts }) => texts.filter(text => text.startsWith(word)))

  test('give every slot to one lane that holds more than a slice', async () => {
    await fill('crowd', 80)
    const gate = embedder.hold('crowd')
    const worker = await startWorker()
    // The embedder holds back all slices of the container at once, each in its own slot.
    await until(
      async () => textsOf('crowd').length,
      texts => texts === 80,
    )
    const calls = embedder.calls.filter(({ texts }) => texts[0]!.startsWith('crowd'))
    expect(calls.length).toBeGreaterThanOrEqual(3)
    gate.open()
    await untilDrained('crowd')
    await worker.stop()
  })

  test('share the work and never process a document twice', async () => {
    const ids = await fill('shared', 90)
    const workers = await Promise.all([startWorker(), startWorker()])
    await untilDrained('shared')
    await Promise.all(workers.map(worker => worker.stop()))
    const embedded = textsOf('shared')
    expect(embedded).toHaveLength(ids.length)
    expect(new Set(embedded).size).toBe(ids.length)
    const attempts = await queryCells<{ outcome: string; count: number }>(
      server.databases,
      `select a.outcome, count(*)::int as count from cell.attempts a join cell.containers c using (shard, org, container)
        where c.tag = $1 group by 1`,
      ['shared'],
    )
    expect(attempts).toEqual([{ outcome: 'done', count: ids.length }])
    await expectFiguresToAgree(server.databases)
  })

  const untilDrained = (containerTag: string) =>
    until(
      () =>
        server.client.request('GET', `/v3/documents/processing?view=pending&containerTag=${containerTag}`),
      ({ body }) => body.totalCount === 0,
    )

  test('finish the work in hand when told to stop, and take nothing more', async () => {
    const gate = embedder.hold('in hand')
    const worker = await startWorker()
    const id = await add(server.client, { content: 'This is in hand.', containerTag: 'stopping' })
    await gate.reached
    const stopped = worker.stop()
    const late = await add(server.client, { content: 'This comes late.', containerTag: 'stopping' })
    gate.open()
    await stopped
    expect((await server.client.request('GET', `/v3/documents/${id}`)).body).toMatchObject({ status: 'done' })
    expect((await server.client.request('GET', `/v3/documents/${late}`)).body).toMatchObject({
      status: 'queued',
    })
    const successor = await startWorker()
    await untilFinished(server.client, late)
    await successor.stop()
  })

  test('leave a wake that arrives during a stop to another worker', async () => {
    const id = await add(server.client, { content: 'This is arriving.', containerTag: 'arriving' })
    const { shard } = await laneOf(server, server.client, 'arriving')
    const queue = server.app.wakes.of(shard)
    const fetched = Promise.withResolvers<void>()
    const told = Promise.withResolvers<void>()
    const runner = runLanes({
      cell: server.app.cells.of(shard),
      queue: {
        wake: (...wake) => queue.wake(...wake),
        async fetch() {
          const lane = await queue.fetch()
          fetched.resolve()
          await told.promise
          return lane
        },
      },
      worker: 'told to stop',
      slots: 1,
      pollMs: 20,
      leaseMs: 60_000,
      work: async () => undefined,
      onError: fetched.reject,
    })
    await fetched.promise
    const stopped = runner.stop()
    told.resolve()
    await stopped
    expect(await attemptsOf(id)).toEqual([])
    const successor = await startWorker()
    await untilFinished(server.client, id)
    await successor.stop()
  })

  test('that cannot wait any longer leave the document to its lease, which is no failure of the document', async () => {
    const gate = embedder.hold('cut short')
    const worker = await start(
      { ...server.config, MAX_ATTEMPTS: 1, SHUTDOWN_TIMEOUT_MS: 50 },
      { api: false, worker: true },
    )
    const id = await add(server.client, { content: 'This is cut short.', containerTag: 'late' })
    await gate.reached
    await worker.stop()
    expect(await attemptsOf(id)).toMatchObject([{ outcome: 'running', stage: 'embedding' }])
    await endLease(id)
    gate.open()
    const successor = await startWorker()
    expect(await untilFinished(server.client, id)).toMatchObject({ status: 'done' })
    await successor.stop()
    expect(await attemptsOf(id)).toMatchObject([{ outcome: 'done' }, { outcome: 'lost' }])
  })

  test('take over the documents of a killed worker when its lease ends, and both attempts are listed', async () => {
    const gate = embedder.hold('last words')
    const id = await add(server.client, { content: 'These are last words.', containerTag: 'killed' })
    const victim = spawnWorker(server.config)
    await gate.reached
    expect(await attemptsOf(id)).toMatchObject([{ outcome: 'running', stage: 'embedding', endedAt: null }])
    victim.kill('SIGKILL')
    await once(victim, 'exit')
    await endLease(id)
    gate.open()
    const successor = await startWorker()
    expect(await untilFinished(server.client, id)).toMatchObject({ status: 'done' })
    await successor.stop()
    const [second, first] = await attemptsOf(id)
    expect(first).toMatchObject({ outcome: 'lost', stage: 'embedding', endedAt: expect.any(String) })
    expect(second).toMatchObject({ outcome: 'done', endedAt: expect.any(String) })
    expect(first.worker).not.toBe(second.worker)
    await expectFiguresToAgree(server.databases)
  })
})

/** Starts a worker in its own process, because only a process can be killed. */
function spawnWorker(config: Config): ChildProcess {
  const settings = Object.entries(config).map(([name, value]) => [name, String(value)])
  const main = join(import.meta.dirname, '../../main.ts')
  const env = { ...inherited(), ...Object.fromEntries(settings) }
  return spawn(process.execPath, [main, 'worker'], { env, stdio: 'ignore' })
}

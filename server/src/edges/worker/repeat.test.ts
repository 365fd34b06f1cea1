import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LogLines } from '../../../test/serve-routes.ts'
import { encodeId, newId } from '../../platform/lib/ids.ts'
import { createLogger } from '../../platform/telemetry/logger.ts'
import { createMetrics } from '../../platform/telemetry/metrics.ts'
import { repeat } from './repeat.ts'
import { reportAttemptEnd } from './report-attempt-end.ts'

describe('a repeated task', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const ignore = () => undefined

  test('runs at once and then at its interval', async () => {
    const task = vi.fn(async () => undefined)
    const repeated = repeat(1_000, ignore, task)
    expect(task).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(task).toHaveBeenCalledTimes(4)
    await repeated.stop()
  })

  test('never runs twice at once, however long a run takes', async () => {
    let release: () => void = ignore
    const task = vi.fn(
      () =>
        new Promise<undefined>(resolve => {
          release = () => resolve(undefined)
        }),
    )
    const repeated = repeat(1_000, ignore, task)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(task).toHaveBeenCalledTimes(1)
    release()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(task).toHaveBeenCalledTimes(2)
    release()
    await repeated.stop()
  })

  test('goes on after an error, which is reported', async () => {
    const errors: unknown[] = []
    const broken = new Error('broken')
    const repeated = repeat(
      1_000,
      error => errors.push(error),
      () => Promise.reject(broken),
    )
    await vi.advanceTimersByTimeAsync(2_000)
    expect(errors).toEqual([broken, broken, broken])
    await repeated.stop()
  })

  test('stops after the current run, without another one', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const task = vi.fn(() => promise)
    const repeated = repeat(1_000, ignore, task)
    let isStopped = false
    const stopping = repeated.stop().then(() => {
      isStopped = true
    })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(isStopped).toBe(false)
    resolve()
    await stopping
    expect(task).toHaveBeenCalledTimes(1)
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('the report of an attempt that did not succeed', () => {
  const id = newId(3)
  const attempt = {
    org: 'org_1',
    id,
    stage: 'extracting',
    code: 'extract.timeout',
    attempts: 2,
    afterMs: 1_500.4,
  }

  test('warns of a failed document by its public id, and counts it by code and stage', async () => {
    const log = new LogLines()
    const metrics = createMetrics()
    reportAttemptEnd({ logger: createLogger('info', log), metrics }, { ...attempt, outcome: 'failed' })
    expect(log.lines).toMatchObject([
      { level: 'warn', documentId: encodeId(id), code: 'extract.timeout', attempts: 2 },
    ])
    const { values } = await metrics.documentsFailed.get()
    expect(values).toMatchObject([{ value: 1, labels: { code: 'extract.timeout', stage: 'extracting' } }])
  })

  test('mentions a retry only at debug level, and counts no failure', async () => {
    const [info, debug] = [new LogLines(), new LogLines()]
    const metrics = createMetrics()
    for (const [level, log] of [
      ['info', info],
      ['debug', debug],
    ] as const)
      reportAttemptEnd({ logger: createLogger(level, log), metrics }, { ...attempt, outcome: 'retry' })
    expect(info.lines).toEqual([])
    expect(debug.lines).toMatchObject([{ level: 'debug', retryInMs: 1_500 }])
    expect((await metrics.documentsFailed.get()).values).toEqual([])
  })
})

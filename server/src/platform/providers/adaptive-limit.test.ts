import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AdaptiveLimit } from './adaptive-limit.ts'
import { EmbedError } from './embedding/embedder.ts'

type Call = { outcome: Promise<unknown>; succeed(): void; refuse(retryAfterMs?: number): void }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Makes calls that start when a slot is free and end when the test says so. */
function callsOf(limit: AdaptiveLimit) {
  const begun: string[] = []
  const start = (name: string, entry: { urgent?: boolean; signal?: AbortSignal } = {}): Call => {
    const end = Promise.withResolvers<string>()
    const task = () => {
      begun.push(name)
      return end.promise
    }
    return {
      outcome: limit.run(task, entry).catch(error => error),
      succeed: () => end.resolve('done'),
      refuse: retryAfterMs => end.reject(rateLimit(retryAfterMs)),
    }
  }
  return { begun, start }
}

function rateLimit(retryAfterMs?: number): EmbedError {
  return new EmbedError('embed.rate_limited', 'Too many', retryAfterMs === undefined ? {} : { retryAfterMs })
}

const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

describe('the slots of an adaptive limit', () => {
  it('are taken in the order of arrival', async () => {
    const { begun, start } = callsOf(new AdaptiveLimit({ initial: 2, max: 2 }))
    const [first] = ['a', 'b', 'c', 'd'].map(name => start(name))
    await pass()
    expect(begun).toEqual(['a', 'b'])
    first!.succeed()
    await pass()
    expect(begun).toEqual(['a', 'b', 'c'])
  })

  it('are given to urgent calls first', async () => {
    const { begun, start } = callsOf(new AdaptiveLimit({ initial: 1 }))
    const running = start('running')
    start('document')
    start('query', { urgent: true })
    running.succeed()
    await pass()
    expect(begun.slice(0, 2)).toEqual(['running', 'query'])
  })

  it('are not taken by a call aborted while it waits', async () => {
    const { begun, start } = callsOf(new AdaptiveLimit({ initial: 1, max: 1 }))
    const controller = new AbortController()
    const running = start('running')
    const aborted = start('aborted', { signal: controller.signal })
    start('next')
    controller.abort(new Error('not needed'))
    expect(await aborted.outcome).toMatchObject({ message: 'not needed' })
    running.succeed()
    await pass()
    expect(begun).toEqual(['running', 'next'])
  })

  it('are free again after a failure, which does not change the limit', async () => {
    const limit = new AdaptiveLimit({ initial: 3 })
    await expect(limit.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(limit.limit).toBe(3)
  })
})

describe('an adaptive limit', () => {
  it('grows by one for each round of successes while every slot is taken', async () => {
    const limit = new AdaptiveLimit({ initial: 2, max: 3 })
    for (let round = 0; round < 6; round++) {
      const { start } = callsOf(limit)
      const calls = ['a', 'b', 'c', 'd'].map(name => start(name))
      for (const call of calls) call.succeed()
      await Promise.all(calls.map(call => call.outcome))
    }
    expect(limit.limit).toBe(3)
  })

  it('does not grow while slots are free', async () => {
    const limit = new AdaptiveLimit({ initial: 4 })
    for (let i = 0; i < 50; i++) await limit.run(async () => i)
    expect(limit.limit).toBe(4)
  })

  it('is halved once when calls of the same moment are refused', async () => {
    const limit = new AdaptiveLimit({ initial: 8 })
    const { start } = callsOf(limit)
    const calls = ['a', 'b', 'c'].map(name => start(name))
    await pass()
    for (const call of calls) call.refuse(100)
    await pass()
    expect(limit.limit).toBe(4)
  })

  it('never falls below one', async () => {
    const limit = new AdaptiveLimit({ initial: 1 })
    await expect(limit.run(() => Promise.reject(rateLimit(0)))).rejects.toThrow()
    expect(limit.limit).toBe(1)
  })
})

describe('the gate of an adaptive limit', () => {
  it.each([
    { said: 5_000, closedMs: 5_000 },
    { said: undefined, closedMs: 1_000 },
  ])('stays closed for $closedMs ms when the provider said $said', async ({ said, closedMs }) => {
    const { begun, start } = callsOf(new AdaptiveLimit({ initial: 4 }))
    const refused = start('refused')
    await pass()
    refused.refuse(said)
    await pass()
    start('waiting')
    await pass(closedMs - 1)
    expect(begun).toEqual(['refused'])
    await pass(1)
    expect(begun).toEqual(['refused', 'waiting'])
  })

  it('refuses a call at once that would wait too long, and says for how long', async () => {
    const { begun, start } = callsOf(new AdaptiveLimit({ initial: 1, maxWaitMs: 1_000 }))
    const refused = start('refused')
    const waiting = start('waiting')
    await pass()
    refused.refuse(60_000)
    expect(await waiting.outcome).toMatchObject({ code: 'embed.rate_limited', retryAfterMs: 60_000 })
    await pass(10_000)
    expect(await start('later').outcome).toMatchObject({ retryAfterMs: 50_000 })
    expect(begun).toEqual(['refused'])
  })
})

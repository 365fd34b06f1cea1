import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { settleWithin } from './settle-within.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('waiting for a promise for a limited time', () => {
  test('returns true for a promise that is fulfilled or rejected in time, and leaves no timer', async () => {
    expect(await settleWithin(Promise.resolve('x'), 1_000)).toBe(true)
    expect(await settleWithin(Promise.reject(new Error('x')), 1_000)).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('returns false when the time is over', async () => {
    const waiting = settleWithin(new Promise(() => undefined), 1_000)
    await vi.advanceTimersByTimeAsync(999)
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await waiting).toBe(false)
  })

  test('does not leave a later rejection unhandled, which would end the process', async () => {
    const { promise, reject } = Promise.withResolvers<void>()
    const waiting = settleWithin(promise, 10)
    await vi.advanceTimersByTimeAsync(10)
    expect(await waiting).toBe(false)
    // An unhandled rejection fails the run of this file.
    reject(new Error('too late'))
    await vi.advanceTimersByTimeAsync(1)
  })
})

import { describe, expect, test } from 'vitest'
import { endpointPause, isGivenUp, mostAttempts, pauseAfter } from './retry-policy.ts'

const middle = () => 0.5

describe('the pause after a failed attempt', () => {
  test('grows from seconds to hours and ends after ten attempts', () => {
    const pauses = Array.from({ length: mostAttempts }, (_, i) => pauseAfter(i + 1, undefined, middle))
    expect(pauses.slice(0, 4)).toEqual([5_000, 60_000, 300_000, 1_800_000])
    expect(pauses.at(-1)).toBeUndefined()
    const total = pauses.reduce<number>((sum, each) => sum + (each ?? 0), 0)
    expect(total / 3_600_000).toBeGreaterThan(48)
  })

  test('differs by up to a fifth, so that events that failed together are not sent together', () => {
    expect(pauseAfter(1, undefined, () => 0)).toBe(4_000)
    expect(pauseAfter(1, undefined, () => 1)).toBe(6_000)
  })

  test('is at least what the receiver asks for, up to an hour', () => {
    expect(pauseAfter(1, 60_000, middle)).toBe(60_000)
    expect(pauseAfter(1, 86_400_000, middle)).toBe(3_600_000)
  })
})

test('an endpoint is paused from its third failure in a row, for five minutes at most', () => {
  expect([1, 2, 3, 4, 40].map(failures => endpointPause(failures, middle))).toEqual([
    0, 0, 5_000, 10_000, 300_000,
  ])
})

test('an endpoint is given up when it has failed for the given hours', () => {
  const since = new Date('2026-05-01T00:00:00Z')
  expect(isGivenUp(since, 72, Date.parse('2026-05-03T23:59:59Z'))).toBe(false)
  expect(isGivenUp(since, 72, Date.parse('2026-05-04T00:00:00Z'))).toBe(true)
})

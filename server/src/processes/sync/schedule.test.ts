import { expect, test } from 'vitest'
import { nextRunAfter, nextRunAfterFailure } from './schedule.ts'

const minutes = (date: Date | null) => date && Math.round((date.getTime() - Date.now()) / 60_000)

test('the next run begins after the interval, a tenth more or less', () => {
  expect(minutes(nextRunAfter({ everyMinutes: null }, 240, () => 0.5))).toBe(240)
  expect(minutes(nextRunAfter({ everyMinutes: null }, 240, () => 0))).toBe(216)
  expect(minutes(nextRunAfter({ everyMinutes: 60 }, 240, () => 1))).toBe(66)
  expect(nextRunAfter({ everyMinutes: 0 }, 240)).toBeNull()
})

test('after a failure it is repeated sooner, ever later, and not before the source wants it', () => {
  const after = (failures: number, retryAfterMs?: number) =>
    minutes(nextRunAfterFailure({ everyMinutes: null, failures }, 240, { retryAfterMs }, () => 0.5))
  expect([after(0), after(1), after(4), after(30)]).toEqual([1, 2, 16, 240])
  expect(after(0, 30 * 60_000)).toBe(30)
  // Longer than a date can be: what a source says must not end the imports.
  expect(after(0, 1e300)).toBe(24 * 60)
})

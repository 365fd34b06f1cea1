import { expect, test } from 'vitest'
import { LagMeter, toPosition } from './lag-meter.ts'

test('a position in the log is a number that grows across its 4 GB files', () => {
  expect(toPosition('0/FFFFFFFF') + 1n).toBe(toPosition('1/0'))
})

test('the lag of a replica is the age of the oldest change that it lacks, and 0 if it lacks none', () => {
  const meter = new LagMeter()
  expect(meter.note(100n, 100n, 1_000)).toBe(0)
  expect(meter.note(200n, 100n, 2_000)).toBe(0)
  expect(meter.note(300n, 100n, 3_000)).toBe(1_000)
  expect(meter.note(300n, 200n, 4_000)).toBe(1_000)
  expect(meter.note(300n, 300n, 5_000)).toBe(0)
})

test('a primary that nobody writes to makes no replica late', () => {
  const meter = new LagMeter()
  expect([1, 2, 3].map(seconds => meter.note(100n, 100n, seconds * 1_000))).toEqual([0, 0, 0])
})

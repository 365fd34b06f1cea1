import { expect, test } from 'vitest'
import type { Cell } from './cells.ts'
import { freshCell } from './fresh-cell.ts'
import type { ReadOutcome } from './replica.ts'

test('a shard that is being moved is read from the primary', async () => {
  const outcomes: ReadOutcome[] = []
  const replica = { state: 'following', onRead: (outcome: ReadOutcome) => outcomes.push(outcome) }
  const moveCheck = { move: crypto.randomUUID(), relocate: () => Promise.reject(new Error('Nobody asks')) }
  const cell = { name: 'main', replica, moveCheck } as unknown as Cell
  const place = { org: crypto.randomUUID(), shards: [18], tags: undefined }
  expect(await freshCell(cell, place)).toBe(cell)
  expect(outcomes).toEqual(['moving'])
})

import { describe, expect, test } from 'vitest'
import { figureAt, toTable } from '../bench/chaos-all.ts'

describe('the table of npm run chaos -- --all', () => {
  test('sums a figure over all parts of a scenario', () => {
    const figures = { outages: { embedder: { lost: 1 }, cell: { lost: 2 }, calm: { lost: 1_000 } } }
    expect(figureAt(figures, 'outages.*.lost')).toBe('1,003')
  })

  test('shows a dash for a figure that was not measured, not a zero', () => {
    expect(figureAt({ lost: null }, 'lost')).toBe('–')
    expect(figureAt({}, 'outages.*.lost')).toBe('–')
  })

  test('marks a scenario that failed, and says why it ended', () => {
    const table = toTable([
      { name: 'latency', figures: { texts: 200, p50Ms: 146, p95Ms: 235, maxMs: 271 }, ok: true },
      { name: 'kill', figures: { documents: 10, error: 'not finished within 240 s' }, ok: false },
    ])
    expect(table).toContain('| latency | texts 200 | p50 (ms) 146, p95 (ms) 235, max (ms) 271 | ok |')
    expect(table).toMatch(/\| kill \| documents 10, .* \| not finished within 240 s \| \*\*failed\*\* \|/)
  })
})

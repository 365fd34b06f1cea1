import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  add,
  layouts,
  startTestServer,
  type TestServer,
  until,
  untilFinished,
} from '../../../test/harness.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from '../../../test/scripted-embedder.ts'
import { type RunningProcess, start } from '../../edges/cli/run.ts'
import { clockOf, maxAheadMs, rankOf } from './fairness.ts'
import { lanes } from './lane.ts'

describe('the rank of a wake', () => {
  const now = Date.UTC(2026, 10, 15, 12)
  const at = (ms: number) => new Date(now + ms)

  test('is higher for an organization that has used less', () => {
    expect(rankOf(at(0), lanes.interactive)).toBeGreaterThan(rankOf(at(1_000), lanes.interactive))
  })

  test('is higher for an interactive lane than for a bulk lane, and lowest for re-embedding', () => {
    const ranks = [lanes.interactive, lanes.bulk, lanes.reembed].map(kind => rankOf(at(0), kind))
    expect(ranks).toEqual(ranks.toSorted((a, b) => b - a))
    expect(new Set(ranks).size).toBe(3)
  })

  test('lets a low-priority lane wait, but not starve', () => {
    expect(rankOf(at(0), lanes.bulk)).toBeGreaterThan(rankOf(at(31_000), lanes.interactive))
    expect(rankOf(at(0), lanes.reembed)).toBeGreaterThan(rankOf(at(601_000), lanes.interactive))
  })

  test('puts no organization back by more than a minute', () => {
    const newcomer = rankOf(at(maxAheadMs + 100), lanes.interactive)
    expect(rankOf(at(maxAheadMs), lanes.interactive)).toBeGreaterThan(newcomer)
  })

  test('follows the reading clock for read lanes and the other clock for the rest, and never a time in the past', () => {
    const [virtualAt, readingAt] = [new Date(Date.now() + 10_000), new Date(Date.now() + 20_000)]
    expect(clockOf({ virtualAt, readingAt }, lanes.bulk)).toEqual(virtualAt)
    expect(clockOf({ virtualAt, readingAt }, lanes.bulkRead)).toEqual(readingAt)
    for (const behind of [null, new Date(0)]) {
      const before = Date.now()
      const clock = clockOf({ virtualAt: behind, readingAt: behind }, lanes.read).getTime()
      expect(clock).toBeGreaterThanOrEqual(before)
      expect(clock).toBeLessThanOrEqual(Date.now())
    }
  })

  test.each([2026, 2027, 2028, 2033, 2100])(
    'is an int4 in %i that orders two lanes by their clocks',
    year => {
      const start = Date.UTC(year, 5)
      const ranks = [0, 2_000, 60_000].map(ms => rankOf(new Date(start + ms), lanes.interactive))
      expect(ranks).toEqual(ranks.toSorted((a, b) => b - a))
      expect(new Set(ranks).size).toBe(3)
      for (const rank of [...ranks, rankOf(new Date(start), lanes.reembed)]) {
        expect(Number.isInteger(rank)).toBe(true)
        expect(rank).toBeGreaterThan(-(2 ** 31))
        expect(rank).toBeLessThan(2 ** 31)
      }
    },
  )

  test('never rises with time, also where the tick becomes coarser', () => {
    const change = Date.UTC(2028, 0, 1)
    const times = [
      Date.UTC(2026, 10, 16),
      change - 3_600_000,
      change - 100,
      change,
      change + 1,
      change + 2_000,
    ]
    const later = [2032, 2033, 2100, 2123, 2124, 2200].map(year => Date.UTC(year, 11))
    const ranks = [...times, ...later].map(time => rankOf(new Date(time), lanes.interactive))
    expect(ranks).toEqual(ranks.toSorted((a, b) => b - a))
  })

  test('stays an int4 after the last tick, so that no add fails', () => {
    expect(rankOf(new Date(Date.UTC(2200, 0)), lanes.reembed)).toBe(-(2 ** 31))
  })

  test('keeps the value it had before 2028, so that queued wakes keep their order through an upgrade', () => {
    const ticks = (at(0).getTime() + 30_000 - Date.UTC(2026, 0, 1)) / 100
    expect(rankOf(at(0), lanes.bulk)).toBe(-ticks)
  })
})

describe.each(layouts)('workers on $layout', ({ cellCount }) => {
  let embedder: ScriptedEmbedder
  let server: TestServer
  let worker: RunningProcess | undefined
  beforeAll(async () => {
    embedder = await startScriptedEmbedder()
    const config = { ...embedder.config, WORKER_SLOTS: 1 }
    server = await startTestServer({ cellCount, worker: false, config })
  })
  afterAll(async () => {
    await worker?.stop()
    await server.close()
    await embedder.close()
  })

  test("finish a newcomer's document before the backlog of another organization", async () => {
    // Even shards live in the first cell, so both organizations share one queue and one slot.
    const [busy, newcomer] = [
      await server.newClient({ homeShard: 2 }),
      await server.newClient({ homeShard: 4 }),
    ]
    for (let i = 0; i < 80; i++) await add(busy, { content: `Backlog ${i}.`, containerTag: 'backlog' })
    // The first organization has kept the fleet busy for a while. Without that, the speed of this machine would decide
    // the order.
    await server.databases[0]!.admin.query(
      `insert into cell.lane_clocks (shard, org, virtual_at) values (2, $1, now() + interval '50 seconds')`,
      [busy.organization.id],
    )
    const gate = embedder.hold('Backlog')
    worker = await start(server.config, { api: false, worker: true })
    await gate.reached
    const id = await add(newcomer, { content: 'A single request.', containerTag: 'single' })
    gate.open()
    await untilFinished(newcomer, id)
    await until(
      () => busy.request('GET', '/v3/documents/processing?view=pending'),
      ({ body }) => body.totalCount === 0,
    )
    // The slice in hand comes first, then the newcomer, then the rest of the backlog. A second slice may have started
    // between the newcomer's commit and the fetch of its wake.
    const calls = embedder.calls.flatMap(({ texts: [text] }) => {
      if (text!.startsWith('Backlog')) return 'backlog'
      // The descriptions of categories are embedded once, too.
      return text!.startsWith('A single request') ? 'newcomer' : []
    })
    expect(calls).toContain('newcomer')
    expect(calls.indexOf('newcomer')).toBeLessThanOrEqual(2)
    expect(calls.lastIndexOf('backlog')).toBeGreaterThan(calls.indexOf('newcomer'))
  })
})

import { setImmediate as turnOfLoop } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database.ts'
import { until } from '../../../test/harness.ts'
import { type Cells, openCells } from '../db/cells.ts'
import { inScope, unscoped } from '../db/tx.ts'
import { newId } from '../lib/ids.ts'
import { maxAheadMs } from './fairness.ts'
import { type Lane, type LaneKind, lanes } from './lane.ts'
import { WakeQueue } from './queue.ts'
import { chargeClock } from './slice.ts'
import { dropAllWakes, dropTurn, takeWake } from './wake-store.ts'

let database: TestDatabase
let cells: Cells
let queue: WakeQueue
beforeAll(async () => {
  database = await createDatabase()
  cells = openCells([{ name: 'main', url: database.login }], 6, 'queue test')
  queue = new WakeQueue(cell())
})
afterAll(async () => {
  await cells.close()
  await database.drop()
})
beforeEach(() => unscoped(cell(), dropAllWakes))

const shard = 7
const cell = () => cells.all[0]!
const laneOf = (org: string, kind: LaneKind = lanes.interactive): Lane => ({
  shard,
  org,
  container: newId(shard),
  kind,
})
const lanesOf = (org: string, count: number, kind?: LaneKind) =>
  Array.from({ length: count }, () => laneOf(org, kind))
const wake = (lane: Lane, options?: { clock?: Date; notBefore?: Date }) =>
  unscoped(cell(), db => queue.wake(db, lane, options))
const wakeAll = (some: readonly Lane[]) => unscoped(cell(), db => queue.wakeAll(db, some))
const charge = (org: string, costMs: number, kind: LaneKind = lanes.interactive) =>
  inScope(cell(), { org }, db => chargeClock(db, { shard, org, kind }, costMs))
const fromNow = (ms: number) => new Date(Date.now() + ms)

async function count(table: 'wakes' | 'wakes_later' | 'turns'): Promise<number> {
  const { rows } = await database.admin.query(`select count(*)::int as count from work.${table}`)
  return rows[0].count
}

async function fetchAll(): Promise<Lane[]> {
  const fetched: Lane[] = []
  for (let lane = await queue.fetch(); lane; lane = await queue.fetch()) fetched.push(lane)
  return fetched
}

describe('a wake', () => {
  test('is kept only if the transaction that sends it commits', async () => {
    const sent = unscoped(cell(), async db => {
      await queue.wake(db, laneOf(newId(shard)))
      throw new Error('rolled back')
    })
    await expect(sent).rejects.toThrow('rolled back')
    expect(await queue.fetch()).toBeUndefined()
  })

  test('is queued once per lane, however often the lane is woken, and again once it was taken', async () => {
    const lane = laneOf(newId(shard))
    await Promise.all(Array.from({ length: 5 }, () => wake(lane)))
    await wakeAll([lane, lane])
    expect(await fetchAll()).toEqual([lane])
    await wake(lane)
    expect(await fetchAll()).toEqual([lane])
  })

  test('for later is not returned before its time, and keeps out no wake for now', async () => {
    const lane = laneOf(newId(shard))
    for (const ms of [60_000, 30_000]) await wake(lane, { notBefore: fromNow(ms) })
    expect(await fetchAll()).toEqual([])
    await wake(lane)
    expect(await fetchAll()).toEqual([lane])
    expect(await count('wakes_later')).toBe(1)
    await database.admin.query(`update work.wakes_later set due_at = now() - interval '1 second'`)
    expect(await fetchAll()).toEqual([lane])
  })

  test('of a lane that this version does not know can be queued and taken', async () => {
    const lane = laneOf(newId(shard), 99 as LaneKind)
    await wake(lane)
    expect(await queue.fetch()).toEqual(lane)
  })

  test('goes to one worker, however many ask at once', async () => {
    const many = lanesOf(newId(shard), 20)
    await wakeAll(many)
    const fetched = await Promise.all(Array.from({ length: 40 }, () => queue.fetch()))
    const containers = fetched.flatMap(lane => lane?.container ?? [])
    expect(new Set(containers).size).toBe(containers.length)
    // A worker that finds the oldest wake locked takes the next; at worst it comes back after its poll.
    expect(new Set([...containers, ...(await fetchAll()).map(({ container }) => container)]).size).toBe(20)
  })

  test('of a read lane is returned apart, and can be left out by its organization', async () => {
    const [mine, others] = [newId(shard), newId(shard)]
    const [text, link, bulk] = [laneOf(mine), laneOf(others, lanes.read), laneOf(mine, lanes.bulkRead)]
    await wakeAll([text, link, bulk])
    expect(await queue.fetchReading([others])).toEqual(bulk)
    expect(await queue.fetchReading([others])).toBeUndefined()
    expect(await queue.fetchReading([])).toEqual(link)
    expect(await fetchAll()).toEqual([text])
  })
})

describe('the next organization', () => {
  test('is the one that came last with one wake, and not the one that came first with a thousand', async () => {
    const [flood, single] = [newId(shard), newId(shard)]
    await wakeAll(lanesOf(flood, 1_000))
    expect(await queue.fetch()).toMatchObject({ org: flood })
    await charge(flood, 10_000)
    const lane = laneOf(single)
    await wake(lane)
    expect(await queue.fetch()).toEqual(lane)
    expect(await queue.fetch()).toMatchObject({ org: flood })
  })

  test('is chosen in turn where work is charged to no clock', async () => {
    const organizations = [newId(shard), newId(shard), newId(shard)]
    await wakeAll(lanesOf(organizations[0]!, 50, lanes.upkeep))
    for (const org of organizations.slice(1)) await wakeAll(lanesOf(org, 2, lanes.upkeep))
    const first = [await queue.fetch(), await queue.fetch(), await queue.fetch()]
    expect(new Set(first.map(lane => lane!.org))).toEqual(new Set(organizations))
  })

  test('is the one whose clock is earlier, whose lanes yield less, and is never put back by more than a minute', async () => {
    const [heavy, light] = [newId(shard), newId(shard)]
    await wakeAll(lanesOf(heavy, 2))
    await wake(laneOf(light, lanes.bulk))
    // The bulk lane yields by 30 s.
    expect(await queue.fetch()).toMatchObject({ org: heavy })
    await charge(heavy, 10 * maxAheadMs)
    expect(await queue.fetch()).toMatchObject({ org: light })
    const { rows } = await database.admin.query<{ ahead: number }>(
      'select extract(epoch from rank_at - now())::float8 * 1000 as ahead from work.turns where org = $1',
      [heavy],
    )
    expect(rows[0]!.ahead).toBeLessThanOrEqual(maxAheadMs)
    expect(await queue.fetch()).toMatchObject({ org: heavy })
  })

  test('is ranked by its clock when it comes back after its turn was dropped', async () => {
    const [heavy, light] = [newId(shard), newId(shard)]
    await wake(laneOf(heavy))
    await fetchAll()
    const clock = await charge(heavy, 30_000)
    await wake(laneOf(heavy), { clock })
    await wake(laneOf(light), { clock: fromNow(1_000) })
    expect(await queue.fetch()).toMatchObject({ org: light })
  })

  test('does work that yields to its interactive work after a bounded time, however much of that there is', async () => {
    const org = newId(shard)
    await wakeAll(lanesOf(org, 20))
    await wake(laneOf(org, lanes.upkeep))
    const kinds: LaneKind[] = []
    while (kinds.length < 10) {
      const lane = await queue.fetch()
      kinds.push(lane!.kind)
      await charge(org, 500, lane!.kind)
    }
    expect(kinds[0]).toBe(lanes.interactive)
    // Upkeep yields by a second: two or three charges.
    expect(kinds.indexOf(lanes.upkeep)).toBeGreaterThan(0)
    expect(kinds.indexOf(lanes.upkeep)).toBeLessThan(5)
  })

  test('gets its containers in the order in which they were woken', async () => {
    const some = lanesOf(newId(shard), 3)
    for (const lane of some) await wake(lane)
    const first = await queue.fetch()
    await wake(first!)
    expect(await fetchAll()).toEqual([some[1], some[2], some[0]])
  })
})

describe('a turn', () => {
  test('is one for all containers of an organization, and is gone when its last wake was taken', async () => {
    await wakeAll(lanesOf(newId(shard), 30))
    expect(await count('turns')).toBe(1)
    await fetchAll()
    expect(await count('turns')).toBe(0)
  })

  test('is not dropped while a transaction that relies on it is open', async () => {
    const [first, second] = lanesOf(newId(shard), 2) as [Lane, Lane]
    await wake(first)
    await unscoped(cell(), async db => {
      await queue.wake(db, second)
      expect(await fetchAll()).toEqual([first])
      expect(await count('turns')).toBe(1)
    })
    expect(await fetchAll()).toEqual([second])
  })

  test('is made again by a transaction that waited while it was dropped', async () => {
    const [first, second] = lanesOf(newId(shard), 2) as [Lane, Lane]
    await wake(first)
    await queue.fetch()
    let waking: Promise<void> | undefined
    await unscoped(cell(), async db => {
      const found = await takeWake(db, { reading: false, except: [], passed: [] })
      await dropTurn(db, found!.turn)
      waking = wake(second)
      await until(countLocked, locked => locked === 1)
    })
    await waking
    expect(await fetchAll()).toEqual([second])
  })

  test('does not make transactions of one organization wait for each other', async () => {
    const [first, second] = lanesOf(newId(shard), 2) as [Lane, Lane]
    await unscoped(cell(), async db => {
      await queue.wake(db, first)
      await wake(second)
      expect(await queue.fetch()).toEqual(second)
    })
    expect(await fetchAll()).toEqual([first])
    expect(await count('turns')).toBe(0)
  })

  test('of a worker that dies while it takes a wake is there for the next', async () => {
    const lane = laneOf(newId(shard))
    await wake(lane)
    const dying = unscoped(cell(), async db => {
      await takeWake(db, { reading: false, except: [], passed: [] })
      throw new Error('killed')
    })
    await expect(dying).rejects.toThrow('killed')
    expect(await fetchAll()).toEqual([lane])
  })
})

test('wakes are never stranded while many organizations add and many workers take', async () => {
  const organizations = Array.from({ length: 4 }, () => newId(shard))
  const sent: Lane[] = []
  const taken: Lane[] = []
  let isSending = true
  const take = async () => {
    while (isSending) {
      const lane = await queue.fetch()
      if (lane) taken.push(lane)
      else await turnOfLoop()
    }
  }
  const send = async (org: string) => {
    for (let n = 0; n < 60; n++) {
      const lane = laneOf(org)
      sent.push(lane)
      await wake(lane)
    }
  }
  const taking = [take(), take(), take()]
  await Promise.all([...organizations, ...organizations].map(send))
  isSending = false
  await Promise.all(taking)
  taken.push(...(await fetchAll()))
  expect(taken.map(({ container }) => container).sort()).toEqual(
    sent.map(({ container }) => container).sort(),
  )
  expect(await count('turns')).toBe(0)
})

test('wakes that workers queue by the hundred in opposite orders do not make them wait for each other for ever', async () => {
  const organizations = [newId(shard), newId(shard)]
  for (let round = 0; round < 5; round++) {
    const some = organizations.flatMap(org => lanesOf(org, 50))
    await Promise.all([some, some.toReversed(), some, some.toReversed()].map(wakeAll))
  }
  expect(await count('wakes')).toBe(500)
})

async function countLocked(): Promise<number> {
  const { rows } = await database.admin.query<{ waiting: string }>(
    `select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return Number(rows[0]!.waiting)
}

import { PgBoss, type QueueOptions } from 'pg-boss'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database.ts'
import { until } from '../../../test/harness.ts'
import { type Cells, openCells } from '../db/cells.ts'
import { unscoped } from '../db/tx.ts'
import { newId } from '../lib/ids.ts'
import { rankOf } from './fairness.ts'
import { type Lane, laneKey, lanes } from './lane.ts'
import { installQueue, WakeQueue } from './queue.ts'

/**
 * Tests pg-boss's `short` policy when a job's worker dies while a duplicate is queued. The findings and the decision
 * are in docs/decisions/0006-wakes-on-pg-boss.md. A new version of pg-boss has to pass here first.
 */
let database: TestDatabase
let boss: PgBoss

beforeAll(async () => {
  database = await createDatabase()
  await installQueue(database.url)
  boss = new PgBoss({
    connectionString: database.url,
    schema: 'boss',
    supervise: false,
    schedule: false,
    max: 2,
  })
  await boss.start()
})
afterAll(async () => {
  await boss.stop({ graceful: false })
  await database.drop()
})

type Job = { id: string; state: string; retryCount: number }

async function jobsOf(queue: string): Promise<Job[]> {
  const { rows } = await database.admin.query<Job>(
    `select id, state, retry_count as "retryCount" from boss.job where name = $1 order by state, created_on`,
    [queue],
  )
  return rows
}

const statesOf = async (queue: string) => (await jobsOf(queue)).map(({ state }) => state)

/** Lets the worker of every active job die long ago, then runs the maintenance that comes every minute. */
async function expireActive(queue: string): Promise<void> {
  await database.admin.query(
    `update boss.job set started_on = now() - interval '1 day' where name = $1 and state = 'active'`,
    [queue],
  )
  await database.admin.query(`update boss.queue set monitor_on = null where name = $1`, [queue])
  await boss.supervise(queue)
}

let queues = 0
async function newQueue(options: Omit<QueueOptions, 'policy'>): Promise<string> {
  const name = `short.${++queues}`
  await boss.createQueue(name, { policy: 'short', expireInSeconds: 900, ...options })
  return name
}

async function countWaiting(): Promise<number> {
  const { rows } = await database.admin.query<{ waiting: string }>(
    `select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return Number(rows[0]!.waiting)
}

const key = { singletonKey: 'lane' }

describe('the queue policy `short` with retries', () => {
  test('refuses a duplicate while one job is queued, and accepts it once that job is active', async () => {
    const queue = await newQueue({ retryLimit: 3 })
    const first = await boss.send(queue, {}, key)
    expect(await boss.send(queue, {}, key)).toBeNull()
    const [fetched] = await boss.fetch(queue)
    expect(fetched!.id).toBe(first)
    expect(await boss.send(queue, {}, key)).toEqual(expect.any(String))
    expect(await statesOf(queue)).toEqual(['created', 'active'])
  })

  test('retries a job whose worker died next to its duplicate: both stay, and both are fetched', async () => {
    const queue = await newQueue({ retryLimit: 3, retryDelay: 0, retryBackoff: false })
    const first = await boss.send(queue, {}, key)
    await boss.fetch(queue)
    const second = await boss.send(queue, {}, key)
    await expireActive(queue)
    expect(await statesOf(queue)).toEqual(['created', 'retry'])
    const fetched = await boss.fetch(queue, { batchSize: 10 })
    expect(fetched.map(({ id }) => id).sort()).toEqual([first, second].sort())
  })

  test('retries a job that fails next to its duplicate, as it does one that expires', async () => {
    const queue = await newQueue({ retryLimit: 3, retryDelay: 0, retryBackoff: false })
    const first = await boss.send(queue, {}, key)
    await boss.fetch(queue)
    await boss.send(queue, {}, key)
    await boss.fail(queue, first!)
    expect(await statesOf(queue)).toEqual(['created', 'retry'])
  })

  test('accepts a duplicate of a retry, so a key has as many queued jobs as workers have died', async () => {
    const queue = await newQueue({ retryLimit: 3, retryDelay: 0, retryBackoff: false })
    for (let worker = 0; worker < 3; worker++) {
      await boss.send(queue, {}, key)
      await boss.fetch(queue)
    }
    await boss.send(queue, {}, key)
    await expireActive(queue)
    expect(await statesOf(queue)).toEqual(['created', 'retry', 'retry', 'retry'])
    expect(await boss.fetch(queue, { batchSize: 10 })).toHaveLength(4)
  })

  test('lets the retry be fetched when there is no duplicate', async () => {
    const queue = await newQueue({ retryLimit: 3, retryDelay: 0, retryBackoff: false })
    const first = await boss.send(queue, {}, key)
    await boss.fetch(queue)
    await expireActive(queue)
    expect((await boss.fetch(queue)).map(({ id }) => id)).toEqual([first])
  })

  test('goes on maintaining other jobs after two expired jobs of one key', async () => {
    const queue = await newQueue({ retryLimit: 3 })
    for (let worker = 0; worker < 2; worker++) {
      await boss.send(queue, {}, key)
      await boss.fetch(queue)
    }
    await boss.send(queue, {}, { singletonKey: 'another' })
    await boss.fetch(queue)
    await expireActive(queue)
    expect(await statesOf(queue)).toEqual(['retry', 'retry', 'retry'])
  })
})

describe('the queue policy `short`, with or without retries', () => {
  test('counts a job for later as queued: it keeps out a job for now under the same key', async () => {
    const queue = await newQueue({ retryLimit: 0 })
    await boss.send(queue, {}, { ...key, startAfter: 3600 })
    expect(await boss.send(queue, {}, key)).toBeNull()
  })

  test('lets a duplicate wait for the transaction of a job that is not committed yet', async () => {
    const queue = await newQueue({ retryLimit: 0 })
    const client = await database.admin.connect()
    await client.query('begin')
    await boss.send(queue, {}, { ...key, db: { executeSql: (text, values) => client.query(text, values) } })
    const duplicate = boss.send(queue, {}, key)
    await until(countWaiting, waiting => waiting === 1)
    await client.query('commit')
    client.release()
    expect(await duplicate).toBeNull()
  })
})

describe('the queue policy `short` without retries, as we use it', () => {
  test('ends a job whose worker died as failed, and lets its duplicate be fetched once', async () => {
    const queue = await newQueue({ retryLimit: 0 })
    const first = await boss.send(queue, {}, key)
    await boss.fetch(queue)
    const second = await boss.send(queue, {}, key)
    await expireActive(queue)
    expect(await jobsOf(queue)).toEqual([
      { id: second, state: 'created', retryCount: 0 },
      { id: first, state: 'failed', retryCount: 0 },
    ])
    expect((await boss.fetch(queue, { batchSize: 10 })).map(({ id }) => id)).toEqual([second])
  })

  test('keeps one job queued, however many workers have died', async () => {
    const queue = await newQueue({ retryLimit: 0 })
    for (let worker = 0; worker < 3; worker++) {
      await boss.send(queue, {}, key)
      await boss.fetch(queue)
    }
    await boss.send(queue, {}, key)
    await expireActive(queue)
    expect(await statesOf(queue)).toEqual(['created', 'failed', 'failed', 'failed'])
    expect(await boss.fetch(queue, { batchSize: 10 })).toHaveLength(1)
  })

  test('loses the wake of a dead worker without a duplicate, which is why the reconciler exists', async () => {
    const queue = await newQueue({ retryLimit: 0 })
    await boss.send(queue, {}, key)
    await boss.fetch(queue)
    await expireActive(queue)
    expect(await boss.fetch(queue, { batchSize: 10 })).toEqual([])
  })
})

describe('the wake queue', () => {
  const name = 'lane.run'
  let cells: Cells
  let queue: WakeQueue
  const lane: Lane = { shard: 7, org: newId(7), container: newId(7), kind: lanes.interactive }
  const cell = () => cells.all[0]!
  const wake = (to: Lane, options: { rank: number; notBefore?: Date }) =>
    unscoped(cell(), db => queue.wake(db, to, options))

  beforeAll(() => {
    cells = openCells([{ name: 'main', url: database.login }], 2, 'queue test')
    queue = new WakeQueue(cell(), { supervise: false })
  })
  afterAll(async () => {
    await queue.stop()
    await cells.close()
  })
  beforeEach(() => database.admin.query(`delete from boss.job where name in ($1, 'lane.read')`, [name]))

  test('has the options of decision 6: short, no retries, no NOTIFY', async () => {
    expect(await boss.getQueue(name)).toMatchObject({ policy: 'short', retryLimit: 0, notify: false })
  })

  test('keeps a wake only if the transaction that sends it commits', async () => {
    const sent = unscoped(cell(), async db => {
      await queue.wake(db, lane, { rank: 0 })
      throw new Error('rolled back')
    })
    await expect(sent).rejects.toThrow('rolled back')
    expect(await jobsOf(name)).toEqual([])
  })

  test('holds one wake per lane, however often the lane is woken', async () => {
    await Promise.all(Array.from({ length: 5 }, () => wake(lane, { rank: 0 })))
    expect(await queue.fetch(10)).toMatchObject([{ lane }])
  })

  test('returns the most urgent wake first', async () => {
    const other = { ...lane, container: newId(7) }
    await wake(lane, { rank: -20 })
    await wake(other, { rank: -10 })
    expect(await queue.fetch(1)).toMatchObject([{ lane: other }])
  })

  test('stores wakes ranked in 2026, 2033 and 2100, and returns the oldest first', async () => {
    const years = [2100, 2033, 2026]
    const waking = years.map(year => ({ ...lane, container: newId(7), year }))
    for (const { year, ...to } of waking)
      await wake(to, { rank: rankOf(new Date(Date.UTC(year, 5)), to.kind) })
    // One by one, as the worker does: within one fetch pg-boss returns the wakes in no order.
    for (const { container } of waking.toReversed())
      expect(await queue.fetch(1)).toMatchObject([{ lane: { container } }])
    expect(await queue.fetch(1)).toEqual([])
  })

  test('does not return a wake for later before its time, nor let it keep out a wake for now', async () => {
    for (const seconds of [60, 30])
      await wake(lane, { rank: 0, notBefore: new Date(Date.now() + seconds * 1_000) })
    expect(await queue.fetch(10)).toEqual([])
    await wake(lane, { rank: 0 })
    expect(await queue.fetch(10)).toMatchObject([{ lane }])
    const { rows } = await database.admin.query(
      `select singleton_key as key from boss.job where name = $1 and state = 'created'`,
      [name],
    )
    expect(rows).toEqual([{ key: `${laneKey(lane)}:later` }])
  })

  test('returns wakes of read lanes separately, and can leave out some organizations', async () => {
    const [mine, others] = [7, 7].map(() => ({
      ...lane,
      org: newId(7),
      container: newId(7),
      kind: lanes.read,
    }))
    await wake(lane, { rank: -30 })
    await wake({ ...mine!, kind: lanes.bulkRead }, { rank: -20 })
    await wake(others!, { rank: -10 })
    expect(await queue.fetchReading([others!.org])).toMatchObject({ lane: { org: mine!.org } })
    expect(await queue.fetchReading([others!.org])).toBeUndefined()
    const last = await queue.fetchReading([])
    expect(last).toMatchObject({ lane: others })
    expect(await queue.fetch(10)).toMatchObject([{ lane }])
    await queue.finish(last!)
    expect(await jobsOf('lane.read')).toMatchObject([{ state: 'active' }])
  })

  test("keeps nothing of a finished wake, and does not return a dead worker's wake again", async () => {
    await wake(lane, { rank: 0 })
    const [first] = await queue.fetch(1)
    await queue.finish(first!)
    expect(await jobsOf(name)).toEqual([])
    await wake(lane, { rank: 0 })
    await queue.fetch(1)
    await expireActive(name)
    expect(await statesOf(name)).toEqual(['failed'])
    expect(await queue.fetch(10)).toEqual([])
  })
})

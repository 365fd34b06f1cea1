import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../../test/database.ts'
import { until } from '../../../../test/harness.ts'
import { type PostgresProxy, startPostgresProxy } from '../../../../test/postgres-proxy.ts'
import { LogLines } from '../../../../test/serve-routes.ts'
import { ErasureJournal } from '../../../features/erasures/journal.ts'
import { openDiskBlobs } from '../../../platform/blobs/disk-blobs.ts'
import { type Cells, openCells } from '../../../platform/db/cells.ts'
import { Wakes } from '../../../platform/lanes/wakes.ts'
import { createLogger } from '../../../platform/telemetry/logger.ts'
import { createMetrics } from '../../../platform/telemetry/metrics.ts'
import type { RepeatedTask } from '../repeat.ts'
import { roundDuties } from './duties.ts'
import type { Duty } from './duty.ts'
import { maintainCell } from './maintain-cell.ts'

let database: TestDatabase
let proxy: PostgresProxy
let cells: Cells
let wakes: Wakes
let directory: string
let journal: ErasureJournal
beforeAll(async () => {
  database = await createDatabase()
  proxy = await startPostgresProxy(database.login)
  cells = openCells([{ name: 'main', url: proxy.url, ownerUrl: proxy.url }], 2, 'reverie test')
  wakes = new Wakes(cells)
  directory = await mkdtemp(join(tmpdir(), 'reverie-journal-'))
  journal = new ErasureJournal(await openDiskBlobs({ dir: directory }))
})
afterAll(async () => {
  await cells.close()
  await proxy.close()
  await database.drop()
  await rm(directory, { recursive: true })
})

let maintenance: RepeatedTask | undefined
let others: RepeatedTask[] = []
afterEach(async () => {
  await Promise.all([maintenance, ...others].map(each => each?.stop()))
  others = []
  proxy.refuse(false)
})

const retention = {
  USAGE_RETENTION_DAYS: 400,
  HISTORY_RETENTION_DAYS: 90,
  RECEIPT_RETENTION_DAYS: 400,
  ARCHIVE_RETENTION_DAYS: 7,
  REQUEST_LOG_DAYS: 7,
  WEBHOOK_LOG_DAYS: 7,
  SYNC_LOG_DAYS: 30,
}
const config = { ...retention, DREAM_QUIET_MS: 5_000, DREAM_MAX_WAIT_MS: 60_000 }

function maintain(duties?: { round: readonly Duty[]; growth: readonly Duty[] }) {
  const log = new LogLines()
  const metrics = createMetrics()
  maintenance = maintainCell({
    cell: cells.all[0]!,
    queue: wakes.ofCell('main'),
    journal,
    config,
    roundMs: 20,
    logger: createLogger('info', log),
    metrics,
    ...(duties && { duties }),
  })
  return { log, metrics }
}

/** A duty, and a promise of its next run. */
function observed(name: string, work: () => Promise<void> = async () => undefined) {
  const ran: (() => void)[] = []
  const duty: Duty = {
    name,
    async run() {
      try {
        await work()
      } finally {
        for (const each of ran.splice(0)) each()
      }
    },
  }
  const nextRun = () => new Promise<void>(resolve => ran.push(resolve))
  return { duty, nextRun }
}

describe('the maintenance of a cell', () => {
  const failuresOf = async ({ metrics }: ReturnType<typeof maintain>) => {
    const { values } = await metrics.maintenanceFailures.get()
    return new Map(values.map(({ labels, value }) => [labels.duty, value]))
  }

  test('logs one line when the cell goes away, although every duty fails, and one when it is back', async () => {
    let rounds = 0
    const [first, last] = [observed('first_of_round', goAway), observed('last_of_round')]
    async function goAway() {
      if (rounds++ === 0) proxy.refuse(true)
    }
    const hasRun = last.nextRun()
    const running = maintain({ round: [first.duty, ...roundDuties, last.duty], growth: [] })
    await hasRun
    const failures = await until(
      () => failuresOf(running),
      counts => counts.get('take_lead')! >= 3,
    )
    for (const { name } of roundDuties) expect(failures.get(name), name).toBe(1)
    const { log } = running
    expect(log.lines).toMatchObject([{ level: 'error', cell: 'main' }])
    expect(log.lines[0]!.msg).toMatch(/^the cell is unreachable/)
    proxy.refuse(false)
    expect(await log.find(({ level }) => level === 'info')).toMatchObject({
      cell: 'main',
      msg: expect.stringMatching(/^the cell is reachable again/),
    })
    await maintenance!.stop()
    expect(log.lines).toHaveLength(2)
  })

  test('logs one line for a cell that is away from the start', async () => {
    proxy.refuse(true)
    const running = maintain()
    await until(
      () => failuresOf(running),
      counts => counts.get('take_lead')! >= 3,
    )
    expect(running.log.lines).toMatchObject([{ level: 'error', cell: 'main' }])
    proxy.refuse(false)
    await running.log.find(({ level }) => level === 'info')
  })

  test('is done by one of several workers, and by another when that one stops', async () => {
    const leads = async ({ metrics }: ReturnType<typeof maintain>) =>
      (await metrics.maintenanceLeader.get()).values[0]?.value === 1
    const ran: string[] = []
    const workers = ['one', 'two', 'three'].map(name => {
      const { duty, nextRun } = observed('shared_duty', async () => void ran.push(name))
      const growth = observed('shared_growth', async () => void ran.push(name))
      const running = maintain({ round: [duty], growth: [growth.duty] })
      const task = maintenance!
      others.push(task)
      return { name, running, task, nextRun }
    })
    const find = () =>
      until(
        async () => {
          const leading = await Promise.all(workers.map(({ running }) => leads(running)))
          return workers.filter((_, n) => leading[n])
        },
        found => found.length > 0,
      )
    for (let left = workers.length; left > 0; left--) {
      const leaders = await find()
      expect(leaders).toHaveLength(1)
      const [leader] = leaders
      for (let round = 0; round < 3; round++) await leader!.nextRun()
      await leader!.task.stop()
      expect(new Set(ran)).toEqual(new Set([leader!.name]))
      ran.length = 0
      workers.splice(workers.indexOf(leader!), 1)
    }
  })

  test('goes on with its rounds while a growth duty takes long, and stopping waits for that duty', async () => {
    const started = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const slow = observed('slow_growth', () => {
      started.resolve()
      return release.promise
    })
    const quick = observed('quick_round')
    maintain({ round: [quick.duty], growth: [slow.duty] })
    await started.promise
    for (let round = 0; round < 3; round++) await quick.nextRun()
    let isStopped = false
    const stopped = maintenance!.stop().then(() => {
      isStopped = true
    })
    await Promise.resolve()
    expect(isStopped).toBe(false)
    release.resolve()
    await stopped
  })

  test('gives every duty a signal that is aborted when it stops', async () => {
    const seen = Promise.withResolvers<AbortSignal>()
    const waiting: Duty = {
      name: 'waits_for_the_end',
      run: ({ signal }) => {
        seen.resolve(signal)
        return new Promise(resolve => signal.addEventListener('abort', () => resolve()))
      },
    }
    maintain({ round: [waiting], growth: [] })
    const signal = await seen.promise
    expect(signal.aborted).toBe(false)
    await maintenance!.stop()
    expect(signal.aborted).toBe(true)
  })
})

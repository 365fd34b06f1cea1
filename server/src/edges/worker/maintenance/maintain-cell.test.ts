import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../../test/database.ts'
import { type PostgresProxy, startPostgresProxy } from '../../../../test/postgres-proxy.ts'
import { LogLines } from '../../../../test/serve-routes.ts'
import { type Cells, openCells } from '../../../platform/db/cells.ts'
import { Wakes } from '../../../platform/lanes/wakes.ts'
import { createLogger } from '../../../platform/telemetry/logger.ts'
import { createMetrics } from '../../../platform/telemetry/metrics.ts'
import type { RepeatedTask } from '../repeat.ts'
import { growthDuties, roundDuties } from './duties.ts'
import type { Duty } from './duty.ts'
import { maintainCell } from './maintain-cell.ts'

let database: TestDatabase
let proxy: PostgresProxy
let cells: Cells
let wakes: Wakes
beforeAll(async () => {
  database = await createDatabase()
  proxy = await startPostgresProxy(database.login)
  cells = openCells([{ name: 'main', url: proxy.url, ownerUrl: proxy.url }], 2, 'reverie test')
  wakes = new Wakes(cells)
})
afterAll(async () => {
  await cells.close()
  await proxy.close()
  await database.drop()
})

let maintenance: RepeatedTask | undefined
afterEach(async () => {
  await maintenance?.stop()
  proxy.refuse(false)
})

function maintain(duties?: { round: readonly Duty[]; growth: readonly Duty[] }) {
  const log = new LogLines()
  const metrics = createMetrics()
  maintenance = maintainCell({
    cell: cells.all[0]!,
    queue: wakes.ofCell('main'),
    config: { USAGE_RETENTION_DAYS: 400 },
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
  test('logs one line while the cell is away, although every duty fails, and one when it is back', async () => {
    proxy.refuse(true)
    const [last, lastGrowth] = [observed('last_of_round'), observed('last_of_growth')]
    const hasGrown = lastGrowth.nextRun()
    const { log, metrics } = maintain({
      round: [...roundDuties, last.duty],
      growth: [...growthDuties, lastGrowth.duty],
    })
    await hasGrown
    for (let round = 0; round < 3; round++) await last.nextRun()
    expect(log.lines).toMatchObject([{ level: 'error', cell: 'main' }])
    expect(log.lines[0]!.msg).toMatch(/^the cell is unreachable/)
    const { values } = await metrics.maintenanceFailures.get()
    const failed = values.filter(({ value }) => value > 0).map(({ labels }) => labels.duty)
    expect(failed.sort()).toEqual([...roundDuties, ...growthDuties].map(({ name }) => name).sort())
    proxy.refuse(false)
    expect(await log.find(({ level }) => level === 'info')).toMatchObject({
      cell: 'main',
      msg: expect.stringMatching(/^the cell is reachable again/),
    })
    await lastGrowth.nextRun()
    await maintenance!.stop()
    expect(log.lines).toHaveLength(2)
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

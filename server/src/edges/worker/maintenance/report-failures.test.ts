import { afterEach, describe, expect, test, vi } from 'vitest'
import { LogLines } from '../../../../test/serve-routes.ts'
import { AppError } from '../../../platform/errors.ts'
import { createLogger } from '../../../platform/telemetry/logger.ts'
import { createMetrics } from '../../../platform/telemetry/metrics.ts'
import { reportFailures } from './report-failures.ts'

function reporter(cell?: string) {
  const log = new LogLines()
  const metrics = createMetrics()
  return { log, metrics, reports: reportFailures({ logger: createLogger('info', log), metrics }, cell) }
}

const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
const messagesOf = ({ lines }: LogLines) => lines.map(({ msg }) => msg)
const unreachable = 'the cell is unreachable: its maintenance waits until it answers'
const reachable = 'the cell is reachable again: its maintenance continues'

afterEach(() => {
  vi.useRealTimers()
})

describe('the report of failed maintenance duties', () => {
  test('counts every failure and logs each duty once a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
    const { log, metrics, reports } = reporter('main')
    for (const duty of ['one', 'two', 'one']) reports.failed(duty, new Error(`${duty} is broken`))
    expect(log.lines).toMatchObject([
      { level: 'error', msg: 'a maintenance duty failed', duty: 'one', cell: 'main' },
      { level: 'error', msg: 'a maintenance duty failed', duty: 'two', cell: 'main' },
    ])
    const { values } = await metrics.maintenanceFailures.get()
    expect(values).toMatchObject([
      { labels: { duty: 'one' }, value: 2 },
      { labels: { duty: 'two' }, value: 1 },
    ])
    vi.setSystemTime(1_060_000)
    reports.failed('one', new Error('one is still broken'))
    expect(log.lines).toHaveLength(3)
  })

  test('has one line for a cell that becomes unreachable, and one when a round reaches it again', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
    const { log, metrics, reports } = reporter('east')
    for (let minute = 0; minute < 5; minute++) {
      for (const duty of ['one', 'two', 'three']) reports.failed(duty, refused())
      reports.roundEnded(false)
      vi.setSystemTime(Date.now() + 60_000)
    }
    expect(log.lines).toMatchObject([{ level: 'error', msg: unreachable, cell: 'east' }])
    for (let round = 0; round < 3; round++) reports.roundEnded(true)
    expect(log.lines.slice(1)).toMatchObject([
      { level: 'info', msg: reachable, cell: 'east', unreachableMs: 300_000 },
    ])
    const { values } = await metrics.maintenanceFailures.get()
    expect(values.map(({ value }) => value)).toEqual([5, 5, 5])
  })

  test('names the next outage again', () => {
    const { log, reports } = reporter('main')
    for (let outage = 0; outage < 2; outage++) {
      reports.failed('one', refused())
      reports.roundEnded(false)
      reports.roundEnded(true)
    }
    expect(messagesOf(log)).toEqual([unreachable, reachable, unreachable, reachable])
  })

  test('says nothing of a cell that was always reachable', () => {
    const { log, reports } = reporter('main')
    reports.roundEnded(true)
    reports.failed('one', new Error('a constraint is violated'))
    reports.roundEnded(true)
    expect(messagesOf(log)).toEqual(['a maintenance duty failed'])
  })

  test('still names a duty that fails for its own reason while others cannot reach the cell', () => {
    const { log, reports } = reporter('main')
    reports.failed('one', refused())
    reports.failed('two', new Error('broken'))
    expect(log.lines).toMatchObject([{ msg: unreachable }, { msg: 'a maintenance duty failed', duty: 'two' }])
  })

  test.each([
    ['a statement that took too long', '57014'],
    ['a lock that was not free', '55P03'],
    ['a full disk', '53100'],
    ['a refused password', '28P01'],
  ])('names the duty, and not the cell, after %s', (_what, code) => {
    const { log, reports } = reporter('main')
    const cause = Object.assign(new Error('no'), { code })
    reports.failed('one', new AppError('cell.unavailable', { cause }))
    expect(messagesOf(log)).toEqual(['a maintenance duty failed'])
  })

  test.each([
    ['a lost connection', {}, 'Connection terminated unexpectedly'],
    ['a connection that took too long', {}, 'Connection terminated due to connection timeout'],
    ['a shutdown', { code: '57P01' }, 'terminating connection due to administrator command'],
    ['a start', { code: '57P03' }, 'the database system is starting up'],
    ['a server without free connections', { code: '53300' }, 'sorry, too many clients already'],
    ['a host that is not found', { code: 'ENOTFOUND' }, 'getaddrinfo ENOTFOUND db'],
  ])('names the cell after %s, as such and behind the error of an operation', (_what, fields, message) => {
    const cause = Object.assign(new Error(message), fields)
    for (const error of [cause, new AppError('cell.unavailable', { cause })]) {
      const { log, reports } = reporter('main')
      reports.failed('one', error)
      reports.failed('two', error)
      expect(messagesOf(log)).toEqual([unreachable])
    }
  })

  test('of a duty for all cells names the duty, because each cell reports itself', () => {
    const { log, reports } = reporter()
    reports.failed('collect_orphan_files', refused())
    expect(log.lines).toMatchObject([{ msg: 'a maintenance duty failed', duty: 'collect_orphan_files' }])
    expect(log.lines[0]).not.toHaveProperty('cell')
  })
})

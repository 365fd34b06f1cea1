import { describe, expect, test } from 'vitest'
import { dayMs, hourMs } from '../../platform/lib/durations.ts'
import { chatWindows, rangeOf } from './period.ts'
import type { AnalyticsQuery } from './schema.ts'

const at = (time: string) => new Date(`2024-${time}Z`)
/** A leap day, a Thursday, within an hour. */
const now = at('02-29T13:45:00.001')

describe('the hours of an analytics query', () => {
  const range = (query: Partial<AnalyticsQuery>, time = now) => {
    const { from, to } = rangeOf({ period: '24h', page: 1, limit: 20, ...query } as AnalyticsQuery, time)
    return [from.toISOString().slice(5, 16), to.toISOString().slice(5, 16)]
  }

  test.each<[string, Partial<AnalyticsQuery>, [string, string]]>([
    ['of the last hour are this hour and the one before', { period: '1h' }, ['02-29T12:00', '02-29T14:00']],
    ['of the last day begin in the same hour of yesterday', {}, ['02-28T13:00', '02-29T14:00']],
    ['of the last 30 days cross the end of a month', { period: '30d' }, ['01-30T13:00', '02-29T14:00']],
    ['begin with the whole hour of `from`', { from: at('02-10T08:59:59') }, ['02-10T08:00', '02-29T14:00']],
    ['begin with `from` on the hour', { from: at('02-10T08:00:00') }, ['02-10T08:00', '02-29T14:00']],
    ['end with `to`', { to: at('02-10T08:30:00') }, ['02-09T08:00', '02-10T08:30']],
    [
      'ignore the period if `from` is given',
      { from: at('02-01T00:00:00'), to: at('02-02T00:00:00'), period: '1h' },
      ['02-01T00:00', '02-02T00:00'],
    ],
  ])('%s', (_, query, expected) => {
    expect(range(query)).toEqual(expected)
  })

  test('of all time begin in 1970 and include the current hour', () => {
    const { from, to } = rangeOf({ period: 'all', page: 1, limit: 20 } as AnalyticsQuery, now)
    expect([from.getTime(), to]).toEqual([0, at('02-29T14:00:00')])
  })

  test('before 1970 begin with the whole hour, too', () => {
    const { from } = rangeOf({ from: new Date(-1), page: 1, limit: 20, period: '24h' } as AnalyticsQuery, now)
    expect(from.getTime()).toBe(-hourMs)
  })
})

describe('the windows of chat analytics', () => {
  const { windows, weekday } = chatWindows(now)
  const of = (name: string) => windows.find(each => each.name === name)!

  test('end with the current hour, and compare with as many hours before', () => {
    for (const days of [7, 30, 90]) {
      const [period, before] = [of(`${days}d`), of(`${days}d before`)]
      expect(period.to).toEqual(at('02-29T14:00:00'))
      expect(period.to.getTime() - period.from.getTime()).toBe(days * dayMs)
      expect(before.to).toEqual(period.from)
      expect(before.to.getTime() - before.from.getTime()).toBe(days * dayMs)
    }
  })

  test('have the seven days of the week that began on Sunday, in UTC', () => {
    expect(weekday).toBe('Thu')
    expect(of('Sun').from).toEqual(at('02-25T00:00:00'))
    expect(of('Thu')).toMatchObject({ from: at('02-29T00:00:00'), to: at('03-01T00:00:00') })
    expect(of('Sat').to).toEqual(at('03-03T00:00:00'))
  })

  test('have 24 hours without a gap, the current one last', () => {
    const hours = Array.from({ length: 24 }, (_, i) => of(`hour ${i}`))
    expect(hours[0]!.from).toEqual(at('02-28T14:00:00'))
    expect(hours[23]).toMatchObject({ from: at('02-29T13:00:00'), to: at('02-29T14:00:00') })
    for (const [i, hour] of hours.slice(1).entries()) expect(hour.from).toEqual(hours[i]!.to)
  })

  test('begin a month on its first day, and a week on Sunday also on a Sunday', () => {
    expect(of('month').from).toEqual(at('02-01T00:00:00'))
    const newYear = chatWindows(at('01-01T00:00:00'))
    expect(newYear.windows.find(({ name }) => name === 'month')).toMatchObject({
      from: at('01-01T00:00:00'),
      to: at('01-01T01:00:00'),
    })
    const sunday = chatWindows(at('03-03T00:00:00'))
    expect(sunday.weekday).toBe('Sun')
    expect(sunday.windows.find(({ name }) => name === 'Sun')!.from).toEqual(at('03-03T00:00:00'))
  })
})

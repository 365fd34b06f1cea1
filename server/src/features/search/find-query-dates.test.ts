import { describe, expect, it } from 'vitest'
import { closeness } from '../../platform/lib/date-range.ts'
import { findQueryDates } from './find-query-dates.ts'

const now = new Date('2026-11-15T12:00:00Z')
const day = (at: number) => (Number.isFinite(at) ? new Date(at).toISOString().slice(0, 10) : 'open')
const said = (q: string, stemLanguages: string[] = []) =>
  findQueryDates(q, now, stemLanguages).map(({ from, to }) => `${day(from)} ${day(to)}`)

describe('the dates of a query', () => {
  it.each([
    ['what did we plan yesterday?', '2026-11-14 2026-11-15'],
    ['where was Ada in June 2023', '2023-06-01 2023-07-01'],
    ['where was Ada on 3 June 2023', '2023-06-03 2023-06-04'],
    ['what did Ada do last May?', '2026-05-01 2026-06-01'],
    ['where was Ada in December?', '2025-12-01 2026-01-01'],
    ['where will Ada be next June?', '2027-06-01 2027-07-01'],
    ['the trips of 2021', '2021-01-01 2022-01-01'],
    ['invoices from 2023-05', '2023-05-01 2023-06-01'],
    ['what changed last month', '2026-10-01 2026-11-01'],
    ['what did I read last year', '2025-01-01 2026-01-01'],
    ['what happened from 3 to 5 June 2023', '2023-06-03 2023-06-06'],
    ['what happened in the past two weeks', '2026-11-01 2026-11-15'],
    ['where did I live before 3 June 2023', 'open 2023-06-03'],
    ['everything since 2024', '2024-01-01 open'],
  ])('are found in "%s": %s', (q, range) => {
    expect(said(q)).toEqual([range])
  })

  it('are understood in the languages of the container', () => {
    expect(said('Wo war Ada am 3. Juni 2023?', ['de'])).toEqual(['2023-06-03 2023-06-04'])
    expect(said('¿Dónde estaba Ada en junio de 2023?', ['es'])).toEqual(['2023-06-01 2023-07-01'])
  })

  it.each([
    'where did they march to?',
    'they may move to Porto',
    'who sat in the sun?',
    'what do I do now',
    'at 5pm',
    'a ratio of 1/2',
    'version 1.2.3 at 10.0.0.1',
    'GH-2021',
    'before the move',
  ])('are absent from "%s"', q => {
    expect(said(q)).toEqual([])
  })
})

describe('closeness', () => {
  const ranges = findQueryDates('June 2023', now)
  it.each([
    ['2023-06-01', 1],
    ['2023-06-30T23:00:00Z', 1],
    ['2023-05-31', 0],
    ['2023-09-01', 0],
  ])('to June 2023 of %s is %d', (date, close) => {
    expect(closeness(ranges, [new Date(date)])).toBe(close)
  })

  it('fades after the range', () => {
    const soon = closeness(ranges, [new Date('2023-07-05')])
    const later = closeness(ranges, [new Date('2023-07-25')])
    expect(soon).toBeGreaterThan(later)
    expect(later).toBeGreaterThan(0)
  })
})

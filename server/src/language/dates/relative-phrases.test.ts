import { describe, expect, it } from 'vitest'
import { findDates } from './find-dates.ts'
import { writeIsoDate } from './write-date.ts'

const find = (text: string, saidAt = '2024-05-15') =>
  findDates(text, new Date(`${saidAt}T14:30:00Z`), 'en').map(writeIsoDate)

describe('A relative date', () => {
  it.each([
    ['She moved a fortnight ago.', '2024-05-01'],
    ['It began 2 years 1 month and 21 days ago.', '2022-03-25'],
    ['I quit half an hour ago.', '2024-05-15T14:00'],
    ['I saw her last night.', '2024-05-14T20:00'],
    ['Two summers ago we sailed.', '2022-06-01/2022-08-31'],
  ])('counts back: "%s" is %s', (text, date) => {
    expect(find(text)).toEqual([date])
  })

  it('stays within the target month when that is shorter', () => {
    expect(find('The lease ends in one month.', '2024-01-31')).toEqual(['2024-02'])
    expect(find('We bought it a year ago.', '2024-02-29')).toEqual(['2023-02'])
  })

  it('distinguishes next Friday from the coming Friday', () => {
    expect(find('The concert is next Friday.', '2024-05-13')).toEqual(['2024-05-24'])
    expect(find('The concert is the coming Friday.', '2024-05-13')).toEqual(['2024-05-17'])
  })

  it('puts Friday the 13th on the side of the tense', () => {
    expect(find('We will meet on Friday the 13th.')).toEqual(['2024-09-13'])
    expect(find('We met on Friday the 13th.')).toEqual(['2023-10-13'])
  })

  it('is a duration, and no date, after a verb in the past', () => {
    expect(find('He wrote it in two weeks.')).toEqual([])
    expect(find('He will come in two weeks.')).toEqual(['2024-05-29'])
  })

  it('takes the weekend before, even on a Saturday', () => {
    expect(find('I hiked last weekend.', '2024-05-18')).toEqual(['2024-05-11/2024-05-12'])
  })
})

import { describe, expect, it } from 'vitest'
import { findDates } from './find-dates.ts'
import { writeIsoDate } from './write-date.ts'

/** A Wednesday. */
const saidAt = new Date('2024-05-15T14:30:00Z')

const find = (text: string, language = 'en') =>
  findDates(text, saidAt, language).map(date => `${text.slice(date.start, date.end)} = ${writeIsoDate(date)}`)

describe('findDates', () => {
  it.each([
    ['We met on 3 May 2023.', ['3 May 2023 = 2023-05-03']],
    [
      'I was there in the spring of 1998 and in 2011.',
      ['the spring of 1998 = 1998-03-01/1998-05-31', '2011 = 2011'],
    ],
    ['Pay it in week 20 of 2024.', ['week 20 of 2024 = 2024-05-13/2024-05-19']],
    ['Sales rose in Q3 2024.', ['Q3 2024 = 2024-07-01/2024-09-30']],
    ['The rent is due on 12/25.', ['12/25 = 2024-12-25']],
  ])('reads the written dates of "%s"', (text, dates) => {
    expect(find(text)).toEqual(dates)
  })

  it('takes the longest phrase and leaves none inside it', () => {
    expect(find('The parcel came the day before yesterday.')).toEqual([
      'the day before yesterday = 2024-05-13',
    ])
  })

  it.each(['You may march on.', 'June called April.', 'Add 3/4 cup of sugar.', 'Nothing happened.'])(
    'finds no date in "%s"',
    text => {
      expect(find(text)).toEqual([])
    },
  )

  it('chooses the year of a month by the tense of the sentence', () => {
    expect(find('Grandma visited in November.')).toEqual(['November = 2023-11'])
    expect(find('We will travel in November.')).toEqual(['November = 2024-11'])
  })

  it('orders the weekdays of a range', () => {
    expect(find('From Monday to Friday we were away.')).toEqual([
      'Monday = 2024-05-13',
      'Friday = 2024-05-17',
    ])
  })

  it.each([
    ['de', 'Wir treffen uns am 3. Mai 2023.', ['am 3. Mai 2023 = 2023-05-03']],
    ['fr', 'Nous partons le 14 juillet 2024.', ['14 juillet 2024 = 2024-07-14']],
    ['es', 'La cita es el 5 de junio de 2024.', ['5 de junio de 2024 = 2024-06-05']],
    ['ru', 'Встреча 3 мая 2023 года.', ['3 мая 2023 года = 2023-05-03']],
  ])('reads dates in the language %s', (language, text, dates) => {
    expect(find(text, language)).toEqual(dates)
  })

  it('ignores a time without a date, and languages without a parser', () => {
    expect(find('Wir essen um 12 Uhr.', 'de')).toEqual([])
    expect(find('3 May 2023', 'xx')).toEqual([])
  })
})

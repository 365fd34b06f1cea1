import { describe, expect, it } from 'vitest'
import { type ResolvedDate, resolveDates, resolveQuotedDates } from './resolve-dates.ts'

/** A Wednesday. */
const saidAt = new Date('2024-05-15T14:30:00Z')

const minute = (date: Date) => date.toISOString().slice(0, 16).replace('T00:00', '')
const show = ({ from, to, granularity, reach }: ResolvedDate) =>
  `${reach ? `${reach} ` : ''}${minute(from)} ${minute(to)} ${granularity}`
const dates = (text: string, language?: string) => resolveDates(text, saidAt, language).dates.map(show)

describe('resolveDates', () => {
  it.each([
    ['The roof leaked yesterday.', '2024-05-14 2024-05-15 day'],
    ['The plumber comes tomorrow.', '2024-05-16 2024-05-17 day'],
    ['We signed the lease today.', '2024-05-15 2024-05-16 day'],
    ['The parcel came the day before yesterday.', '2024-05-13 2024-05-14 day'],
    ['The train leaves the day after tomorrow.', '2024-05-17 2024-05-18 day'],
    ['There was a storm last night.', '2024-05-14T20:00 2024-05-15 time'],
    ['We bake bread this evening.', '2024-05-15T16:00 2024-05-15T20:00 time'],
    ['It snowed yesterday morning.', '2024-05-14T08:00 2024-05-14T12:00 time'],
    ['The call is tomorrow at 3:30 pm.', '2024-05-16T15:30 2024-05-16T15:31 time'],
    ['We met yesterday from 2 to 4 pm.', '2024-05-14T14:00 2024-05-14T16:00 time'],
    ['I planted the beans four days ago.', '2024-05-11 2024-05-12 day'],
    ['The choir sang a few days ago.', '2024-05-12 2024-05-13 day'],
    ['I changed the tyres two weeks ago.', '2024-05-01 2024-05-02 day'],
    ['She took up chess three months ago.', '2024-02-15 2024-02-16 month'],
    ['We bought the boat a year ago.', '2023-05-15 2023-05-16 month'],
    ['He retired six years ago.', '2018-05-15 2018-05-16 year'],
    ['The exam is in ten days.', '2024-05-25 2024-05-26 day'],
    ['The lease ends in two months.', '2024-07-15 2024-07-16 month'],
    ['I have been learning Finnish for three years.', '2021-05-15 2021-05-16 year'],
    ['I was ill last week.', '2024-05-06 2024-05-13 week'],
    ['The kiln is fired this week.', '2024-05-13 2024-05-20 week'],
    ['We move next week.', '2024-05-20 2024-05-27 week'],
    ['We painted the hall the week before last.', '2024-04-29 2024-05-06 week'],
    ['I hiked last weekend.', '2024-05-11 2024-05-13 weekend'],
    ['I hiked two weekends ago.', '2024-05-04 2024-05-06 weekend'],
    ['We go sailing this weekend.', '2024-05-18 2024-05-20 weekend'],
    ['I finished the quilt over the weekend.', '2024-05-11 2024-05-13 weekend'],
    ['We open the shop next month.', '2024-06-01 2024-07-01 month'],
    ['The fair is this month.', '2024-05-01 2024-06-01 month'],
    ['I sold the van last year.', '2023-01-01 2024-01-01 year'],
    ['He played in bands in the last decade.', '2010-01-01 2020-01-01 decade'],
    ['The cat came home last Friday.', '2024-05-10 2024-05-11 day'],
    ['The concert is next Friday.', '2024-05-24 2024-05-25 day'],
    ['On Monday the boiler broke.', '2024-05-13 2024-05-14 day'],
    ['I will call the bank on Monday.', '2024-05-20 2024-05-21 day'],
    ['We saw them on Tuesday of last week.', '2024-05-07 2024-05-08 day'],
    ['The record came out on the 11th.', '2024-05-11 2024-05-12 day'],
    ['We met on the 3rd of last month.', '2024-04-03 2024-04-04 day'],
    ['Grandma visited in March.', '2024-03-01 2024-04-01 month'],
    ['Grandma visited in November.', '2023-11-01 2023-12-01 month'],
    ['We are planning a trip in November.', '2024-11-01 2024-12-01 month'],
    ['The hearing is rescheduled to June 22.', '2024-06-22 2024-06-23 day'],
    ['I have booked the hall for July 6th.', '2024-07-06 2024-07-07 day'],
    [
      'Phase two targets June 19, and phase one was done in April.',
      '2024-06-19 2024-06-20 day|2024-04-01 2024-05-01 month',
    ],
    ['We got the dog last August.', '2023-08-01 2023-09-01 month'],
    ['We went north last summer.', '2023-06-01 2023-09-01 season'],
    ['We go north next winter.', '2024-12-01 2025-03-01 season'],
    ['The mill was built in the spring of 1998.', '1998-03-01 1998-06-01 season'],
    ['He grew up in the 1980s.', '1980-01-01 1990-01-01 decade'],
    ['She danced there in the nineties.', '1990-01-01 2000-01-01 decade'],
    ['They married in 2011 in Leeds.', '2011-01-01 2012-01-01 year'],
    ['They married on 4 June 2011.', '2011-06-04 2011-06-05 day'],
    ['They married on Saturday, June 4th, 2011.', '2011-06-04 2011-06-05 day'],
    ['The invoice of 2024-02-29 is paid.', '2024-02-29 2024-03-01 day'],
    ['We carved pumpkins on Halloween.', '2023-10-31 2023-11-01 day'],
    ['We met the Friday before 12 July 2024.', '2024-07-05 2024-07-06 day'],
    ['It opened two weeks after 1 March 2024.', '2024-03-15 2024-03-16 day'],
    ['We meet on the first Monday of next month.', '2024-06-03 2024-06-04 day'],
    ['It rained in early April.', '2024-04-01 2024-04-16 range'],
    ['The museum was shut from 3 to 9 April 2024.', '2024-04-03 2024-04-10 range'],
    ['She worked there from March 2015 to June 2019.', '2015-03-01 2019-07-01 range'],
    ['I slept badly in the past two weeks.', '2024-05-01 2024-05-15 range'],
    ['I have lived here since 2019.', 'since 2019-01-01 2020-01-01 year'],
    ['We had no power the night before last.', '2024-05-13T20:00 2024-05-14 time'],
    ['A fox stood there the other day.', '2024-05-12 2024-05-13 day'],
    ['I saw a lynx the other week.', '2024-05-06 2024-05-13 week'],
    ['I won the race a couple of Saturdays ago.', '2024-05-04 2024-05-05 day'],
    ['We were in Verona two summers ago.', '2022-06-01 2022-09-01 season'],
    ['We met the summer before last.', '2022-06-01 2022-09-01 season'],
    ['Come autumn we will live on a boat.', '2024-09-01 2024-12-01 season'],
    ['I met her this winter.', '2023-12-01 2024-03-01 season'],
    ['Three more months until I retire!', '2024-08-15 2024-08-16 month'],
    ['It has been five years since Dad died.', '2019-05-15 2019-05-16 year'],
    ['We have shared a flat for three years.', '2021-05-15 2021-05-16 year'],
    ['I have signed a lease for three years.', ''],
    ['I have not smoked in six months.', '2023-11-15 2023-11-16 month'],
    ['I quit my job after three years.', '2021-05-15 2021-05-16 year'],
    ['In 2010 I left the firm after three years.', '2010-01-01 2011-01-01 year'],
    ['I went there as a student, that was 2009.', '2009-01-01 2010-01-01 year'],
    ['I got skates for Xmas.', '2023-12-25 2023-12-26 day'],
    ['We danced in the late nineties.', '1997-01-01 2000-01-01 range'],
    ["I've got an audition on Friday.", '2024-05-17 2024-05-18 day'],
    ['My exam is on the 22nd.', '2024-05-22 2024-05-23 day'],
    ['The test is on Monday, and I have practised a lot.', '2024-05-20 2024-05-21 day'],
    [
      'Part two is due by June 19, and I have completed part one on March 29.',
      'before 2024-06-19 2024-06-20 day|2024-03-29 2024-03-30 day',
    ],
    ['She won last Thursday, first in the family.', '2024-05-09 2024-05-10 day'],
    ['It must be paid by next Friday.', 'before 2024-05-24 2024-05-25 day'],
  ])('reads the date of "%s"', (text, expected) => {
    expect(dates(text).join('|')).toBe(expected)
  })

  it('finds several dates in one sentence', () => {
    expect(dates('We left on 2 May and came back yesterday.')).toEqual([
      '2024-05-02 2024-05-03 day',
      '2024-05-14 2024-05-15 day',
    ])
  })

  it('finds a thousand dates in one text', () => {
    const text = 'We ran from Monday to Friday and swam the day after 3 May 2024. '.repeat(500)
    expect(resolveDates(text, saidAt).dates).toHaveLength(1000)
  })

  it('returns the position and the words of a date', () => {
    const [date] = resolveDates('So: yesterday it was.', saidAt).dates
    expect(date).toMatchObject({ start: 4, end: 13, said: 'yesterday' })
  })

  it('reads dates in other languages, and none in unknown ones', () => {
    expect(dates('Das Dach leckte gestern.', 'de')).toEqual(['2024-05-14 2024-05-15 day'])
    expect(dates('Eilen satoi.', 'xx')).toEqual([])
  })
})

describe('resolveDates', () => {
  it.each([
    'They may march to the station.',
    'April told me about her garden.',
    'I learned it in my early twenties.',
    'He is a man in his 40s.',
    'Add 1/2 cup of flour.',
    'The model is at 1/16 scale.',
    'Call 555-2010 or 138-2010-2015.',
    'It took 2000 people to build.',
    'It was finished in two weeks.',
    'My Friday class is full.',
    'I like 18th-century music.',
    'Version 1.2.3 came with 10.0.0.1 preset.',
    'What do I do now?',
    "C'mon, come in!",
    'I packed last minute.',
    'It lived 900000000000 years ago.',
    'It is 99999999999 days after 1/1/2024000.',
    '',
  ])('finds no date in "%s"', text => {
    expect(resolveDates(text, saidAt)).toEqual({ text, dates: [] })
  })
})

describe('The text that resolveDates returns', () => {
  it.each([
    ['I ran yesterday.', 'I ran on 14 May 2024.'],
    ['She turned ten last week.', 'She turned ten in the week of 6 May 2024.'],
    ['Last weekend was her birthday.', 'The weekend of 11 May 2024 was her birthday.'],
    ['It came through this morning.', 'It came through on the morning of 15 May 2024.'],
    ['The clinic opens on Friday.', 'The clinic opens on Friday 17 May 2024.'],
    ['She is joining me on Friday.', 'She is joining me on Friday 17 May 2024.'],
    ['Yesterday I ran.', 'On 14 May 2024 I ran.'],
    ['We open next month!', 'We open in June 2024!'],
    ['I was ill last week.', 'I was ill in the week of 6 May 2024.'],
    ['I hiked over the weekend.', 'I hiked on the weekend of 11 May 2024.'],
    ['On Monday the boiler broke.', 'On Monday 13 May 2024 the boiler broke.'],
    ['We bought it a year ago.', 'We bought it around May 2023.'],
    ['He retired about six years ago.', 'He retired around 2018.'],
    ['I have had it since yesterday.', 'I have had it since 14 May 2024.'],
    ['Is it ready for next week?', 'Is it ready for the week of 20 May 2024?'],
    ["We need next month's rent.", "We need June 2024's rent."],
    ['I slept badly in the past two weeks.', 'I slept badly in the two weeks to 15 May 2024.'],
    ['I have been learning it for three years.', 'I have been learning it for three years (since 2021).'],
    ['They married in 2011.', 'They married in 2011.'],
    ['There was a storm last night.', 'There was a storm on the night of 14 May 2024.'],
    ['We went north last summer.', 'We went north in summer 2023.'],
    ['We met on the 3rd of last month.', 'We met on the 3rd of April 2024.'],
    ['We were off from Monday to Friday.', 'We were off from Monday 13 May 2024 to Friday 17 May 2024.'],
  ])('has the date of "%s" in full', (text, expected) => {
    expect(resolveDates(text, saidAt).text).toBe(expected)
  })

  it('has the date in brackets in other languages', () => {
    expect(resolveDates('Das Dach leckte gestern.', saidAt, 'de').text).toBe(
      'Das Dach leckte gestern (2024-05-14).',
    )
  })

  it('does not change when it is resolved again later', () => {
    const { text } = resolveDates('I ran yesterday, and swim next week.', saidAt)
    expect(resolveDates(text, new Date('2025-01-01')).text).toBe(text)
  })
})

describe('resolveQuotedDates', () => {
  it.each([
    ['The roof leaked yesterday evening.', 'The roof leaked yesterday evening [14 May 2024].'],
    ['No promise about next year.', 'No promise about next year [2025].'],
    ["It pays for this summer's rent.", "It pays for this summer's [summer 2024] rent."],
    ['It was last Friday.', 'It was last Friday [10 May 2024].'],
  ])('keeps the words and adds the date in brackets: %s', (said, written) => {
    expect(resolveQuotedDates(said, saidAt).text).toBe(written)
  })

  it.each([
    ['The wedding is in July.', 'The wedding is in July 2024.'],
    ['I start on Monday.', 'I start on Monday 20 May 2024.'],
    ['We met on 7 May 2023.', 'We met on 7 May 2023.'],
  ])('adds what a date lacks: %s', (said, written) => {
    expect(resolveQuotedDates(said, saidAt).text).toBe(written)
  })
})

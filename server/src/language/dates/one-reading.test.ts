import { describe, expect, it } from 'vitest'
import { resolveDates } from './resolve-dates.ts'
import { writeIsoDate } from './write-date.ts'

const resolve = (text: string, saidAt: string) => resolveDates(text, new Date(`${saidAt}T10:00:00Z`))
const days = (text: string, saidAt: string) =>
  resolve(text, saidAt).dates.map(({ from, to, granularity }) =>
    writeIsoDate({ from: +from, to: +to, granularity }),
  )

/** The words stay, and there is no date. */
function expectOpen(text: string, saidAt: string) {
  expect(resolve(text, saidAt)).toEqual({ text, dates: [] })
}

describe('A holiday', () => {
  it.each([
    ['Thanksgiving is at our place this year.', '2025-10-12', '2025-11-27'],
    ['We agreed to spend Easter with her aunt this year.', '2025-03-02', '2025-04-20'],
    ['This year we spent Halloween at the lake.', '2025-12-12', '2025-10-31'],
    ["We're doing Thanksgiving at Ana's next year.", '2025-06-12', '2026-11-26'],
    ['Last year I cooked for eleven people at Christmas.', '2025-12-28', '2024-12-25'],
    ['In 2019 we celebrated Easter in Rome.', '2025-06-12', '2019-04-21'],
  ])('is in the year that its clause names: "%s"', (text, saidAt, day) => {
    expect(days(text, saidAt)).toEqual([day])
  })

  it.each([
    ["We are spending Valentine's Day in Porto.", '2025-12-28', '2026-02-14'],
    ['We decided to host Easter.', '2025-12-28', '2026-04-05'],
    ['We hosted Easter.', '2025-12-28', '2025-04-20'],
    ['We stayed at home this Christmas.', '2026-01-09', '2025-12-25'],
    ['We will stay at home this Christmas.', '2025-11-09', '2025-12-25'],
  ])('is on the side of the tense: "%s"', (text, saidAt, day) => {
    expect(days(text, saidAt)).toEqual([day])
  })

  it.each([
    ['We always eat carp on Christmas Eve.', '2025-12-12'],
    ['Every Halloween the street is full of children.', '2025-12-12'],
    ['Fireworks on Bastille Day, as in every village.', '2025-12-12'],
    ['My brother was born on Boxing Day.', '2025-12-12'],
    // Bought for the last one or for the next one?
    ['She gave me earplugs for Halloween.', '2025-10-01'],
  ])('without a year or a tense is left open: "%s"', (text, saidAt) => {
    expectOpen(text, saidAt)
  })

  it('keeps its name in the text, with the year', () => {
    expect(resolve('We hosted Easter.', '2025-12-28').text).toBe('We hosted Easter 2025.')
    expect(resolve('The Halloween parade was loud.', '2025-12-28').text).toBe(
      'The Halloween 2025 parade was loud.',
    )
    expect(resolve('Easter is at our place this year.', '2025-02-28').text).toBe(
      'Easter is at our place in 2025.',
    )
    expect(resolve('We went north last Christmas.', '2025-02-28').text).toBe(
      'We went north at Christmas 2024.',
    )
    expect(resolve('We spent last Christmas in the north.', '2025-02-28').text).toBe(
      'We spent Christmas 2024 in the north.',
    )
  })

  it('is the same when the text is resolved again later', () => {
    for (const said of ['We hosted Easter.', 'Easter is at our place this year.', 'We left last Easter.']) {
      const { text, dates } = resolve(said, '2025-05-28')
      expect(days(text, '2040-01-01')).toEqual(dates.map(({ from }) => from.toISOString().slice(0, 10)))
    }
  })
})

describe('A date without its year', () => {
  it.each([
    ['Planning goes in on 30 April.', '2025-02-10', '2025-04-30'],
    ['She has handed in her notice, her last day is 18 July.', '2025-06-16', '2025-07-18'],
    ['We get the keys on 15 June.', '2025-04-11', '2025-06-15'],
    ["I've put the review down for 30 September.", '2025-07-22', '2025-09-30'],
    ['I am repainting the boat on 3 May.', '2025-02-10', '2025-05-03'],
    ['I bought tickets for 3 May.', '2025-02-10', '2025-05-03'],
    ['We sailed home on 3 May.', '2025-02-10', '2024-05-03'],
    ['We promised to sail on 3 May.', '2025-02-10', '2025-05-03'],
    ['In 2019 we sailed home on 3 May.', '2025-02-10', '2019-05-03'],
    ['We sail to Jersey on 3 May next year.', '2025-02-10', '2026-05-03'],
    ['5 August and I am 53.', '2025-08-05', '2025-08-05'],
  ])('is on the side of the tense: "%s"', (text, saidAt, day) => {
    expect(days(text, saidAt)).toEqual([day])
  })

  it.each([
    ["My sister's birthday is on 22 March.", '2025-11-15'],
    ['Our anniversary is 12 June.', '2025-11-15'],
    ['Birthday: 22 March.', '2025-11-15'],
    ['Her twins were born on 3 May.', '2025-11-15'],
    ['Every December we go skiing.', '2025-11-15'],
    ['I hate December.', '2025-11-15'],
    ['I prune the roses in March.', '2025-11-15'],
    ['Deposit, 3 May.', '2025-11-15'],
    ['Blood pressure 120/80, measured on 5 June.', '2025-11-15'],
  ])('is left open where neither a year nor a tense says which: "%s"', (text, saidAt) => {
    expectOpen(text, saidAt)
  })

  it('is in the year in which it has the given weekday', () => {
    expect(days('Friday, 14 November: rehearsal.', '2025-09-10')).toEqual(['2025-11-14'])
    expect(days('Thursday, 14 November: rehearsal.', '2025-09-10')).toEqual(['2024-11-14'])
    expectOpen('We will rehearse on Monday, 14 November.', '2025-09-10')
  })

  it('is left open beside another year', () => {
    expect(days('We bought the farm in 2006, and in May the barn burned down.', '2026-03-02')).toEqual([
      '2006',
    ])
  })

  it('keeps the full stop of its sentence', () => {
    expect(resolve('We sailed home on 3 May.', '2025-02-10').text).toBe('We sailed home on 3 May 2024.')
  })
})

describe('A date that refers to another', () => {
  it.each([
    ['Dad retired in 1998, and that year we sold the farm.', '1998|1998'],
    ['In May 2014 we met and later that year we married.', '2014-05|2014-07-01/2014-12-31'],
    ['We met in June 2014 and married that summer.', '2014-06|2014-06-01/2014-08-31'],
    ['I landed on 3 May 2014 and signed the lease the same day.', '2014-05-03|2014-05-03'],
    ['In 2006 we moved, and in May that year the barn burned down.', '2006|2006-05'],
  ])('has the year or the day of the one date before it: "%s"', (text, expected) => {
    expect(days(text, '2026-03-02').join('|')).toBe(expected)
  })

  it.each([
    'The firm nearly went broke that year.',
    'In May that year the barn burned down.',
    'That summer I learned to sail.',
    'We flew back the same day.',
    'Back then I smoked.',
    'Two years later we married.',
    'The following week she called me.',
    'At the end of that year I quit.',
  ])('is left open where no date stands before it: "%s"', text => {
    expectOpen(text, '2026-03-02')
  })

  it('is left open where two years stand before it', () => {
    const text = 'Between 1998 and 2004 we were poor, but that year it got better.'
    expect(days(text, '2026-03-02')).toEqual(['1998-01-01/2004-12-31'])
  })
})

describe('Weekdays', () => {
  it.each([
    'The library is open Tuesday to Thursday.',
    'The kiosk opens Mon–Fri at 7.',
    'Reception: Mon-Fri 9 to 5.',
    'I teach Tuesday to Thursday.',
    'He is at the nursery Monday to Wednesday.',
    'Tuesday through Thursday I work from home.',
    'She is only in the studio Monday and Thursday.',
    'I swim every Tuesday and Thursday.',
    'My days off are Monday and Friday.',
    'Bins go out on Tuesday nights.',
    'We usually eat out on Friday.',
    'The bins are collected on Tuesday and Friday every week.',
    'The boat is called Lazy Sunday.',
    'On weekdays I get up at six.',
  ])('that come back every week have no date: "%s"', text => {
    expectOpen(text, '2025-09-10')
  })

  it.each([
    ['I am in Oslo Monday to Wednesday next week.', '2025-09-15/2025-09-17'],
    ['I was in Oslo from Monday to Wednesday.', '2025-09-08/2025-09-10'],
    ['I will be in Oslo Monday to Wednesday.', '2025-09-15/2025-09-17'],
    ['I have two exams on Monday.', '2025-09-15'],
    ['I am repainting the boat on Saturday.', '2025-09-13'],
    ['He repaints the boat on Saturday.', '2025-09-13'],
    ['I got a rise, so I am flying to Rome on Friday.', '2025-09-12'],
    ['Prepare the release for Thursday.', '2025-09-11'],
  ])('of one week are dates: "%s"', (text, expected) => {
    expect(days(text, '2025-09-10')).toEqual([expected])
  })
})

describe('A day of the month', () => {
  it.each([
    ['We flew home on the 4th.', '2025-09-04'],
    ['We flew home on the 24th.', '2025-08-24'],
    ['He moves into the home on the 13th.', '2025-09-13'],
    ['The dentist moved me to the 18th.', '2025-09-18'],
    ['I will call her on the 3rd.', '2025-10-03'],
  ])('is on the side of the tense: "%s"', (text, day) => {
    expect(days(text, '2025-09-10')).toEqual([day])
  })

  it.each([
    'Sample drawn on the 22nd, LDL 3.1.',
    'Blood pressure 120/80, measured on the 5th.',
    'Photo from the 14th.',
    'Invoices: on the 3rd, on the 12th.',
    'I get paid on the 25th.',
    'Rent is due on the 1st.',
    'The gym fee goes out on the 3rd every month.',
  ])('is left open without a tense or when it comes back: "%s"', text => {
    expectOpen(text, '2025-09-10')
  })

  it('is left open beside another month', () => {
    const text = 'The concert is on 19 June 2027 because the hall was taken on the 12th.'
    expect(days(text, '2025-09-10')).toEqual(['2027-06-19'])
  })
})

describe('A duration', () => {
  it.each([
    'I lived there for two years.',
    'We were together for ten years.',
    'He had owned it for three years.',
    'He learned Dutch in three years.',
    'I have run six races in two years.',
    'You can learn it in three months.',
    'My daughter is three years old.',
    'It is a five-year plan.',
  ])('is no point in time: "%s"', text => {
    expectOpen(text, '2025-09-10')
  })
})

describe('A date on its own', () => {
  it.each([
    ['3 May', '2025-05-03'],
    ['on Friday', '2025-09-05'],
    ['Christmas', '2025-12-25'],
    ['from 10/1 to 11/7', '2025-10-01/2025-11-07'],
    ['the 4th of July, in the evening', '2025-07-04T16:00'],
    ['since January!', '2025-01'],
    ['Since January!', '2025-01'],
  ])('is the nearest one, as in a search or a heading: "%s"', (text, expected) => {
    expect(days(text, '2025-09-10')).toEqual([expected])
  })
})

describe('A day without a verb', () => {
  it.each([
    ['Dentist on 3 October.', '2025-10-03'],
    ['Coffee with Jo - 25 August - the usual place', '2025-08-25'],
  ])('has a year when it lies within two months: "%s"', (text, expected) => {
    expect(days(text, '2025-09-10')).toEqual([expected])
  })

  it.each([
    'Dentist on 3 March.',
    'Dentist Friday.',
    'Daughter’s birthday: 3 October',
    'Garden club every year, 3 October.',
    'Opening hours: May to October',
    'Roses: best in October',
  ])('is left open when it is farther away, comes back or is no day of the year: "%s"', text => {
    expectOpen(text, '2025-09-10')
  })
})

describe('A request or a question', () => {
  it.each([
    ['Please block an hour on 3 February.', '2026-02-03'],
    ['Find us a room on Friday.', '2025-09-12'],
    ['Can you find time on Wednesday or Friday?', '2025-09-17|2025-09-12'],
    ['How about 3 February?', '2026-02-03'],
    ["Let's talk 30 minutes later.", '2025-09-10T10:30'],
  ])('is about the future: "%s"', (text, expected) => {
    expect(days(text, '2025-09-10').join('|')).toBe(expected)
  })
})

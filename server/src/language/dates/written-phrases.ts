import { months, shortMonths, shortWeekdays, shortWeekendDays, weekdays } from '../rules/vocabulary.ts'
import { dateOf, dayMs, monthOf, type Period, partsOf, yearOf, yearsOf } from './calendar.ts'
import { isHabitual, isMonthly, isYearly } from './habits.ts'
import { hints } from './hints.ts'
import { chooseNear } from './nearest-year.ts'
import { ordinal, toOrdinal, toYear, wordYear } from './numbers.ts'
import {
  type DateMeaning,
  indexIn,
  type Phrase,
  sideOfDay,
  sideOfPeriod,
  turnOf,
  type Viewpoint,
} from './phrase.ts'

const full = months.join('|')
const short = shortMonths.join('|')
const shortCased = shortMonths.map(name => name.charAt(0).toUpperCase() + name.slice(1)).join('|')
/** The dot of `3 Sept. 2023` is part of the month; that of `on 3 May.` ends the sentence. */
const month = `(?<month>(?:${full})(?!\\p{L})|(?:${short})(?!\\p{L})(?:\\.(?=\\s*[\\d,]))?)`
const shortWeekday = [...shortWeekdays, ...shortWeekendDays].join('|')
const monthOfWord = (word: string) => indexIn(months, word)
const year = `(?<year>(?:1[5-9]|2[01])\\d\\d|${wordYear})`
const shortYear = "['’](?<short>\\d\\d)|(?<short2>\\d\\d)"
const ofYear = `(?:(?:\\s*,\\s*|\\s+(?:of|in)\\s+|[\\s/-]+)(?:the\\s+year\\s+)?${year}(?![:.]\\d))`
const nth = `(?:the\\s+)?(?<nth>${ordinal}|\\d{1,2})`

function inYear(
  of: (year: number) => Period | undefined,
  said: string | undefined,
  viewpoint: Viewpoint,
): DateMeaning | undefined {
  if (said) return withComplete(of(toYear(said)))
  const { at, tense, before } = viewpoint
  const now = partsOf(at).year
  // Nine years, because some dates do not exist in every year: the 29th of February.
  const near = Array.from({ length: 9 }, (_, i) => of(now - 4 + i)).filter(found => found !== undefined)
  const isDay = near[0]?.granularity !== 'month'
  const side = isDay ? sideOfDay(tense) : sideOfPeriod(tense)
  const chosen = chooseNear(near, at, side)
  const isToday = isDay && chosen !== undefined && chosen.from <= at && at < chosen.to
  const isNear = isDay && chosen !== undefined && isClose(chosen, viewpoint)
  const isOpen = isYearly(before) || (side === 'open' && !isToday && !isNear)
  return chosen && { ...chosen, lacksYear: true, inYear: of, isOpen }
}

/** Without a verb, a day in two months is hardly ten months ago. Anything farther has two readings. */
const closeMs = 62 * dayMs
const isClose = ({ from, to }: Period, { at, tense, before, after }: Viewpoint): boolean =>
  tense === 'open' && from - at < closeMs && at - to < closeMs && !isHabitual(before + after)

const withComplete = (stretch: Period | undefined): DateMeaning | undefined =>
  stretch && { ...stretch, isComplete: true }

const onDay = (
  { month: m, nth: n, year: y, named }: Record<string, string | undefined>,
  said: Viewpoint,
): DateMeaning | undefined => {
  const meant = inYear(one => dateOf(one, monthOfWord(m!), toOrdinal(n!)), y, said)
  return named && meant?.lacksYear ? withWeekday(meant, indexIn(weekdays, named), said) : meant
}

/** `Friday, 14 November`: the weekday tells the year, unless the tense speaks of another. */
function withWeekday(meant: DateMeaning, weekday: number, { at, tense }: Viewpoint): DateMeaning {
  const isNamed = ({ from }: Period) => partsOf(from).weekday === weekday
  if (sideOfDay(tense) !== 'open') return { ...meant, isOpen: !isNamed(meant) }
  const now = partsOf(at).year
  const [only, other] = [now - 1, now, now + 1].flatMap(y => meant.inYear!(y) ?? []).filter(isNamed)
  return only && !other ? { ...meant, ...only, isOpen: false } : { ...meant, isOpen: true }
}

const to = '\\s*(?:-|–|to|and|through|thru|till?|until)\\s*'
const nthB = nth.replace('nth', 'nthB')

/** Days of one month: `from 3 to 12 June`, `June 3–12`. */
function throughDays(
  monthSaid: string,
  first: string,
  last: string,
  yearSaid: string | undefined,
  said: Viewpoint,
): DateMeaning | undefined {
  const of = (y: number) => {
    const [a, b] = [first, last].map(n => dateOf(y, monthOfWord(monthSaid), toOrdinal(n)))
    return a && b && a.from < b.from ? ({ from: a.from, to: b.to, granularity: 'range' } as const) : undefined
  }
  return inYear(of, yearSaid, said)
}

const weekdayBefore = `(?:(?<named>${[...weekdays, ...shortWeekdays, ...shortWeekendDays].join('|')})[.,]?\\s+(?:the\\s+)?)?`

const days: Phrase[] = [
  {
    name: 'days of a month',
    needs: hints.month,
    matches: ['from 3 to 12 June'],
    rejects: ['3 June'],
    words: `(?:(?:from|between)\\s+)?${nth}${to}${nthB}(?:\\s+of)?\\s+${month}${ofYear}?`,
    mean: ({ nth: a, nthB: b, month: m, year: y }, said) => throughDays(m!, a!, b!, y, said),
  },
  {
    name: 'days after a month',
    needs: hints.month,
    matches: ['June 3–12, 2024'],
    rejects: ['June 3'],
    words: `(?:(?:from|between)\\s+)?${month}\\s+${nth}${to}${nthB}(?![:/]|\\s*[ap]\\.?m\\b)${ofYear}?`,
    mean: ({ nth: a, nthB: b, month: m, year: y }, said) => throughDays(m!, a!, b!, y, said),
  },
  {
    name: 'first of two dates in figures',
    needs: hints.dayInFigures,
    matches: ['5/3 - 5/8'],
    rejects: ['5/3'],
    words: `(?<m>\\d{1,2})/(?<d>\\d{1,2})(?=\\s*[-–~]\\s*\\d{1,2}/\\d)`,
    mean: ({ m, d }, said) => inYear(one => numeric(one, m!, d!), undefined, said),
  },
  {
    name: 'day after its year',
    needs: hints.month,
    matches: ['2024 May 3'],
    rejects: ['May 3'],
    words: `${year}[\\s/-]+(?:(?<nth>\\d{1,2})[\\s/-]+${month}|${month.replace('month', 'month2')}[\\s/-]+(?<nth2>\\d{1,2})(?!,?\\s+\\d{4}))`,
    mean: ({ nth: a, nth2: b, month: m, month2, year: y }, said) =>
      onDay({ month: m ?? month2, nth: a ?? b, year: y }, said),
  },
  {
    name: 'day and month',
    needs: hints.month,
    matches: ['3 May 2024', 'the third of May'],
    rejects: ['in May'],
    words: `${weekdayBefore}${nth}(?:\\s+day)?(?:\\s+of|[\\s/-])\\s*${month}${ofYear}?`,
    mean: onDay,
  },
  {
    name: 'month and day',
    needs: hints.month,
    matches: ['May 3rd', 'Friday, June 7'],
    rejects: ['May I'],
    words: `${weekdayBefore}${month}[\\s/-]*${nth}(?![:.]\\d|\\s*[ap]\\.?m\\b)${ofYear}?`,
    mean: onDay,
  },
  {
    name: 'date in ISO form',
    needs: hints.monthInFigures,
    matches: ['2024-05-03'],
    rejects: ['2024-05'],
    words: `${weekdayBefore}(?<year>(?:1[89]|2[01])\\d\\d)(?<dot>[-/. ])(?<m>\\d{1,2})\\k<dot>(?<d>\\d{1,2})`,
    mean: ({ year: y, m, d }) => withComplete(numeric(Number(y), m!, d!)),
  },
  {
    name: 'date in figures with its year',
    needs: hints.monthInFigures,
    matches: ['5/3/2024', '3.5.24'],
    rejects: ['5/3'],
    words: `${weekdayBefore}(?<m>\\d{1,2})(?<dot>[-/.])(?<d>\\d{1,2})\\k<dot>(?<year>(?:1[89]|2[01])?\\d\\d)`,
    mean: ({ year: y, m, d }) =>
      withComplete(numeric(y!.length === 2 ? inCentury(Number(y)) : Number(y), m!, d!)),
  },
  // A preposition before it, or a year after it, excludes ratios: `on 3/4`, `by 12/25`.
  {
    name: 'date in figures after a preposition',
    needs: hints.dayInFigures,
    matches: ['on 5/3', 'by 12/25'],
    rejects: ['a 5/3 ratio'],
    words: `(?:(?<=\\b(?:on|by|from|until|till|to|before|after|since|for|this|next|last|between|and|the|\\p{L}+day|${shortWeekday})\\s+|[-–~]\\s?)|^)(?<m>\\d{1,2})/(?<d>\\d{1,2})(?:,?\\s+${year})?(?!/|\\s*(?:of|cup|\\d))`,
    mean: ({ m, d, year: y }, said) => inYear(one => numeric(one, m!, d!), y, said),
  },
  {
    name: 'date in figures that is no ratio',
    needs: hints.dayInFigures,
    matches: ['we met 13/5'],
    rejects: ['we met 3/4 of them', '16/20 inch'],
    words: '(?<m>\\d{1,2})/(?<d>\\d{1,2})(?![/\\d"″]|\\s*(?:of|cup|inch|in\\b|mile|scale|th))',
    mean: ({ m, d }, said) =>
      // With a number above twelve it is hardly a ratio.
      Number(m) > 12 || Number(d) > 12 ? inYear(one => numeric(one, m!, d!), undefined, said) : undefined,
  },
]

/** Month first, as Americans write; day first where only that is possible. */
function numeric(y: number, first: string, second: string): Period | undefined {
  const [a, b] = [Number(first), Number(second)]
  return a > 12 ? monthAndDay(y, b, a) : monthAndDay(y, a, b)
}

const monthAndDay = (y: number, m: number, d: number) => (m >= 1 && m <= 12 ? dateOf(y, m - 1, d) : undefined)

const inCentury = (two: number) => (two < 40 ? 2000 + two : 1900 + two)

const monthsAndYears: Phrase[] = [
  {
    name: 'last or next month by name',
    needs: hints.month,
    matches: ['We met last June'],
    rejects: ['We met in June'],
    words: `(?:the\\s+)?(?<turn>this past|this coming|this|last|past|next|coming)\\s+${month}(?!\\s+\\d)`,
    mean: ({ turn, month: m }, { at }) =>
      /^ma(?:y|r(?:ch)?)$/.test(m!) ? undefined : turnedMonth(turn!, monthOfWord(m!), at),
  },
  {
    name: 'month and year',
    needs: hints.month,
    matches: ['June 2023'],
    rejects: ['June is warm'],
    words: `${month}${ofYear}`,
    mean: ({ month: m, year: y }) => withComplete(monthOf(toYear(y!), monthOfWord(m!))),
  },
  {
    name: 'month and short year',
    needs: hints.month,
    matches: ["June '19"],
    rejects: ['June 2019'],
    words: `${month}\\s+(?:of\\s+)?(?:${shortYear})(?!\\d|[:.,]\\d|\\s*[ap]m)`,
    mean: ({ month: m, short: a, short2: b }) => {
      const two = Number(a ?? b)
      return two > 31 || a ? monthOf(inCentury(two), monthOfWord(m!)) : undefined
    },
  },
  {
    name: 'month in figures',
    needs: hints.monthInFigures,
    matches: ['2023-06', '6/2023'],
    rejects: ['2023'],
    words:
      '(?<year>(?:19|20)\\d\\d)-(?<m>0[1-9]|1[0-2])(?![-/]\\d)|(?<m2>0?[1-9]|1[0-2])[-/](?<year2>(?:19|20)\\d\\d)',
    mean: ({ year: y, m, m2, year2 }) => withComplete(monthOf(Number(y ?? year2), Number(m ?? m2) - 1)),
  },
  // `may` and `march` are also verbs, `April` and `June` also people, so the word before must fit.
  {
    name: 'month with a capital',
    needs: hints.month,
    matches: ['We met in June', 'July was wet'],
    rejects: ['we met in june', 'April called'],
    words: `(?:(?<=\\b(?:in|since|until|till|by|from|to|of|on|early|mid|late|between|and|or|during|through|around|before|after|for|the|of)[\\s-]+)(?<month>${full}|${shortCased})|(?<month2>January|February|July|September|October|November|December|(?:${full}|${shortCased})(?=\\s*[-–]\\s*(?:${full}|${shortCased})\\b)))(?!\\s+(?:\\d|[A-Z]))`,
    isCased: true,
    mean: ({ month: m, month2 }, said) =>
      inYear(y => monthOf(y, monthOfWord((m ?? month2)!)), undefined, said),
  },
  {
    name: 'month after in or since',
    needs: hints.month,
    matches: ['since june'],
    rejects: ['june is warm'],
    words: `(?<=\\b(?:in(?:\\s+the)?|since|until|till|late|early|of|mid)[\\s-]+)${month}`,
    mean: ({ month: m }, said) => inYear(y => monthOf(y, monthOfWord(m!)), undefined, said),
  },
  {
    name: 'month after and or by',
    needs: hints.month,
    matches: ['by june'],
    rejects: ['by may'],
    words: `(?<=\\b(?:and|by|between|from|through)\\s+)(?<month>${full.replace('March|', '').replace('May|', '')}|jan|feb|apr|jun|jul|aug|sept?|oct|nov|dec)`,
    mean: ({ month: m }, said) => inYear(y => monthOf(y, monthOfWord(m!)), undefined, said),
  },
  {
    name: 'range of years',
    needs: hints.yearInFigures,
    matches: ['from 2015 to 2018', '2015–2018'],
    rejects: ['2018'],
    words: `(?<!-)(?:(?:from|between|in)\\s+)?(?<year>(?:1[5-9]|20)\\d\\d)\\s*(?:-|–|~|to)\\s*(?<year2>(?:1[5-9]|20)\\d\\d)(?![-/]\\d)`,
    mean: ({ year: a, year2: b }) =>
      Number(a) < Number(b)
        ? { from: yearOf(Number(a)).from, to: yearOf(Number(b)).to, granularity: 'range', isComplete: true }
        : undefined,
  },
  {
    name: 'decade in figures',
    needs: hints.decade,
    matches: ['the 1990s'],
    rejects: ['1991'],
    words: `(?:the\\s+)?(?<year>(?:1[5-9]|20)\\d0)\\s?['’]?s`,
    mean: ({ year: y }) => withComplete(yearsOf(Number(y), 10)),
  },
  {
    name: 'decade in two figures',
    needs: hints.decade,
    keptFor: 'written-phrases.test.ts',
    matches: ['the 80s'],
    rejects: ['1985'],
    words: "(?:the\\s+['’]?|['’]|(?<=the\\s+(?:early|mid|late)[ -]))(?<tens>[2-9])0['’]?s",
    mean: ({ tens }) => yearsOf(1900 + Number(tens) * 10, 10),
  },
  {
    name: 'decade in words',
    needs: hints.decadeInWords,
    matches: ['in the eighties'],
    rejects: ['eighty people'],
    words:
      '(?:the\\s+|(?<=the\\s+(?:early|mid|late)[ -]))(?:nineteen[ -])?(?<word>twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties)',
    mean: ({ word }) => yearsOf(decadeNamed(word!), 10),
  },
  {
    name: 'year after a preposition',
    needs: hints.year,
    matches: ['in 2019', 'since 1987'],
    rejects: ['It cost 2019 dollars'],
    words: `(?:(?<=\\b(?:in|since|from|to|until|till|by|before|after|during|of|and|or|between|through|than|not|late|early|mid)[ -]+(?:the\\s+)?|[~>]\\s?=?\\s?)|^)(?:the\\s+)?(?:year\\s+|cy\\s*)?${year}(?![:/-]\\d|[.,]\\d|\\s+(?:people|pieces|times|users|dollars|years|items|rows)\\b)`,
    mean: ({ year: y }) => withComplete(yearOf(toYear(y!))),
  },
  {
    name: 'year before another year',
    needs: hints.yearInFigures,
    matches: ['year 2019', '2015 to the end of 2019'],
    rejects: ['in 2019'],
    words: `(?:year|cy)\\s*(?<year>(?:19|20)\\d\\d)|(?<!-)(?<year2>(?:19|20)\\d\\d)(?=\\s*(?:-|–|~|to|through|till|until)\\s*(?:the\\s+)?(?:\\p{L}+\\s+){0,4}(?:19|20)\\d\\d)`,
    mean: ({ year: y, year2 }) => withComplete(yearOf(Number(y ?? year2))),
  },
]

function decadeNamed(word: string): number {
  const heads = ['tw', 'th', 'fo', 'fi', 'six', 'sev', 'e', 'n']
  return 1920 + 10 * heads.findIndex(head => word.toLowerCase().startsWith(head))
}

function turnedMonth(word: string, wanted: number, at: number): DateMeaning {
  const { year: y, month: now } = partsOf(at)
  const which = turnOf(word)
  if (which === 0) return monthOf(y, wanted)
  if (which < 0) return monthOf(wanted < now ? y : y - 1, wanted)
  return monthOf(wanted > now ? y : y + 1, wanted)
}

const daysOfMonth: Phrase[] = [
  {
    name: 'day of the month',
    needs: hints.dayOfMonth,
    matches: ['on the 12th', 'by the 3rd'],
    rejects: ['on the 12th floor'],
    words: `(?<=\\b(?:on|by|since|until|till|from|to|before|after|between)\\s+)(?:the\\s+(?<nth>${ordinal}|\\d{1,2})|(?<nth2>\\d{1,2}(?:st|nd|rd|th)))(?!-\\p{L}|\\s*(?:[:/-]\\d|[ap]m|of\\b|floor|anniversary|week|month|time|day\\b|century|birthday|grade|\\p{L}+day\\b)|\\s+(?!from|to|till?|until|at|and|or|with|after|before|through|in|on|for|it|we|he|she|they|I)\\p{L})`,
    mean: ({ nth: a, nth2: b }, said) => nearDayOfMonth(toOrdinal((a ?? b)!), said),
  },
]

function nearDayOfMonth(wanted: number, said: Viewpoint): DateMeaning | undefined {
  const { year: y, month: m, day: today } = partsOf(said.at)
  const side = sideOfDay(said.tense)
  const offset = side === 'ahead' ? (wanted >= today ? 0 : 1) : wanted <= today ? 0 : -1
  const meant = dateOf(y, m + offset, wanted)
  const isOpen = side === 'open' || (side === 'ahead' && isMonthly(said.before))
  return meant && { ...meant, lacksMonth: true, isOpen }
}

/** Longer phrases first: `3 May 2023` contains `May 2023`, which contains `2023`. */
export const writtenPhrases: readonly Phrase[] = [...days, ...monthsAndYears, ...daysOfMonth]

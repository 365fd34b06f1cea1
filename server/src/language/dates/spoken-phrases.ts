import { months, seasonNames, seasons, weekdays } from '../rules/vocabulary.ts'
import { day, dayMs, partsOf, seasonOf, unitAt, weekdayBefore, yearOf } from './calendar.ts'
import { hints } from './hints.ts'
import { nearestYear } from './nearest-year.ts'
import { count, toNumber } from './numbers.ts'
import { type DateMeaning, indexIn, type Phrase } from './phrase.ts'
import { amount, away, measure, partOfDay, roughly, weekdayOf } from './relative-units.ts'

const anySeason = seasonNames.join('|')

/** Start of a state that has lasted for a time, or has just ended. Durations in days or less do not count. */
function since(at: number, n: string, unit: string): DateMeaning | undefined {
  const step = measure(n, unit)
  if (step.unit === 'minute' || step.unit === 'hour' || step.unit === 'day') return undefined
  return { ...away(at, step.unit, -step.n, true), isSince: true }
}

const lasting = ({ n, unit }: Record<string, string | undefined>, { at }: { at: number }) =>
  since(at, n!, unit!)

/** Words for a recent end without a date: `We lost Rex. He was with us for ten years`, `I quit after two years`. */
const ended =
  'left|quit|leave|leaving|retired|resigned|stepped\\s+down|split\\s+up|broke\\s+up|sa(?:id|y)\\s+(?:goodbye|farewell)|lost|passed\\s+away|died|closed|closing|notice|parted\\s+ways'
const noOtherDate = '(?:(?!\\b(?:in|since|until|till)\\s+(?:19|20)\\d\\d|\\bago\\b|\\blast\\s)[^!?\\n\\0])'

/** `We have shared a flat for`. Excludes `have a lease for two years` and `have signed it for two years`. */
const perfect =
  "(?:\\bha(?:ve|s)|['’]ve)\\s+(?!(?:to|an?|the|my|our|no|some|any|signed|booked|agreed|rented|planned|paid|committed|enough)\\b|\\d)\\p{L}{3,}"

/** Phrases of spoken language, rather than written. */
export const spokenPhrases: readonly Phrase[] = [
  {
    name: 'night before last',
    needs: hints.beforeLast,
    keptFor: 'resolve-dates.test.ts',
    matches: ['I slept badly the night before last'],
    rejects: ['last night'],
    words: '(?:the\\s+)?night\\s+before\\s+last',
    mean: (_, { at }) => partOfDay(at - 2 * dayMs, 'night'),
  },
  {
    name: 'the other day',
    needs: hints.other,
    matches: ['I met Tom the other day'],
    rejects: ['the other dog'],
    words: '(?:just\\s+)?the\\s+other\\s+(?<unit>day|night|morning|afternoon|evening)',
    mean: (_, { at, tense }) => (tense === 'ahead' ? undefined : { ...day(at - 3 * dayMs), about: true }),
  },
  {
    name: 'the other week',
    needs: hints.other,
    keptFor: 'resolve-dates.test.ts',
    matches: ['I met Tom the other week'],
    rejects: ['every other week'],
    words: '(?:just\\s+)?the\\s+other\\s+(?<unit>week|weekend|month)',
    mean: ({ unit }, { at, tense }) =>
      tense === 'ahead' ? undefined : unitAt(at, unit!.toLowerCase() as 'week' | 'weekend' | 'month', -1),
  },
  {
    name: 'some weekdays ago',
    needs: hints.ago,
    keptFor: 'resolve-dates.test.ts',
    matches: ['two Fridays ago'],
    rejects: ['two Fridays'],
    words: `(?<n>${count})\\s+(?<weekday>${weekdays.join('|')})s\\s+(?:ago|back)`,
    mean: ({ n, weekday }, { at }) => ({
      ...day(weekdayBefore(at - dayMs, weekdayOf(weekday!)) - (toNumber(n!) - 1) * 7 * dayMs),
      isWeekday: true,
    }),
  },
  {
    name: 'some seasons ago',
    needs: hints.season,
    keptFor: 'resolve-dates.test.ts',
    matches: ['three summers ago'],
    rejects: ['three summers'],
    words: `(?<n>${count})\\s+(?<season>${anySeason})s\\s+(?:ago|back)`,
    mean: ({ n, season }, { at }) => seasonsAgo(at, toNumber(n!), season!),
  },
  {
    name: 'season before last',
    needs: hints.season,
    keptFor: 'resolve-dates.test.ts',
    matches: ['the winter before last'],
    rejects: ['last winter'],
    words: `(?:the\\s+)?(?<season>${anySeason})\\s+before\\s+last`,
    mean: ({ season }, { at }) => seasonsAgo(at, 2, season!),
  },
  {
    name: 'come spring',
    needs: hints.season,
    keptFor: 'resolve-dates.test.ts',
    matches: ['Come spring, we move'],
    rejects: ['Spring has come'],
    words: `come\\s+(?<season>${anySeason})(?=,|\\s+(?:I|we|he|she|they|it|you|the|my|our)\\b)`,
    mean: ({ season }, { at }) => nearestYear(seasonOf(partsOf(at).year, seasonIndex(season!)), at, 'ahead'),
  },
  {
    name: 'some more days until',
    needs: hints.more,
    keptFor: 'resolve-dates.test.ts',
    matches: ['two more weeks until the move'],
    rejects: ['two more weeks'],
    words: `(?<n>${count})\\s+more\\s+(?<unit>day|week|month|year)s?(?=\\s+(?:until|till|to\\s+go|before|and)\\b)`,
    mean: ({ n, unit }, { at }) => ahead(at, n!, unit!),
  },
  {
    name: 'some days until',
    needs: hints.until,
    matches: ['ten days until the exam'],
    rejects: ['ten days'],
    words: `${amount}(?=\\s+(?:until|till|to\\s+go)\\b)`,
    mean: ({ n, unit }, { at }) => ahead(at, n!, unit!),
  },
  // `It'll be five years since Dad died`
  {
    name: 'been some time since',
    needs: hints.since,
    matches: ["It's been two years since Dad left"],
    rejects: ["It's been two years"],
    words: `(?<=\\b(?:been|be|is|it['’]s)\\s+)${roughly}${amount}(?=\\s+(?:now\\s+)?since\\s+(?!(?:mon|tues|wednes|thurs|fri|satur|sun)day|last|yesterday|\\d|[jfmasond]\\p{L}{2,8}(?:ary|ch|il|ust|ber)\\b)\\p{L})`,
    mean: lasting,
  },
  {
    name: 'some time this month',
    needs: hints.thisOrNext,
    matches: ['We are married ten years this month'],
    rejects: ['We met this month'],
    words: `${amount}(?=\\s+(?:this|next)\\s+(?:week|month|${anySeason}|${months.join('|')})\\b)`,
    mean: lasting,
  },
  {
    name: 'some time into it',
    needs: hints.into,
    matches: ["I'm three months into it"],
    rejects: ['three months into it'],
    words: `(?<=\\b(?:am|are)\\s+|['’](?:m|re)\\s+)${roughly}${amount}(?=\\s+(?:in|into)\\b)`,
    mean: lasting,
  },
  {
    name: 'some time sober',
    needs: hints.lasting,
    matches: ['She is five years sober'],
    rejects: ['She is five years old'],
    words: `${roughly}${amount}(?=\\s+(?:sober|clean|strong|smoke-free|cancer-free|debt-free|and\\s+counting|together|married)\\b)`,
    mean: lasting,
  },
  {
    name: 'has done it for some time',
    needs: hints.duration,
    matches: ['We have shared a flat for two years'],
    rejects: ['We have a lease for two years'],
    words: `(?=for\\s)(?<=${perfect}[^.!?;,]{0,60}?)for\\s+${roughly}${amount}(?:\\s+now)?`,
    mean: lasting,
  },
  {
    name: 'that was in a year',
    needs: hints.yearInFigures,
    matches: ['That was back in 2014'],
    rejects: ['That cost 2014 euros'],
    words:
      "(?=(?:19|20)\\d\\d)(?<=\\b(?:that|this|it)(?:['’]s|\\s+was|\\s+is|\\s+must\\s+have\\s+been)\\s+(?:back\\s+in\\s+|in\\s+|around\\s+)?)(?<year>(?:19|20)\\d\\d)(?![.,:]?\\d)",
    mean: ({ year }) => ({ ...yearOf(Number(year)), isComplete: true }),
  },
  {
    name: 'has not done it for some time',
    needs: hints.negation,
    matches: ["I haven't smoked in ten years"],
    rejects: ['I smoked for ten years'],
    words: `(?=in\\s|for\\s)(?<=\\b(?:have|has)(?:n['’]t|\\s+not|\\s+never)\\b[^.!?;]{0,60}?)(?:in|for)\\s+${roughly}${amount}`,
    mean: lasting,
  },
  {
    name: 'ended after some time',
    needs: hints.afterOrFor,
    matches: ['She quit after two years'],
    rejects: ['She paused after two years'],
    words: `(?=after\\s|for\\s)(?<=(?:^|[.!?\\n]\\s?)${noOtherDate}{0,90}?\\b(?:${ended})\\b${noOtherDate}{0,90}?)(?:after|for)\\s+${roughly}(?!(?:the|a)\\s+few\\b)${amount}(?!\\s+(?:of\\s+\\p{L}+ing\\s+for|later|from)\\b)`,
    mean: ({ n, unit }, said) =>
      said.tense === 'ahead' || !/^(?:year|month|decade)/i.test(unit!)
        ? undefined
        : since(said.at, n!, unit!),
  },
]

const ahead = (at: number, n: string, unit: string): DateMeaning => {
  const step = measure(n, unit)
  return away(at, step.unit, step.n, false)
}

const seasonIndex = (word: string): number => (/fall/i.test(word) ? 2 : indexIn(seasons, word))

/** `Two summers ago` skips the last summer. */
function seasonsAgo(at: number, n: number, season: string): DateMeaning {
  const wanted = seasonIndex(season)
  const { year } = partsOf(at)
  const last = [year - 1, year].map(one => seasonOf(one, wanted)).findLast(({ to }) => to <= at)
  return seasonOf(partsOf(last?.from ?? at).year - n + 1, wanted)
}

import { numberWords } from './number-words.ts'
import type { TaggedWord } from './words.ts'

/** A frequency in times per week, and the index of the word after it. */
export type Frequency = { timesAWeek: string; to: number }

const daysOf: Readonly<Record<string, number>> = { day: 1, night: 1, morning: 1, evening: 1, afternoon: 1 }
const weeksOf: Readonly<Record<string, number>> = {
  ...{ week: 1, weekend: 1, fortnight: 2, month: 52 / 12, year: 52 },
}
const adverbs: Readonly<Record<string, number>> = {
  ...{ daily: 7, nightly: 7, weekly: 1, biweekly: 0.5, fortnightly: 0.5, monthly: 12 / 52, yearly: 1 / 52 },
}
const period = '(day|night|morning|evening|afternoon|week|weekend|fortnight|month|year)'
const number = String.raw`(\d+(?:\.\d+)?|[a-z]+)`

type FrequencyPattern = { says: RegExp; rate(groups: readonly string[]): number | undefined }

const ways: readonly FrequencyPattern[] = [
  // `once every two weeks`, `every three days`, `every other day`, `every single morning`
  {
    says: new RegExp(`^(?:once )?(?:every|each) (?:single )?(?:(other|second) |${number} )?${period}s?\\b`),
    rate: ([other, n, unit]) => over(1, n === undefined ? (other ? 2 : 1) : amountOf(n), weeksIn(unit!)),
  },
  { says: /^every (?:weekday|working day)\b/, rate: () => 5 },
  // The weekday itself is read separately.
  {
    says: /^every( other)?(?= (?:mon|tues|wednes|thurs|fri|satur|sun)days?\b)/,
    rate: ([other]) => (other ? 0.5 : 1),
  },
  // `twice a week`, `three times per month`, `3 x a week`
  {
    says: new RegExp(`^(?:(once|twice)|${number} (?:times|x)) (?:a|an|per|each|every|/) ${period}\\b`),
    rate: ([word, n, unit]) =>
      over(word === 'once' ? 1 : word === 'twice' ? 2 : amountOf(n!), 1, weeksIn(unit!)),
  },
  // `five days a week`
  {
    says: new RegExp(
      `^${number} (?:day|night|morning|evening|afternoon)s (?:a|per|each|every) (week|month)\\b`,
    ),
    rate: ([n, unit]) => over(amountOf(n!), 1, weeksIn(unit!)),
  },
  {
    says: /^(daily|nightly|weekly|biweekly|bi - weekly|fortnightly|monthly|yearly)\b/,
    rate: ([adverb]) => adverbs[adverb!.replaceAll(' - ', '')],
  },
]

/** `twice a week`, `five days a week`, `every other day`, `monthly`. */
export function frequencyAt(words: readonly TaggedWord[], i: number): Frequency | undefined {
  const said = words
    .slice(i, i + 6)
    .map(({ lower }) => lower)
    .join(' ')
  for (const { says, rate } of ways) {
    const match = says.exec(said)
    const times = match && rate(match.slice(1))
    if (match && times)
      return { timesAWeek: String(Math.round(times * 1_000) / 1_000), to: i + match[0].split(' ').length }
  }
  return undefined
}

const amountOf = (word: string): number | undefined =>
  word === 'few' ? 3 : Number(numberWords[word] ?? word) || undefined

const weeksIn = (unit: string): number => (unit in daysOf ? daysOf[unit]! / 7 : weeksOf[unit]!)

const over = (times: number | undefined, periods: number | undefined, weeks: number): number | undefined =>
  times === undefined || periods === undefined ? undefined : times / (periods * weeks)

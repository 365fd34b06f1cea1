import type { Rule } from '../../rules/rule.ts'
import { numberWords } from '../number-words.ts'

/** A rule over words in lower case. From its groups, `rate` makes a frequency in times per week. */
export type FrequencyRule = Rule & { rate(groups: readonly string[]): number | undefined }

const daysOf: Readonly<Record<string, number>> = { day: 1, night: 1, morning: 1, evening: 1, afternoon: 1 }
const weeksOf: Readonly<Record<string, number>> = {
  ...{ week: 1, weekend: 1, fortnight: 2, month: 52 / 12, year: 52 },
}
const adverbs: Readonly<Record<string, number>> = {
  ...{ daily: 7, nightly: 7, weekly: 1, biweekly: 0.5, fortnightly: 0.5, monthly: 12 / 52, yearly: 1 / 52 },
}
const dayParts = Object.keys(daysOf).join('|')
const period = `(${dayParts}|${Object.keys(weeksOf).join('|')})`
const number = String.raw`(\d+(?:\.\d+)?|[a-z]+)`

/** In order: the first that matches decides. */
export const frequencies: readonly FrequencyRule[] = [
  {
    name: 'every so many days',
    expression: new RegExp(
      `^(?:once )?(?:every|each) (?:single )?(?:(other|second) |${number} )?${period}s?\\b`,
    ),
    matches: ['once every two weeks', 'every three days', 'every other week', 'each single morning'],
    rejects: ['every dog'],
    rate: ([other, n, unit]) => over(1, n === undefined ? (other ? 2 : 1) : amountOf(n), weeksIn(unit!)),
  },
  {
    name: 'every weekday',
    expression: /^every (?:weekday|working day)\b/,
    matches: ['every weekday', 'every working day'],
    rejects: ['every day'],
    rate: () => 5,
  },
  {
    name: 'every Monday',
    // The weekday itself is read separately.
    expression: /^every( other)?(?= (?:mon|tues|wednes|thurs|fri|satur|sun)days?\b)/,
    matches: ['every other monday', 'every sunday'],
    rejects: ['every week'],
    rate: ([other]) => (other ? 0.5 : 1),
  },
  {
    name: 'so many times a period',
    expression: new RegExp(`^(?:(once|twice)|${number} (?:times|x)) (?:a|an|per|each|every|/) ${period}\\b`),
    matches: ['twice a week', 'three times per month', '3 x a week'],
    rejects: ['twice'],
    rate: ([word, n, unit]) =>
      over(word === 'once' ? 1 : word === 'twice' ? 2 : amountOf(n!), 1, weeksIn(unit!)),
  },
  {
    name: 'so many days a week',
    expression: new RegExp(`^${number} (?:${dayParts})s (?:a|per|each|every) (week|month)\\b`),
    matches: ['five days a week'],
    rejects: ['five days'],
    rate: ([n, unit]) => over(amountOf(n!), 1, weeksIn(unit!)),
  },
  {
    name: 'adverb of frequency',
    expression: /^(daily|nightly|weekly|biweekly|bi - weekly|fortnightly|monthly|yearly)\b/,
    matches: ['daily', 'bi - weekly'],
    rejects: ['day'],
    rate: ([adverb]) => adverbs[adverb!.replaceAll(' - ', '')],
  },
]

const amountOf = (word: string): number | undefined =>
  word === 'few' ? 3 : Number(numberWords[word] ?? word) || undefined

const weeksIn = (unit: string): number => (unit in daysOf ? daysOf[unit]! / 7 : weeksOf[unit]!)

const over = (times: number | undefined, periods: number | undefined, weeks: number): number | undefined =>
  times === undefined || periods === undefined ? undefined : times / (periods * weeks)

import { day, dayMs, shift, startOfDay, unitAt } from './calendar.ts'
import { hints } from './hints.ts'
import { count, isVague } from './numbers.ts'
import { type DateMeaning, type Phrase, sideOfDay, turnOf, type Viewpoint } from './phrase.ts'
import {
  amount,
  away,
  inWeek,
  isOfStory,
  measure,
  partOfDay,
  partWord,
  roughly,
  turn,
  unitOf,
  unitWord,
  weekdayOf,
  weekdayWord,
} from './relative-units.ts'
import { stateOver, takes } from './rules/durations.ts'
import { weekdayPhrases } from './weekday-phrases.ts'

const days: Phrase[] = [
  {
    name: 'day before yesterday',
    needs: hints.yesterday,
    matches: ['We met the day before yesterday'],
    rejects: ['We met yesterday'],
    words: '(?:the\\s+)?day\\s+before\\s+yesterday',
    mean: (_, { at }) => day(at - 2 * dayMs),
  },
  {
    name: 'day after tomorrow',
    needs: hints.tomorrow,
    matches: ['I leave the day after tomorrow'],
    rejects: ['I leave tomorrow'],
    words: '(?:the\\s+)?day\\s+after\\s+tomorrow',
    mean: (_, { at }) => day(at + 2 * dayMs),
  },
  {
    name: 'yesterday',
    needs: hints.yesterday,
    matches: ['Yesterday it rained'],
    rejects: ['yesteryear'],
    words: 'yesterday|yday',
    mean: (_, { at }) => day(at - dayMs),
  },
  {
    name: 'tomorrow',
    needs: hints.tomorrow,
    matches: ['See the doctor tomorrow'],
    rejects: ['today'],
    words: 'tomorrow|tomorow|tmr',
    mean: (_, { at }) => day(at + dayMs),
  },
  {
    name: 'today',
    needs: hints.today,
    matches: ['I start today'],
    rejects: ['I start now'],
    words: 'today',
    mean: (_, { at }) => day(at),
  },
  {
    name: 'last night',
    needs: hints.partOfDay,
    matches: ['Last night it rained'],
    rejects: ['the night'],
    words: 'last\\s+night',
    mean: (_, { at }) => partOfDay(at - dayMs, 'night'),
  },
  {
    name: 'tonight',
    needs: hints.tonight,
    matches: ['We eat out tonight'],
    rejects: ['at night'],
    words: 'tonight|tonite',
    mean: (_, { at }) => partOfDay(at, 'night'),
  },
  {
    name: 'part of this day',
    needs: hints.partOfDay,
    matches: ['I ran this morning'],
    rejects: ['I run in the morning'],
    words: `this\\s+${partWord}`,
    mean: ({ part }, { at }) => partOfDay(at, part!),
  },
  {
    name: 'part of the next day',
    needs: hints.partOfDay,
    matches: ['I leave tomorrow morning'],
    rejects: ['I leave in the morning'],
    words: `(?:next|tomorrow)\\s+${partWord}`,
    mean: ({ part }, { at }) => partOfDay(at + dayMs, part!),
  },
]

const moreAmounts = `(?<more>(?:(?:\\s*,\\s*|\\s+and\\s+|\\s+)(?:${count})\\s+(?:day|week|month|year)s?){0,2})`

/** `2 years 1 month 21 days`: adds each amount in turn. */
function awayBy(at: number, amounts: string, sign: 1 | -1): DateMeaning {
  const each = [...amounts.matchAll(new RegExp(amount, 'giu'))].map(({ groups }) => groups!)
  const before = each.slice(0, -1).reduce((then, { n, unit }) => {
    const step = measure(n!, unit!)
    return shift(then, step.unit, sign * step.n)
  }, at)
  const { n, unit } = each.at(-1)!
  const last = measure(n!, unit!)
  return away(before, last.unit, sign * last.n, isVague(n!))
}

export const wholePhrases: readonly Phrase[] = [
  {
    name: 'this week as a whole',
    needs: hints.ofUnit,
    matches: ['at the end of the week'],
    rejects: ['the week of May'],
    words: '(?<=\\b(?:of|in)\\s+)(?:the\\s+)?(?<unit>week|month|year|day)(?!\\s+(?:of|before|after)\\b)',
    mean: ({ unit }, { at }) => ({
      ...unitAt(at, unitOf(unit!)),
      isWeak: true,
    }),
  },
]

const distances: Phrase[] = [
  {
    name: 'some time ago',
    needs: hints.ago,
    matches: ['two years ago', '3 weeks and 2 days back'],
    rejects: ['two years'],
    words: `${roughly}(?<all>${amount}${moreAmounts})\\s+(?:ago|back)`,
    mean: ({ all }, { at }) => awayBy(at, all!, -1),
  },
  {
    name: 'some time from now',
    needs: hints.fromNow,
    matches: ['two weeks from now'],
    rejects: ['two weeks from Monday'],
    words: `${roughly}(?<all>${amount}${moreAmounts})\\s+(?:from\\s+(?:now|today)(?!\\s+on)|hence)`,
    mean: ({ all }, { at }) => awayBy(at, all!, 1),
  },
  {
    // `Two weeks later` counts from a time in the story, unless it is about a plan.
    name: 'some time later',
    needs: hints.later,
    matches: ['two weeks later'],
    rejects: ['later'],
    words: `${roughly}(?<all>${amount}${moreAmounts})\\s+later`,
    mean: ({ all }, { at, tense }) => (tense === 'ahead' ? awayBy(at, all!, 1) : undefined),
  },
  {
    name: 'within some time',
    needs: hints.within,
    matches: ['within two weeks'],
    rejects: ['two weeks'],
    words: `within\\s+(?:the\\s+next\\s+)?${amount}`,
    mean: ({ n, unit }, { at, tense }) => {
      if (tense !== 'ahead') return undefined
      const step = measure(n!, unit!)
      const isPrecise = step.unit === 'minute' || step.unit === 'hour'
      const from = isPrecise ? at : startOfDay(at)
      const words = `the ${n} ${unit}${step.n === 1 ? '' : 's'} from`
      return { from, to: shift(from, step.unit, step.n), granularity: isPrecise ? 'time' : 'range', words }
    },
  },
  {
    name: 'in some time',
    needs: hints.inTime,
    matches: ['in about two weeks'],
    rejects: ['in two weeks or so'],
    words: `in\\s+${roughly}(?<all>${amount})(?:['’]?s?['’]?\\s+time)?(?!\\s+(?:of|a|the|before|after|since|or)\\b)`,
    // `He wrote it in two weeks`, `I have run six races in two years`, `you can learn it in a month`: a duration.
    mean: ({ all }, { at, tense, before }) =>
      tense === 'behind' || tense === 'habit' || takes.expression.test(before)
        ? undefined
        : awayBy(at, all!, 1),
  },
  {
    name: 'been for some time',
    needs: hints.duration,
    matches: ["We've been married for ten years"],
    rejects: ['We met for two hours'],
    words: `(?<=\\b(?:been|known|dating|married|together)\\b[^.!?;]{0,60}?)for\\s+${roughly}${amount}(?:\\s+now)?`,
    mean: ({ n, unit }, { at, before }) => {
      const step = measure(n!, unit!)
      // `We were together for ten years` does not say until when.
      if (stateOver.expression.test(before)) return undefined
      return step.unit === 'minute' || step.unit === 'hour' || step.unit === 'day'
        ? undefined
        : { ...away(at, step.unit, -step.n, true), isSince: true }
    },
  },
]

const spans: Phrase[] = [
  {
    name: 'last or next few days',
    needs: hints.turn,
    matches: ['over the next three weeks', 'the past few days'],
    rejects: ['three weeks'],
    words: `(?:(?:in|over|during|within|for)\\s+)?(?:the\\s+)?(?:(?<way>last|past|previous|next|coming|upcoming|following)\\s+(?<n>${count})|(?<n2>${count})\\s+(?<way2>last|past|previous|next|coming|upcoming|following)(?=\\s+\\w+s\\b))\\s+${unitWord}(?!\\s+(?:of|in)\\s)`,
    mean: ({ way, way2, n, n2, unit }, said) => severalUnits((way ?? way2)!, (n ?? n2)!, unit!, said),
  },
  {
    name: 'week before last',
    needs: hints.beforeLast,
    matches: ['the week before last'],
    rejects: ['last week'],
    words: '(?:the\\s+)?(?<unit>week|weekend|month|year)\\s+before\\s+last',
    mean: ({ unit }, { at }) => unitAt(at, unitOf(unit!), -2),
  },
  {
    name: 'week after next',
    needs: hints.afterNext,
    matches: ['the month after next'],
    rejects: ['next month'],
    words: '(?:the\\s+)?(?<unit>week|weekend|month|year)\\s+after\\s+next',
    mean: ({ unit }, { at }) => unitAt(at, unitOf(unit!), 2),
  },
  {
    name: 'weekday of a week',
    needs: hints.week,
    matches: ['Tuesday of next week', 'next week on Friday'],
    rejects: ['Tuesday'],
    words: `${weekdayWord}\\s+(?:of\\s+)?(?<turn>this|last|next)\\s+week|(?<turn2>this|last|next)\\s+week(?:['’]s)?\\s+(?:on\\s+)?${weekdayWord.replace('weekday', 'weekday2')}`,
    mean: ({ turn: a, turn2: b, weekday, weekday2 }, { at }) =>
      inWeek(unitAt(at, 'week', turnOf((a ?? b)!)).from, weekdayOf((weekday ?? weekday2)!)),
  },
  {
    name: 'last or next week',
    needs: hints.turnOfUnit,
    matches: ['next month', 'the following year'],
    rejects: ['a month'],
    words: `(?<the>the\\s+)?${turn}\\s+(?:calendar\\s+)?(?<unit>week|weekend|month|quarter|year|decade)(?!\\s+of\\s)`,
    mean: ({ the, turn: which, unit }, said) => ({
      ...unitAt(said.at, unitOf(unit!), turnOf(which!)),
      isOpen: isOfStory(the, which!, said),
    }),
  },
  {
    name: 'last or next working week',
    needs: hints.workingWeek,
    matches: ['this working week'],
    rejects: ['this week'],
    words: `(?:the\\s+)?${turn}\\s+(?:working|work|business)\\s+week`,
    mean: ({ turn: which }, { at }) => {
      const { from } = unitAt(at, 'week', turnOf(which!))
      return { from, to: from + 5 * dayMs, granularity: 'range' }
    },
  },
  {
    name: 'last or next hour',
    needs: hints.hour,
    matches: ['in the next hour'],
    rejects: ['a last minute change'],
    words: `(?!last\\s+minute)(?:the\\s+)?${turn}\\s+(?<unit>hour|minute)(?!\\s+of\\s)`,
    mean: ({ turn: which, unit }, { at }) => {
      const then = shift(at, unitOf(unit!), turnOf(which!))
      return { from: Math.min(at, then), to: Math.max(at, then), granularity: 'time' }
    },
  },
  {
    name: 'week to date',
    needs: hints.toDate,
    matches: ['the year to date'],
    rejects: ['the date'],
    words: '(?:the\\s+)?(?<unit>week|month|year)\\s+to\\s+date',
    mean: ({ unit }, { at }) => ({
      ...unitAt(at, unitOf(unit!)),
      to: startOfDay(at),
      granularity: 'range',
    }),
  },
  {
    name: 'rest of the week',
    needs: hints.rest,
    matches: ['for the rest of the week'],
    rejects: ['the rest'],
    words: '(?:the\\s+)?(?:rest|remainder|remaining)\\s+of\\s+(?:the|this)\\s+(?<unit>week|month|year)',
    mean: ({ unit }, { at }) => ({
      ...unitAt(at, unitOf(unit!)),
      from: startOfDay(at),
      granularity: 'range',
    }),
  },
  {
    name: 'the weekend',
    needs: hints.week,
    matches: ['over the weekend'],
    rejects: ['The weekend of June'],
    words: '(?<=(?:over|at|on|for|during)\\s+)the\\s+weekend(?!\\s+(?:of|before|after))',
    mean: (_, { at, tense }) => {
      const side = sideOfDay(tense)
      return { ...unitAt(at, 'weekend', side === 'ahead' ? 0 : -1), isOpen: side === 'open' }
    },
  },
]

function severalUnits(way: string, n: string, unitSaid: string, { at }: Viewpoint): DateMeaning | undefined {
  if (/^an?$/i.test(n)) return undefined
  const { n: many, unit } = measure(n, unitSaid)
  const isBack = turnOf(way) < 0
  const named = `the ${n} ${unitSaid}${many === 1 ? '' : 's'}`
  if (unit === 'quarter') {
    const from = unitAt(at, unit, isBack ? -many : 1).from
    return {
      from,
      to: shift(from, unit, many),
      granularity: 'range',
      words: isBack ? `${named} to` : `${named} from`,
    }
  }
  const isPrecise = unit === 'minute' || unit === 'hour'
  const now = isPrecise ? at : startOfDay(at)
  if (isBack)
    return {
      from: shift(now, unit, -many),
      to: now,
      granularity: isPrecise ? 'time' : 'range',
      words: `${named} to`,
    }
  const from = isPrecise ? now : now + dayMs
  return {
    from,
    to: shift(from, unit, many),
    granularity: isPrecise ? 'time' : 'range',
    words: `${named} from`,
  }
}

/** Longer phrases first: `the day before yesterday` contains `yesterday`. */
export const relativePhrases: readonly Phrase[] = [...days, ...distances, ...spans, ...weekdayPhrases]

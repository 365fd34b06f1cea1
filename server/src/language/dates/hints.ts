import {
  monthNames,
  partsOfDay,
  seasonNames,
  shortMonths,
  shortWeekdays,
  shortWeekendDays,
} from '../rules/vocabulary.ts'
import { holidays } from './holidays.ts'

const anyOf = (...words: readonly string[]): RegExp => new RegExp(words.join('|'), 'i')
/** A short form is no part of a longer word: `mon`, but not `money`. */
const alone = (words: readonly string[]): string => `\\b(?:${words.join('|')})(?![a-z])`

/**
 * What a phrase cannot do without. One such test for a whole family of phrases saves the slow expressions of each: they
 * look behind and ahead at every character.
 */
export const hints = {
  month: anyOf(alone([...monthNames, ...shortMonths])),
  weekday: anyOf('day', alone([...shortWeekdays, ...shortWeekendDays])),
  season: anyOf(...seasonNames),
  holiday: anyOf(holidays),
  partOfDay: anyOf(...partsOfDay),
  quarter: /q[1-4]/i,
  half: /h[12]/i,
  century: /century/i,
  year: /\d{4}|thousand|nineteen|twenty/i,
  yearInFigures: /\d{4}/,
  monthInFigures: /\d[-/. ]\d/,
  dayInFigures: /\d\/\d/,
  decade: /0\s?['’]?s/i,
  decadeInWords: /ties/i,
  dayOfMonth: /\d|\bthe\s/i,
  ago: /ago|back/i,
  beforeLast: /before\s+last/i,
  other: /other\s/i,
  yesterday: /yesterday|yday/i,
  tomorrow: /tomorrow|tomorow|tmr/i,
  today: /today/i,
  tonight: /tonight|tonite/i,
  weekNumber: /week\s+\d/i,
  more: /more\s/i,
  until: /until|till|to\s+go/i,
  since: /since/i,
  thisOrNext: /(?:this|next)\s/i,
  into: /['’](?:m|re)\s|\b(?:am|are)\s/i,
  lasting: /sober|clean|strong|free|counting|together|married/i,
  duration: /for\s/i,
  negation: /n['’]t|not|never/i,
  afterOrFor: /after\s|for\s/i,
  fromNow: /from|hence/i,
  later: /later/i,
  within: /within/i,
  inTime: /in\s/i,
  turn: /last|past|previous|next|coming|following/i,
  afterNext: /after\s+next/i,
  week: /week/i,
  turnOfUnit: /this|current|last|past|previous|next|coming|following/i,
  workingWeek: /work|business/i,
  hour: /hour|minute/i,
  toDate: /to\s+date/i,
  rest: /rest|remain/i,
  ofUnit: /\b(?:of|in)\s+(?:the\s+)?(?:week|month|year|day)/i,
} as const satisfies Record<string, RegExp>

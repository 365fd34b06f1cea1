import {
  months,
  seasonNames,
  shortMonths,
  shortWeekdays,
  shortWeekendDays,
  weekdays,
} from '../rules/vocabulary.ts'
import { holidays } from './holidays.ts'
import { ordinal } from './numbers.ts'

/** Longest text that is tested, in characters. A longer one is no date on its own. */
const longest = 120

const small =
  'on|in|at|by|of|from|to|until|till?|through|thru|between|and|or|before|after|since|during|over|around|about|for|starting|the|an?|early|mid|late|beginning|start|middle|end|next|last|this|coming|past|previous|am|pm|noon|midday|midnight|q|h|st|nd|rd|th'
const units = '(?:morning|afternoon|evening|night|day|week|weekend|month|quarter|year|hour|minute)s?'
const names = [
  ...months,
  ...weekdays,
  ...shortMonths,
  ...shortWeekdays,
  ...shortWeekendDays,
  ...seasonNames,
].join('|')
const word = new RegExp(
  `(?<!\\p{L})(?:${holidays}|${ordinal}|${names}|${units}|${small})(?!\\p{L})|[^\\p{L}]`,
  'giu',
)

/** Whether a text is a date and nothing else, as in a search, a heading or a table: `3 May`, `on Friday`. */
export const isBareDate = (text: string): boolean =>
  text.length <= longest && text.replaceAll(word, '') === ''

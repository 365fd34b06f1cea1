import type { Rule } from '../../rules/rule.ts'
import {
  monthNames,
  months,
  seasonNames,
  shortMonths,
  shortWeekdays,
  shortWeekendDays,
  weekdays,
} from '../../rules/vocabulary.ts'
import { holidays } from '../holidays.ts'
import { ordinal } from '../numbers.ts'

/** Most sentences name no date. This one pattern saves trying some fifty others. */
export const mayNameDate: Rule = {
  name: 'may name a date',
  expression: new RegExp(
    `\\d|day|morrow|tmr|week|month|quarter|year|\\byrs?\\b|decade|century|night|tonite|morning|afternoon|evening|hour|\\bhrs?\\b|minute|\\bmins?\\b|spring|summer|autumn|fall|winter|\\b(?:${[...monthNames, ...shortMonths, ...shortWeekdays].join('|')})(?![a-z])|christmas|xmas|valentine|juneteenth|easter|halloween|thanksgiving|cinco|\\bnye\\b|ties\\b|thousand|nineteen`,
    'i',
  ),
  matches: ['on Monday', 'in 3 days', 'last week', 'since Sept. I swim'],
  rejects: ['I like tea', 'my friend decided about the money'],
}

/** Dates that count only in a text with others: `on Monday, or on the sixth`. */
export const dateBesideOthers: Rule = {
  name: 'date that counts only beside others',
  expression: /\bthe\s+(?:twenty\s|thirty\s)?[\w-]*(?:th|first|second|third)\b|\btwenty\s|tomorow/i,
  matches: ['or on the sixth', 'by the twenty-second', 'in twenty twelve'],
  rejects: ['on the roof'],
}

/** Words that say how far away a day is, which have one reading: `gestern`, `mañana`, `昨日`. */
export const relativeDay: Rule = {
  name: 'relative day in another language',
  expression:
    /^(?:gestern|vorgestern|heute|morgen|übermorgen|hier|avant-hier|aujourd['’]hui|demain|ayer|anteayer|hoy|mañana|ieri|oggi|domani|ontem|anteontem|hoje|amanhã|gisteren|eergisteren|vandaag|igår|idag|imorgon|i går|i dag|i morgon|вчера|позавчера|сегодня|завтра|вчора|сьогодні|завтра|昨日|今日|明日|昨天|今天|明天|前天|后天)$/iu,
  matches: ['gestern', 'mañana'],
  rejects: ['morgens'],
}

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

export const dateWord: Rule = {
  name: 'word of a date',
  expression: new RegExp(
    `(?<!\\p{L})(?:${holidays}|${ordinal}|${names}|${units}|${small})(?!\\p{L})|[^\\p{L}]`,
    'giu',
  ),
  matches: ['Friday', '3rd'],
  rejects: ['harbour'],
}

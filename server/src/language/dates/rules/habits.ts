import type { Rule } from '../../rules/rule.ts'
import { monthNames, seasonNames, shortWeekdays, shortWeekendDays, weekdays } from '../../rules/vocabulary.ts'

const time = `day|night|morning|evening|week|weekend|month|quarter|year|${seasonNames.join('|')}|\\p{L}+day|${monthNames.join('|')}|christmas|easter|halloween|thanksgiving`

/** Words that make a statement one about every time, not about one of them. */
export const habit: Rule = {
  name: 'every time, not one of them',
  expression: new RegExp(
    `\\b(?:(?:every|each|most)\\s+(?:(?:other|single|second|third|few|two|three)\\s+)?(?:${time})s?|always|usually|normally|generally|typically|traditionally|often|regularly|rarely|weekly|monthly|yearly|annually|annual|as a rule|without fail|tends? to|(?:once|twice|\\w+ times) an?|(?:${time}) in (?:${time}) out|opening hours|office hours|days? off)\\b`,
    'iu',
  ),
  matches: ['We swim every Sunday', 'She always calls in May', 'as a rule'],
  rejects: ['We swam on Sunday'],
}

/** `My birthday is on 22 March`, `she was born on Boxing Day`: the day comes back every year, or its year is unknown. */
export const yearly: Rule = {
  name: 'day that comes back every year',
  expression:
    /\b(?:(?:birthday|b-?day|anniversary|name ?day)(?:['’]s|\s+(?:is|falls))?[:,]?\s+(?:always\s+)?(?:on\s+|in\s+)?|born\s+(?:on\s+|in\s+)?)(?:the\s+)?$/i,
  matches: ['My birthday is on ', 'She was born on '],
  rejects: ['The party is on '],
}

/** `Rent is due on the 1st`, `I get paid on the 25th`. */
export const monthly: Rule = {
  name: 'due every month',
  expression:
    /\b(?:rent|mortgage|salary|wages?|payday|pension|allowance|payroll|subscription|instal+ments?|bills?|get(?:s)? paid)\b(?!.*\b(?:was|were|paid (?:it|the|my|our)|will)\b)/i,
  matches: ['My rent is due', 'I get paid'],
  rejects: ['The rent was late', 'The exam is due'],
}

const short = [...shortWeekdays, ...shortWeekendDays].join('|')

const weekday = `(?:${weekdays.join('|')}|${short})`

const joint = '\\s*(?:to|-|–|—|until|till|through|thru|and|or|&|/|,(?:\\s*(?:and|or))?)\\s*(?:on\\s+)?'

export const joinedAfter: Rule = {
  name: 'joined to a weekday after it',
  expression: new RegExp(`^${joint}${weekday}\\b`, 'i'),
  matches: [' to Friday', ' and Fri'],
  rejects: [' to May'],
}

export const joinedBefore: Rule = {
  name: 'joined to a weekday before it',
  expression: new RegExp(`\\b${weekday}${joint}$`, 'i'),
  matches: ['Monday to ', 'Tue, '],
  rejects: ['May to '],
}

export const pluralPart: Rule = {
  name: 'plural part of the day',
  expression: /^\s+(?:early\s+|late\s+)?(?:morning|afternoon|evening|night|lunchtime)s\b/i,
  matches: [' nights', ' early mornings'],
  rejects: [' night'],
}

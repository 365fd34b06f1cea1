import { weekdays } from './calendar.ts'

const time =
  'day|night|morning|evening|week|weekend|month|quarter|year|spring|summer|autumn|fall|winter|\\p{L}+day|january|february|march|april|may|june|july|august|september|october|november|december|christmas|easter|halloween|thanksgiving'

/** Words that make a statement one about every time, not about one of them. */
const habit = new RegExp(
  `\\b(?:(?:every|each|most)\\s+(?:(?:other|single|second|third|few|two|three)\\s+)?(?:${time})s?|always|usually|normally|generally|typically|traditionally|often|regularly|rarely|weekly|monthly|yearly|annually|annual|as a rule|without fail|tends? to|(?:once|twice|\\w+ times) an?|(?:${time}) in (?:${time}) out|opening hours|office hours|days? off)\\b`,
  'iu',
)

export const isHabitual = (clause: string): boolean => habit.test(clause)

/** `My birthday is on 22 March`, `she was born on Boxing Day`: the day comes back every year, or its year is unknown. */
const yearly =
  /\b(?:(?:birthday|b-?day|anniversary|name ?day)(?:['’]s|\s+(?:is|falls))?[:,]?\s+(?:always\s+)?(?:on\s+|in\s+)?|born\s+(?:on\s+|in\s+)?)(?:the\s+)?$/i

export const isYearly = (before: string): boolean => yearly.test(before)

/** `Rent is due on the 1st`, `I get paid on the 25th`. */
const monthly =
  /\b(?:rent|mortgage|salary|wages?|payday|pension|allowance|payroll|subscription|instal+ments?|bills?|get(?:s)? paid)\b(?!.*\b(?:was|were|paid (?:it|the|my|our)|will)\b)/i

export const isMonthly = (clause: string): boolean => monthly.test(clause)

const short = 'mon|tues?|wed|thu(?:rs?)?|fri|sat|sun'
const weekday = `(?:${weekdays.join('|')}|${short})`
const joint = '\\s*(?:to|-|–|—|until|till|through|thru|and|or|&|/|,(?:\\s*(?:and|or))?)\\s*(?:on\\s+)?'
const joinedAfter = new RegExp(`^${joint}${weekday}\\b`, 'i')
const joinedBefore = new RegExp(`\\b${weekday}${joint}$`, 'i')

/** `Monday to Wednesday`, `Tuesday and Friday`: a week's timetable, unless the verb speaks of one week. */
export const isJoined = (before: string, after: string): boolean =>
  joinedAfter.test(after) || joinedBefore.test(before)

/** `Tuesday nights`, `Friday evenings`. */
export const isPlural = (after: string): boolean =>
  /^\s+(?:early\s+|late\s+)?(?:morning|afternoon|evening|night|lunchtime)s\b/i.test(after)

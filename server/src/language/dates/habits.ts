import { habit, joinedAfter, joinedBefore, monthly, pluralPart, yearly } from './rules/habits.ts'

export const isHabitual = (clause: string): boolean => habit.expression.test(clause)

export const isYearly = (before: string): boolean => yearly.expression.test(before)

export const isMonthly = (clause: string): boolean => monthly.expression.test(clause)

/** `Monday to Wednesday`, `Tuesday and Friday`: a week's timetable, unless the verb speaks of one week. */
export const isJoined = (before: string, after: string): boolean =>
  joinedAfter.expression.test(after) || joinedBefore.expression.test(before)

/** `Tuesday nights`, `Friday evenings`. */
export const isPlural = (after: string): boolean => pluralPart.expression.test(after)

import type { Fact } from './fact.ts'

/** Said by a person, in a text of theirs or as a memory: not by a page, a file, a tool or an assistant. */
export const isOfPerson = ({ origin }: Pick<Fact, 'origin'>): boolean => origin === 'user' || origin === 'api'

/**
 * Whether a statement may take the place of another. What a page, a tool or an assistant says stands beside what a person
 * said, and what was stated as lasting gives way to nothing but another statement.
 */
export function mayReplace(older: Fact, newer: Fact): boolean {
  if (older.origin === 'api' && older.isStatic) return newer.origin === 'api'
  return !isOfPerson(older) || isOfPerson(newer)
}

import type { Fact } from '../../../language/english/fact.ts'

/** Said by a person, in their own text or as a written memory; not by a page, a file, a tool or an assistant. */
export const isFromPerson = ({ origin }: Pick<Fact, 'origin'>): boolean =>
  origin === 'user' || origin === 'api'

/**
 * Whether a fact may supersede another. A fact of a page, a tool or an assistant never supersedes a person's. A
 * memory that was written as static gives way only to another written one.
 */
export function maySupersede(older: Fact, newer: Fact): boolean {
  if (older.origin === 'api' && older.isStatic) return newer.origin === 'api'
  return !isFromPerson(older) || isFromPerson(newer)
}

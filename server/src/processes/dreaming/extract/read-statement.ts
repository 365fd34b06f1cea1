import { type ResolvedDate, resolveDates } from '../../../language/dates/resolve-dates.ts'

/** A statement of a model with absolute dates. `dates` are positions in `statement`, `text` is what a fact says. */
export type ReadStatement = {
  statement: string
  text: string
  dates: readonly ResolvedDate[]
  saidAt: Date
}

export function readStatement(written: string, saidAt: Date): ReadStatement {
  const statement = written.replaceAll(/\s+/g, ' ').trim()
  return { statement, saidAt, ...resolveDates(statement, saidAt) }
}

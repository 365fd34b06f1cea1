/** Asks a database as its owner, whom row-level security does not bind. */
export type Ask = <Row extends object>(sql: string, values?: unknown[]) => Promise<Row[]>

/**
 * Something that is true of every cell. `always`: at any moment, also while documents are processed. `settled`: once all work
 * has ended and no request runs.
 */
export type Invariant = {
  name: string
  when: 'always' | 'settled'
  /** Selects the rows that break it. `$1` is an organization, or null for all of them. */
  sql: string
}

/** A broken invariant with some of the rows that break it. */
export type Violation = { invariant: string; rows: unknown[]; count: number }

/** Rows shown of each broken invariant. */
const mostShown = 5

export const violation = (invariant: string, rows: readonly unknown[]): Violation => ({
  invariant,
  rows: rows.slice(0, mostShown),
  count: rows.length,
})

/** Limits an alias to the organization of `$1`. */
export const inOrg = (alias: string): string => `($1::uuid is null or ${alias}.org = $1::uuid)`

/** Joins two aliases by the key of a container. */
export const sameContainer = (one: string, other: string): string =>
  `(${one}.shard, ${one}.org, ${one}.container) = (${other}.shard, ${other}.org, ${other}.container)`

export const always = (name: string, sql: string): Invariant => ({ name, when: 'always', sql })
export const settled = (name: string, sql: string): Invariant => ({ name, when: 'settled', sql })

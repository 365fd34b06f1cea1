import { type RawBuilder, sql } from 'kysely'

/**
 * Conditions on whether a memory was known at a point in time, by the columns of the row `d` (or another alias) of
 * `cell.memories`. A memory is learned when it is written, or at the date of its document if that is earlier. `asOf`
 * undefined means now; then the flags of the row are enough.
 */

export function isLearned(asOf: Date | undefined, alias = 'd'): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  if (!asOf) return sql`true`
  return sql`least(${column('learned_at')}, coalesce(${column('document_date')}, ${column('learned_at')})) <= ${asOf}`
}

export function isForgotten(asOf: Date | undefined, alias = 'd'): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const marked = asOf
    ? sql`(${column('is_forgotten')} and coalesce(${column('forgotten_at')} <= ${asOf}, true))`
    : column('is_forgotten')
  return sql`(${marked} or coalesce(${column('forget_after')} <= ${asOf ?? sql`now()`}, false))`
}

/** A version is superseded once a later version was learned and the old one is no longer true: an announced move has not happened yet. */
export function isSuperseded(asOf: Date | undefined, alias = 'd'): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  if (!asOf) return sql`(not ${column('is_latest')})`
  return sql`(not ${column('is_latest')} and coalesce(${column('true_until')} <= ${asOf}, true) and exists (
    select from cell.memories later where later.shard = ${column('shard')} and later.org = ${column('org')}
       and later.container = ${column('container')} and later.root = ${column('root')} and later.version > ${column('version')}
       and ${isLearned(asOf, 'later')}))`
}

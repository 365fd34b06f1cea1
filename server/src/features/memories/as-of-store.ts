import { type RawBuilder, sql } from 'kysely'

/**
 * What was known at a moment, by the clocks of the row `d` or another of `cell.memories`: when it was learned, which for
 * what a document says is the document's date where that is earlier; until when it was so; and when it was forgotten.
 * Undefined: now, which the row itself says.
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

/** A version gives way when a later one was learned and it is no longer so: a move that is announced has not happened. */
export function isSuperseded(asOf: Date | undefined, alias = 'd'): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  if (!asOf) return sql`(not ${column('is_latest')})`
  return sql`(not ${column('is_latest')} and coalesce(${column('true_until')} <= ${asOf}, true) and exists (
    select from cell.memories later where later.shard = ${column('shard')} and later.org = ${column('org')}
       and later.container = ${column('container')} and later.root = ${column('root')} and later.version > ${column('version')}
       and ${isLearned(asOf, 'later')}))`
}

import { type RawBuilder, sql } from 'kysely'
import type { Condition, Filter } from './schema.ts'

/**
 * A filter as a condition on the row `d` of `cell.documents`. Each condition asks for an attribute row; the planner
 * starts from the index on values when they are rare and probes by document when they are not. A document without the
 * key has no such row, so it fails the condition and passes its negation.
 */
export function filterToSql(filter: Filter, match: Match = byDocument): RawBuilder<boolean> {
  if ('AND' in filter) return combine(filter.AND, match, sql` and `, sql`true`)
  if ('OR' in filter) return combine(filter.OR, match, sql` or `, sql`false`)
  const matches = match(sql`a.key = ${filter.key} and ${comparison(filter)}`)
  return filter.negate ? sql`not (${matches})` : matches
}

/** How `d` is asked for an attribute row `a` that compares: whoever knows more than `d` may ask more cheaply. */
export type Match = (comparison: RawBuilder<unknown>) => RawBuilder<boolean>

const byDocument: Match = comparison => sql`exists (select from cell.document_attributes a
  where a.shard = d.shard and a.org = d.org and a.container = d.container and a.document = d.id and ${comparison})`

/** An empty AND is true and an empty OR is false, as in logic. */
function combine(
  filters: Filter[],
  match: Match,
  operator: RawBuilder<unknown>,
  empty: RawBuilder<unknown>,
): RawBuilder<boolean> {
  if (filters.length === 0) return sql`${empty}`
  return sql`(${sql.join(
    filters.map(filter => filterToSql(filter, match)),
    operator,
  )})`
}

function comparison(condition: Condition): RawBuilder<unknown> {
  const { value, ignoreCase } = condition
  switch (condition.filterType) {
    case 'metadata':
      return sql`a.element = -1 and ${equals(value, ignoreCase)}`
    case 'array_contains':
      return sql`a.element >= 0 and ${equals(value, ignoreCase)}`
    case 'string_contains':
      return ignoreCase
        ? sql`a.element = -1 and strpos(lower(a.value), lower(${value})) > 0`
        : sql`a.element = -1 and strpos(a.value, ${value}) > 0`
    case 'numeric':
      return sql`a.number ${sql.raw(condition.numericOperator)} ${Number(value)}::float8`
  }
}

/** The first part of the condition is the indexed one; the second decides. */
function equals(value: string, ignoreCase: boolean): RawBuilder<unknown> {
  const indexed = sql`a.folded = lower(left(${value}, 200))`
  return ignoreCase
    ? sql`${indexed} and lower(a.value) = lower(${value})`
    : sql`${indexed} and a.value = ${value}`
}

import { type RawBuilder, sql } from 'kysely'
import type { Condition, Filter } from './schema.ts'

/**
 * A filter as a condition on the row `d` of `cell.documents`. Each condition looks for an attribute row. The planner
 * starts from the index on values when they are rare, and probes by document otherwise. A document without the key
 * has no such row, so it fails the condition and passes its negation.
 */
export function filterToSql(filter: Filter, match: Match = byDocument): RawBuilder<boolean> {
  if ('AND' in filter) return combine(filter.AND, match, sql` and `, sql`true`)
  if ('OR' in filter) return combine(filter.OR, match, sql` or `, sql`false`)
  const matches = match(sql`a.key = ${filter.key} and ${comparison(filter)}`)
  return filter.negate ? sql`not (${matches})` : matches
}

/**
 * Builds the test whether `d` has an attribute row `a` that compares. A caller with more information than `d` may
 * build a cheaper one.
 */
export type Match = (comparison: RawBuilder<unknown>) => RawBuilder<boolean>

const byDocument: Match = comparison => sql`exists (select from cell.document_attributes a
  where a.shard = d.shard and a.org = d.org and a.container = d.container and a.document = d.id and ${comparison})`

/**
 * True if a filter admits documents that none of its conditions matches. If so, the filter is described by the
 * documents it excludes, else by those it admits: either way attribute rows alone are enough.
 */
export function admitsOthers(filter: Filter): boolean {
  if ('AND' in filter) return filter.AND.every(admitsOthers)
  if ('OR' in filter) return filter.OR.some(admitsOthers)
  return filter.negate
}

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

/** The first part of the condition uses the index; the second decides. */
function equals(value: string, ignoreCase: boolean): RawBuilder<unknown> {
  const indexed = sql`a.folded = lower(left(${value}, 200))`
  return ignoreCase
    ? sql`${indexed} and lower(a.value) = lower(${value})`
    : sql`${indexed} and a.value = ${value}`
}

/** A condition that the index on values decides alone, and a rare second part that only the row can decide. */
export type CoveredCondition = { index: RawBuilder<unknown>; row?: RawBuilder<unknown> }

/**
 * The index contains the first characters of a value. Case folding may lengthen a text, so a folded prefix is reliable
 * for fewer.
 */
const indexedLength = 200
const foldedLength = 100

/** The same condition on an attribute row `a` as `comparison`, in a form that an index-only scan answers. */
export function coveredComparison(condition: Condition): CoveredCondition {
  const { key, value, ignoreCase, filterType } = condition
  const at = sql`a.key = ${key}`
  if (filterType === 'numeric') return { index: sql`${at} and ${comparison(condition)}` }
  if (filterType === 'string_contains') {
    const begins = ignoreCase ? sql`strpos(a.folded, lower(${value}))` : sql`strpos(a.head, ${value})`
    return {
      index: sql`${at} and a.element = -1 and ${begins} > 0`,
      row: sql`${at} and a.is_long and ${comparison(condition)} and ${begins} = 0`,
    }
  }
  if (value.length >= (ignoreCase ? foldedLength : indexedLength))
    return { index: sql`${at} and ${comparison(condition)}` }
  const element = filterType === 'metadata' ? sql`a.element = -1` : sql`a.element >= 0`
  const written = ignoreCase ? sql`` : sql` and a.head = ${value}`
  return { index: sql`${at} and ${element} and a.folded = lower(${value})${written}` }
}

/** The number of characters of a path in the index `documents_path`. */
const pathLength = 250

/**
 * A document `d` at this path, or below it when the path ends with a slash. `0` follows `/` in order, so the folder
 * lies between the two.
 */
export function hasPath(filepath: string): RawBuilder<unknown> {
  const start = sql`left(${filepath}, ${pathLength})`
  if (!filepath.endsWith('/')) return sql`d.path_start = ${start} and d.filepath = ${filepath}`
  if ([...filepath].length > pathLength)
    return sql`d.path_start = ${start} and starts_with(d.filepath, ${filepath})`
  return sql`d.path_start >= ${filepath} and d.path_start < ${`${filepath.slice(0, -1)}0`}`
}

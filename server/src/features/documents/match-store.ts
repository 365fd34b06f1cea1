import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import type { Condition, Filter } from '../../platform/filters/schema.ts'
import { coveredComparison, filterToSql } from '../../platform/filters/to-sql.ts'
import { closedContainers } from '../containers/store.ts'
import type { Selection } from './list-store.ts'

/**
 * The documents that a filter matches, as a query for their ids. It reads only the index on attributes and not the
 * documents, because deleted documents have no attributes. `isComplement`: the ids are those that a negation excludes.
 */
export type MatchingSet = { ids: RawBuilder<unknown>; isComplement: boolean; isProbed?: boolean }

/** A condition with fewer matches than this is evaluated first; the others are checked for each of its documents. */
const fewMatches = 1_000

/** The matches of at most this many conditions are counted: a filter may have 200. */
const maxProbed = 10

export async function findMatching(db: Db, selection: Selection, filter: Filter): Promise<MatchingSet> {
  const scope = scopeOf(selection)
  const merged = mergeRanges(filter)
  const rarest = await findRare(db, scope, merged)
  if (!rarest) return toSet(scope, merged)
  const isAlone = !('AND' in merged) || merged.AND.length === 1
  const ids = isAlone ? toSet(scope, merged).ids : probing(scope, rarest, filter)
  return { ids, isComplement: false, isProbed: true }
}

/** Numeric conditions on one key that must all hold, which are one range of the index. */
type NumericRange = { ranges: Condition[] }
type Leaf = Condition | NumericRange
type FilterNode = Leaf | { AND: FilterNode[] } | { OR: FilterNode[] }

function mergeRanges(filter: Filter): FilterNode {
  if ('OR' in filter) return { OR: filter.OR.map(mergeRanges) }
  if (!('AND' in filter)) return filter
  const isRange = (part: Filter): part is Condition =>
    'key' in part && part.filterType === 'numeric' && !part.negate
  const ranges = Map.groupBy(filter.AND.filter(isRange), ({ key }) => key).values()
  const others = filter.AND.filter(part => !isRange(part)).map(mergeRanges)
  return { AND: [...[...ranges].map(of => ({ ranges: of })), ...others] }
}

/** The condition for the rows of a selection. A single container is compared with `=`, so that the index gives order. */
export function scopeOf({ org, shards, within }: Selection, alias = 'a'): RawBuilder<unknown> {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  const among = (values: readonly (number | string)[], type: RawBuilder<unknown>) =>
    values.length === 1 ? sql`= ${values[0]}` : sql`= any(${values}::${type}[])`
  const where = sql`${of('shard')} ${among(within?.containers.map(({ shard }) => shard) ?? shards, sql`smallint`)} and ${of('org')} = ${org}`
  return within
    ? sql`${where} and ${of('container')} ${among(
        within.containers.map(({ container }) => container),
        sql`uuid`,
      )}`
    : sql`${where} and ${of('container')} <> ${closedContainers(org, shards)}`
}

const rows = (columns: RawBuilder<unknown>, scope: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
  sql`select ${columns} from cell.document_attributes a where ${scope} and ${where}`

/**
 * Finds the rarest condition among those that must all hold, if few documents match it. The planner's estimate does not
 * help: it has no statistics per container.
 */
async function findRare(db: Db, scope: RawBuilder<unknown>, part: FilterNode): Promise<Leaf | undefined> {
  const leaves = ('AND' in part ? part.AND : [part]).filter(isQuick).slice(0, maxProbed)
  if (leaves.length === 0) return undefined
  const counts = leaves.map(
    leaf => sql`(select count(*) from (${rows(sql``, scope, indexed(leaf))} limit ${fewMatches}) f)`,
  )
  const { rows: found } = await sql<{
    counts: number[]
  }>`select array[${sql.join(counts)}]::int[] as counts`.execute(db)
  const sizes = found[0]!.counts
  const least = Math.min(...sizes)
  return least < fewMatches ? leaves[sizes.indexOf(least)] : undefined
}

/** True for conditions that are one range of an index, whose scan ends with the matches. */
const isQuick = (part: FilterNode): part is Leaf =>
  'ranges' in part || ('key' in part && !part.negate && part.filterType !== 'string_contains')

const indexed = (leaf: Leaf): RawBuilder<unknown> =>
  'ranges' in leaf
    ? sql.join(
        leaf.ranges.map(range => coveredComparison(range).index),
        sql` and `,
      )
    : coveredComparison(leaf).index

function probing(scope: RawBuilder<unknown>, rarest: Leaf, filter: Filter): RawBuilder<unknown> {
  const first = rows(sql`distinct a.shard, a.org, a.container, a.document as id`, scope, indexed(rarest))
  return sql`select d.id as document from (${first}) d where ${filterToSql(filter)}`
}

function toSet(scope: RawBuilder<unknown>, part: FilterNode): MatchingSet {
  if ('AND' in part) return intersect(part.AND.map(child => toSet(scope, child)))
  if ('OR' in part) return negate(intersect(part.OR.map(child => negate(toSet(scope, child)))))
  const ids = 'ranges' in part ? rows(sql`a.document`, scope, indexed(part)) : leafSet(scope, part)
  return { ids, isComplement: 'key' in part && part.negate }
}

const negate = ({ ids, isComplement }: MatchingSet): MatchingSet => ({ ids, isComplement: !isComplement })

/** Each document once. Only an array may contain a value twice. */
function leafSet(scope: RawBuilder<unknown>, condition: Condition): RawBuilder<unknown> {
  const { index, row } = coveredComparison(condition)
  if (row) return sql`${rows(sql`a.document`, scope, index)} union all ${rows(sql`a.document`, scope, row)}`
  const once = condition.filterType === 'array_contains' ? sql`distinct a.document` : sql`a.document`
  return rows(once, scope, index)
}

/** The intersection of sets: joins them, and subtracts the complements. Without any set it is everything. */
function intersect(sets: MatchingSet[]): MatchingSet {
  const excluded = sets.filter(({ isComplement }) => isComplement).map(({ ids }) => ids)
  const [first, ...others] = sets.filter(({ isComplement }) => !isComplement).map(({ ids }) => ids)
  if (!first) return { ids: unionOf(excluded), isComplement: true }
  const joins = others.map(ids => sql` join (${ids}) using (document)`)
  const without =
    excluded.length === 0
      ? sql``
      : sql` where not exists (select from (${unionOf(excluded)}) o where o.document = s.document)`
  return {
    ids: sql`select document from (${first}) s ${sql.join(joins, sql``)}${without}`,
    isComplement: false,
  }
}

function unionOf(sets: RawBuilder<unknown>[]): RawBuilder<unknown> {
  if (sets.length === 0) return sql`select null::uuid as document where false`
  return sql.join(
    sets.map(ids => sql`(${ids})`),
    sql` union `,
  )
}

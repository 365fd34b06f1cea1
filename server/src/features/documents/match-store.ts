import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import type { Condition, Filter } from '../../platform/filters/schema.ts'
import { coveredComparison, filterToSql } from '../../platform/filters/to-sql.ts'
import { closedContainers } from '../containers/store.ts'
import type { Selection } from './list-store.ts'

/**
 * The documents a filter matches, as a set of ids made from the index on attributes alone, without a look at the
 * documents: deleted ones have no attributes. A negation is the set of those it leaves out, `isRest`.
 */
export type Matching = { ids: RawBuilder<unknown>; isRest: boolean; isProbed?: boolean }

/** Below this many a condition is where to begin: the others are asked of each of its documents. */
const few = 1_000

/** Of more conditions than this the rest is not counted: a filter may have 200. */
const mostProbed = 10

export async function findMatching(db: Db, selection: Selection, filter: Filter): Promise<Matching> {
  const place = placeOf(selection)
  const merged = mergeRanges(filter)
  const rarest = await findRare(db, place, merged)
  if (!rarest) return toSet(place, merged)
  const isAlone = !('AND' in merged) || merged.AND.length === 1
  const ids = isAlone ? toSet(place, merged).ids : probing(place, rarest, filter)
  return { ids, isRest: false, isProbed: true }
}

/** Conditions on numbers of one key that all must hold are one range of the index. */
type Range = { ranges: Condition[] }
type Leaf = Condition | Range
type Part = Leaf | { AND: Part[] } | { OR: Part[] }

function mergeRanges(filter: Filter): Part {
  if ('OR' in filter) return { OR: filter.OR.map(mergeRanges) }
  if (!('AND' in filter)) return filter
  const isRange = (part: Filter): part is Condition =>
    'key' in part && part.filterType === 'numeric' && !part.negate
  const ranges = Map.groupBy(filter.AND.filter(isRange), ({ key }) => key).values()
  const others = filter.AND.filter(part => !isRange(part)).map(mergeRanges)
  return { AND: [...[...ranges].map(of => ({ ranges: of })), ...others] }
}

/** The rows of a selection, under some alias. Of one container they are said to be of that one: then its index gives order. */
export function placeOf({ org, shards, within }: Selection, alias = 'a'): RawBuilder<unknown> {
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

const rows = (columns: RawBuilder<unknown>, place: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
  sql`select ${columns} from cell.document_attributes a where ${place} and ${where}`

/** Of conditions that all must hold, one that only few documents meet. The planner's guess is no help: it knows no container. */
async function findRare(db: Db, place: RawBuilder<unknown>, part: Part): Promise<Leaf | undefined> {
  const leaves = ('AND' in part ? part.AND : [part]).filter(isQuick).slice(0, mostProbed)
  if (leaves.length === 0) return undefined
  const counts = leaves.map(
    leaf => sql`(select count(*) from (${rows(sql``, place, indexed(leaf))} limit ${few}) f)`,
  )
  const { rows: found } = await sql<{
    counts: number[]
  }>`select array[${sql.join(counts)}]::int[] as counts`.execute(db)
  const sizes = found[0]!.counts
  const least = Math.min(...sizes)
  return least < few ? leaves[sizes.indexOf(least)] : undefined
}

/** One range of an index, which ends where the matches end. */
const isQuick = (part: Part): part is Leaf =>
  'ranges' in part || ('key' in part && !part.negate && part.filterType !== 'string_contains')

const indexed = (leaf: Leaf): RawBuilder<unknown> =>
  'ranges' in leaf
    ? sql.join(
        leaf.ranges.map(range => coveredComparison(range).index),
        sql` and `,
      )
    : coveredComparison(leaf).index

function probing(place: RawBuilder<unknown>, rarest: Leaf, filter: Filter): RawBuilder<unknown> {
  const first = rows(sql`distinct a.shard, a.org, a.container, a.document as id`, place, indexed(rarest))
  return sql`select d.id as document from (${first}) d where ${filterToSql(filter)}`
}

function toSet(place: RawBuilder<unknown>, part: Part): Matching {
  if ('AND' in part) return every(part.AND.map(child => toSet(place, child)))
  if ('OR' in part) return negate(every(part.OR.map(child => negate(toSet(place, child)))))
  const ids = 'ranges' in part ? rows(sql`a.document`, place, indexed(part)) : leafSet(place, part)
  return { ids, isRest: 'key' in part && part.negate }
}

const negate = ({ ids, isRest }: Matching): Matching => ({ ids, isRest: !isRest })

/** Each document once; only an array may hold a value twice. */
function leafSet(place: RawBuilder<unknown>, condition: Condition): RawBuilder<unknown> {
  const { index, row } = coveredComparison(condition)
  if (row) return sql`${rows(sql`a.document`, place, index)} union all ${rows(sql`a.document`, place, row)}`
  const once = condition.filterType === 'array_contains' ? sql`distinct a.document` : sql`a.document`
  return rows(once, place, index)
}

/** In all of some sets: joined, without those that are left out. All of none is everything. */
function every(sets: Matching[]): Matching {
  const leftOut = sets.filter(({ isRest }) => isRest).map(({ ids }) => ids)
  const [first, ...others] = sets.filter(({ isRest }) => !isRest).map(({ ids }) => ids)
  if (!first) return { ids: unionOf(leftOut), isRest: true }
  const joins = others.map(ids => sql` join (${ids}) using (document)`)
  const without =
    leftOut.length === 0
      ? sql``
      : sql` where not exists (select from (${unionOf(leftOut)}) o where o.document = s.document)`
  return {
    ids: sql`select document from (${first}) s ${sql.join(joins, sql``)}${without}`,
    isRest: false,
  }
}

function unionOf(sets: RawBuilder<unknown>[]): RawBuilder<unknown> {
  if (sets.length === 0) return sql`select null::uuid as document where false`
  return sql.join(
    sets.map(ids => sql`(${ids})`),
    sql` union `,
  )
}

import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import type { Filter } from '../../platform/filters/schema.ts'
import { countSecondary, readCounters } from './count-store.ts'
import {
  type ListedDocument,
  listAmongFirst,
  listDocuments,
  orderOf,
  type PageOrder,
  readPage,
  type Selection,
} from './list-store.ts'
import { findMatching, type MatchingSet, scopeOf } from './match-store.ts'

/** First scan this many times the page size in order. That finds the page if at least one document in twenty matches. */
const lookahead = 20
/** Beyond this many documents it is faster to materialise the set of all matching documents. */
const maxWalk = 5_000

/** A page of the documents that a filter matches, and their total. */
export async function listFiltered(
  db: Db,
  selection: Selection,
  filter: Filter,
  page: PageOrder,
): Promise<{ rows: ListedDocument[]; total: number }> {
  const further = await countSecondary(db, selection)
  const matching = await findMatching(db, selection, filter)
  if (further > 0) {
    const total = (await countMatching(db, selection, matching)) + further
    return { rows: await listDocuments(db, selection, page), total }
  }
  const found = matching.isProbed ? undefined : await findEarly(db, selection, page)
  if (found) return { rows: found, total: await countMatching(db, selection, matching) }
  if (!matching.isComplement && page.sort === 'createdAt') return pageOfSet(db, selection, matching, page)
  const total = await countMatching(db, selection, matching)
  return { rows: total === 0 ? [] : await listSparse(db, selection, matching, page), total }
}

/**
 * Walks in order and returns the page if it fills up soon; undefined if not, or if several walks would have to be
 * merged.
 */
export async function findEarly(
  db: Db,
  selection: Selection,
  page: PageOrder,
): Promise<ListedDocument[] | undefined> {
  const { shards, within } = selection
  const most = lookahead * (page.take + (page.skip ?? 0))
  if ((within?.containers ?? shards).length !== 1 || most > maxWalk) return undefined
  const rows = await listAmongFirst(db, selection, page, most)
  return rows.length === page.take ? rows : undefined
}

async function countMatching(db: Db, selection: Selection, matching: MatchingSet): Promise<number> {
  const size = await withHashJoins(db, matching, () => countSet(db, matching))
  return matching.isComplement ? (await readCounters(db, selection)).documents - size : size
}

/** Ids sort by creation, so the page is the greatest or least ids of the set, and only its documents are read. */
async function pageOfSet(db: Db, selection: Selection, matching: MatchingSet, page: PageOrder) {
  const { order, take, skip = 0 } = page
  const { rows } = await withHashJoins(db, matching, () =>
    sql<{ total: number; ids: string[] }>`
      with m as materialized (${matching.ids})
      select (select count(*) from m) as total,
             array(select document from m order by document ${sql.raw(order)} limit ${take} offset ${skip}) as ids`.execute(
      db,
    ),
  )
  const { total, ids } = rows[0]!
  return { rows: await readIds(db, selection, ids, page), total }
}

const withIds =
  ({ org, shards }: Selection, ids: RawBuilder<unknown>) =>
  (columns: RawBuilder<unknown>) =>
    sql`select ${columns} from cell.documents d where d.shard = any(${shards}::smallint[]) and d.org = ${org} and d.id = any(${ids})
    and d.tombstoned_at is null`

async function countSet(db: Db, { ids }: MatchingSet): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from (${ids}) m`.execute(db)
  return rows[0]!.count
}

async function listSparse(
  db: Db,
  selection: Selection,
  matching: MatchingSet,
  page: PageOrder,
): Promise<ListedDocument[]> {
  if (!matching.isComplement) return readPage(db, withIds(selection, sql`array(${matching.ids})`), page)
  const { take, skip = 0, sort } = page
  const { rows } = await withHashJoins(
    db,
    matching,
    () =>
      sql<{ id: string }>`
        select d.id from cell.documents d where ${scopeOf(selection, 'd')} and d.tombstoned_at is null
           and not exists (select from (${matching.ids}) o where o.document = d.id)
         order by ${orderOf(page)} limit ${take} offset ${skip}`.execute(db),
    { inOrder: sort === 'createdAt' },
  )
  return readIds(
    db,
    selection,
    rows.map(({ id }) => id),
    page,
  )
}

/** Reads the documents of a page by their ids. */
export async function readIds(
  db: Db,
  selection: Selection,
  ids: string[],
  page: PageOrder,
): Promise<ListedDocument[]> {
  const { skip: _, ...onPage } = page
  return ids.length === 0 ? [] : readPage(db, withIds(selection, sql`${ids}::uuid[]`), onPage)
}

/**
 * Forces hash joins for large sets. The planner has no statistics per container, expects a few rows in each set and
 * would choose a nested loop (25,000 rows: 125 ms). In the order of ids a merge join is used, which ends with the page.
 */
export async function withHashJoins<T>(
  db: Db,
  { isProbed }: MatchingSet,
  work: () => Promise<T>,
  { inOrder = false } = {},
): Promise<T> {
  if (isProbed) return work()
  await setJoins(db, { loops: false, hashes: !inOrder })
  const result = await work()
  await setJoins(db, { loops: true, hashes: true })
  return result
}

async function setJoins(db: Db, { loops, hashes }: { loops: boolean; hashes: boolean }): Promise<void> {
  const text = (isOn: boolean) => (isOn ? 'on' : 'off')
  await sql`select set_config('enable_nestloop', ${text(loops)}, true), set_config('enable_hashjoin', ${text(hashes)}, true)`.execute(
    db,
  )
}

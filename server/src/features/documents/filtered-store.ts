import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'
import type { Filter } from '../../platform/filters/schema.ts'
import {
  countSecondary,
  type Listed,
  listAmongFirst,
  listDocuments,
  orderOf,
  type PageOrder,
  readCounters,
  readPage,
  type Selection,
} from './list-store.ts'
import { findMatching, type Matching, placeOf } from './match-store.ts'

/** A page looks for itself among so many times its documents first: what one in twenty matches is found there. */
const lookahead = 20
/** Further than this it is quicker to make a set of all that match. */
const longWalk = 5_000

/** A page of the documents a filter matches, and how many there are. */
export async function listFiltered(
  db: Db,
  selection: Selection,
  filter: Filter,
  page: PageOrder,
): Promise<{ rows: Listed[]; total: number }> {
  const further = await countSecondary(db, selection)
  const matching = await findMatching(db, selection, filter)
  if (further > 0) {
    const total = (await countMatching(db, selection, matching)) + further
    return { rows: await listDocuments(db, selection, page), total }
  }
  const found = matching.isProbed ? undefined : await findEarly(db, selection, page)
  if (found) return { rows: found, total: await countMatching(db, selection, matching) }
  if (!matching.isRest && page.sort === 'createdAt') return pageOfSet(db, selection, matching, page)
  const total = await countMatching(db, selection, matching)
  return { rows: total === 0 ? [] : await listSparse(db, selection, matching, page), total }
}

/** The page if it is full soon, walking in order; undefined when it is not, or several walks would have to be merged. */
async function findEarly(db: Db, selection: Selection, page: PageOrder): Promise<Listed[] | undefined> {
  const { shards, within } = selection
  const most = lookahead * (page.take + (page.skip ?? 0))
  if ((within?.containers ?? shards).length !== 1 || most > longWalk) return undefined
  const rows = await listAmongFirst(db, selection, page, most)
  return rows.length === page.take ? rows : undefined
}

async function countMatching(db: Db, selection: Selection, matching: Matching): Promise<number> {
  const size = await hashing(db, matching, () => countSet(db, matching))
  return matching.isRest ? (await readCounters(db, selection)).documents - size : size
}

/** Ids sort by creation: the page is the greatest or the least of the set, and only its documents are read. */
async function pageOfSet(db: Db, selection: Selection, matching: Matching, page: PageOrder) {
  const { order, take, skip = 0 } = page
  const { rows } = await hashing(db, matching, () =>
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

async function countSet(db: Db, { ids }: Matching): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from (${ids}) m`.execute(db)
  return rows[0]!.count
}

async function listSparse(
  db: Db,
  selection: Selection,
  matching: Matching,
  page: PageOrder,
): Promise<Listed[]> {
  if (!matching.isRest) return readPage(db, withIds(selection, sql`array(${matching.ids})`), page)
  const { take, skip = 0, sort } = page
  const { rows } = await hashing(
    db,
    matching,
    () =>
      sql<{ id: string }>`
        select d.id from cell.documents d where ${placeOf(selection, 'd')} and d.tombstoned_at is null
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

/** The documents of a page whose ids are known. */
async function readIds(db: Db, selection: Selection, ids: string[], page: PageOrder): Promise<Listed[]> {
  const { skip: _, ...onPage } = page
  return ids.length === 0 ? [] : readPage(db, withIds(selection, sql`${ids}::uuid[]`), onPage)
}

/**
 * Sets of thousands are joined by hashing. The planner takes each for a handful, since it knows nothing of any one
 * container, and would look up every document of one in the other: 125 ms for 25,000. In the order of ids they are merged,
 * which ends with the page.
 */
async function hashing<T>(
  db: Db,
  { isProbed }: Matching,
  work: () => Promise<T>,
  { inOrder = false } = {},
): Promise<T> {
  if (isProbed) return work()
  await joinBy(db, { loops: false, hashes: !inOrder })
  const result = await work()
  await joinBy(db, { loops: true, hashes: true })
  return result
}

async function joinBy(db: Db, { loops, hashes }: { loops: boolean; hashes: boolean }): Promise<void> {
  const text = (isOn: boolean) => (isOn ? 'on' : 'off')
  await sql`select set_config('enable_nestloop', ${text(loops)}, true), set_config('enable_hashjoin', ${text(hashes)}, true)`.execute(
    db,
  )
}

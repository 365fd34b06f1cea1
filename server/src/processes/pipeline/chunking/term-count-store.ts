import { sql } from 'kysely'
import type { ContainerKey } from '../../../features/containers/store.ts'
import { marks } from '../../../language/lexical/languages.ts'
import { addToTally, countInTally, countsOfTally } from '../../../language/lexical/term-tally.ts'
import { ofContainer } from '../../../platform/db/of-container.ts'
import type { Db } from '../../../platform/db/tx.ts'

/**
 * Counts in how many chunks of a container each term occurs. A small container has a few tallies in `term_tallies`, a large one
 * has a row for each term in `term_counts`, and the sum of both holds. So no write is wrong: rows may come from a merge, or
 * from a process of the version before, and two transactions that add tallies do not wait for each other.
 */

/**
 * The most chunks of a container with tallies. Keyword search of 8,000 chunks and more needs single terms, and a count in a
 * tally has 12 bits.
 */
const talliedUpTo = 2_000

/** A container with rows and no more chunks than this gets tallies instead. Half of the above, so that it does not alternate. */
const foldedUpTo = 1_000

/**
 * The transaction that finds this many tallies makes one of them. One tally of 500 turns has 14 KB: with each turn it
 * would be written again.
 */
const mostParts = 8

type TermChanges = ReadonlyMap<number, number>

export async function addTermCounts(db: Db, key: ContainerKey, counts: TermChanges): Promise<void> {
  const changed = new Map([...counts].filter(([, by]) => by !== 0))
  if (changed.size === 0) return
  const { parts, hasRows, isTallied } = await readForm(db, key)
  if (!isTallied) {
    // The container has become large: its counts become rows, once. Takes some 0.1 s.
    if (parts > 0) await spillTallies(db, key)
    return addRows(db, key, changed)
  }
  const sums = hasRows ? addUp(await removeRows(db, key), changed) : changed
  // No term of a deleted document stays behind.
  const isRemoval = [...changed.values()].every(by => by < 0)
  if (parts >= mostParts || isRemoval) await replaceTallies(db, key, sums)
  else await insertTally(db, key, sums)
}

type CountForm = { parts: number; hasRows: boolean; isTallied: boolean }

async function readForm(db: Db, key: ContainerKey): Promise<CountForm> {
  const { rows } = await sql<CountForm>`
    select parts, "hasRows", cell.tallies_begun() and exists (
             select from cell.containers c where ${ofContainer(key, 'c')}
                and c.chunks <= case when "hasRows" then ${foldedUpTo}::int else ${talliedUpTo}::int end) as "isTallied"
      from (select (select count(*)::int from cell.term_tallies t where ${ofContainer(key, 't')}) as parts,
                   exists (select from cell.term_counts t where ${ofContainer(key, 't')}) as "hasRows") form`.execute(
    db,
  )
  return rows[0]!
}

async function insertTally(db: Db, key: ContainerKey, counts: TermChanges): Promise<void> {
  const tally = addToTally(Buffer.alloc(0), counts)
  if (!tally) return addRows(db, key, counts)
  if (tally.length === 0) return
  await sql`
    insert into cell.term_tallies (shard, org, container, marks, tally)
    values (${key.shard}, ${key.org}, ${key.container}, ${marksOf(tally)}::int[], ${tally})`.execute(db)
}

/** Makes one tally of all. */
async function replaceTallies(db: Db, key: ContainerKey, changed: TermChanges): Promise<void> {
  const found = await lockTallies(db, key)
  await sql`
    delete from cell.term_tallies t where ${ofContainer(key, 't')} and t.part = any(${found.map(({ part }) => part)}::bigint[])`.execute(
    db,
  )
  const sums = found.reduce((sum, { tally }) => addUp(sum, countsOfTally(tally)), new Map(changed))
  await insertTally(db, key, sums)
}

type Tally = { part: string; tally: Buffer }

/** Each look after the first follows a transaction that has replaced all tallies. After this many the sum still holds. */
const mostLooks = 20

/**
 * Locks the tallies in order, so that two transactions that do this do not deadlock. It looks until it finds what it has locked:
 * a transaction that it waited for has replaced the tallies by one that the first look can't see. Two documents that were
 * deleted at once left a tally and its negative behind, and with them the terms of both.
 */
async function lockTallies(db: Db, key: ContainerKey): Promise<Tally[]> {
  const look = async () =>
    (
      await sql<Tally>`
        select t.part, t.tally from cell.term_tallies t where ${ofContainer(key, 't')} order by t.part for update`.execute(
        db,
      )
    ).rows
  let found = await look()
  for (let looks = 1; looks < mostLooks; looks++) {
    const again = await look()
    const isSame = again.length === found.length && again.every(({ part }, i) => part === found[i]!.part)
    if (isSame) break
    found = again
  }
  return found
}

/** The terms that mark languages. Stored beside the tally, because a search needs them before it knows its terms. */
const marksOf = (tally: Buffer) => [...marks.keys()].filter(mark => countInTally(tally, mark) !== 0)

async function spillTallies(db: Db, key: ContainerKey): Promise<void> {
  await sql`select cell.spill_tallies(${key.shard}::smallint, ${key.org}, ${key.container})`.execute(db)
}

function addUp(counts: TermChanges, changed: TermChanges): Map<number, number> {
  const sums = new Map(counts)
  for (const [term, by] of changed) sums.set(term, (sums.get(term) ?? 0) + by)
  return sums
}

/** In term order, as in `addRows`. */
async function removeRows(db: Db, key: ContainerKey): Promise<Map<number, number>> {
  await sql`select from cell.term_counts t where ${ofContainer(key, 't')} order by t.term for update`.execute(
    db,
  )
  const { rows } = await sql<{ term: number; chunks: number }>`
    delete from cell.term_counts t where ${ofContainer(key, 't')} returning t.term, t.chunks`.execute(db)
  return new Map(rows.map(({ term, chunks }) => [term, chunks]))
}

/** In term order, so that two runs of one lane wait for each other instead of deadlocking. */
async function addRows(db: Db, key: ContainerKey, counts: TermChanges): Promise<void> {
  const changed = [...counts].filter(([, by]) => by !== 0).sort(([a], [b]) => a - b)
  if (changed.length === 0) return
  await sql`
    insert into cell.term_counts as t (shard, org, container, term, chunks)
    select ${key.shard}, ${key.org}, ${key.container}, c.* from unnest(${changed.map(([term]) => term)}::int[], ${changed.map(([, by]) => by)}::int[]) c
    on conflict (shard, org, container, term) do update set chunks = t.chunks + excluded.chunks`.execute(db)
  const lowered = changed.filter(([, by]) => by < 0).map(([term]) => term)
  if (lowered.length === 0) return
  await sql`delete from cell.term_counts t where ${ofContainer(key, 't')} and t.term = any(${lowered}::int[]) and t.chunks = 0`.execute(
    db,
  )
}

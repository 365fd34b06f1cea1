import { CompiledQuery, sql } from 'kysely'
import type { Statement } from '../db/statement.ts'
import type { Db } from '../db/tx.ts'
import { yieldOf } from './fairness.ts'
import { isReadLane, type Lane, type LaneKind } from './lane.ts'

/** All wakes of one organization and one kind of work, as workers choose among them. */
export type Turn = { id: number; org: string; lane: LaneKind }

type LaneRow = Omit<Lane, 'kind'> & { lane: LaneKind }

const toLane = ({ lane, ...rest }: LaneRow): Lane => ({ ...rest, kind: lane })

/**
 * Whoever queues a wake shares this lock until its commit; whoever drops a turn takes it alone. Otherwise a transaction
 * could rely on a turn that is dropped, because its own wake cannot be seen yet, and nobody would look for that wake.
 */
const turnLock = sql.raw(`hashtextextended('turn ' || org || ' ' || lane, 0)`)

/**
 * The statement that queues one wake per lane, and a turn where the organization has none. `clock` ranks a new turn. Without
 * it, the clock of the organization in the shard does.
 */
export const wakeStatement = (lanes: readonly Lane[], clock?: Date): Statement => ({
  text: 'select work.queue_wakes($1, $2, $3, $4, $5, $6, $7)',
  values: [
    lanes.map(({ shard }) => shard),
    lanes.map(({ org }) => org),
    lanes.map(({ container }) => container),
    lanes.map(({ kind }) => kind),
    lanes.map(({ kind }) => yieldOf(kind)),
    lanes.map(({ kind }) => isReadLane(kind)),
    clock ?? null,
  ],
})

/** Queues one wake per lane, and a turn where the organization has none. `clock` ranks a new turn. */
export async function queueWakes(db: Db, lanes: readonly Lane[], clock: Date): Promise<void> {
  const { text, values } = wakeStatement(lanes, clock)
  await db.executeQuery(CompiledQuery.raw(text, values))
}

/** A second wake for later is dropped, even if it is earlier: the reconciler bounds the delay. */
export async function queueLaterWake(db: Db, { shard, org, container, kind }: Lane, at: Date): Promise<void> {
  await sql`
    insert into work.wakes_later (shard, org, container, lane, due_at) values (${shard}, ${org}, ${container}, ${kind}, ${at})
    on conflict (container, lane) do nothing`.execute(db)
}

const laterPerFetch = 100

/** Takes wakes for later that are due. The caller queues them in the same transaction. */
export async function takeDueLater(db: Db): Promise<Lane[]> {
  const { rows } = await sql<LaneRow>`
    with due as materialized (
      select container, lane from work.wakes_later where due_at <= clock_timestamp()
       order by due_at limit ${laterPerFetch} for update skip locked
    )
    delete from work.wakes_later w using due where w.container = due.container and w.lane = due.lane
    returning w.shard, w.org, w.container, w.lane`.execute(db)
  return rows.map(toLane)
}

/**
 * Chooses the turn that ranks first, and takes its oldest wake. A turn without a wake is returned without a lane. The rank of
 * the turn catches up with now: work that is charged to no clock goes round, organization by organization.
 *
 * No row is waited for. A turn whose row is locked is being ranked by a claim of the same organization.
 */
export async function takeWake(
  db: Db,
  from: { reading: boolean; except: readonly string[]; passed: readonly number[] },
): Promise<{ turn: Turn; lane: Lane | undefined } | undefined> {
  const { rows } = await sql<Turn & { shard: number | null; container: string | null }>`
    with turn as materialized (
      select id, org, lane from work.turns
       where reading = ${from.reading} and org <> all(${from.except}::uuid[]) and id <> all(${from.passed}::bigint[])
       order by rank_at, id limit 1
    ), next as materialized (
      select container, lane from work.wakes where org = (select org from turn) and lane = (select lane from turn)
       order by seq limit 1 for update skip locked
    ), taken as (
      delete from work.wakes w using next where w.container = next.container and w.lane = next.lane
      returning w.shard, w.container
    ), ranked as (
      update work.turns set rank_at = greatest(rank_at, clock_timestamp() + yields)
       where id in (select id from work.turns where id = (select id from turn) and exists (select from next)
                       and rank_at < clock_timestamp() + yields for update skip locked)
    )
    select turn.id, turn.org, turn.lane, taken.shard, taken.container from turn left join taken on true`.execute(
    db,
  )
  const [row] = rows
  if (!row) return undefined
  const { id, org, lane, shard, container } = row
  const taken = shard !== null && container !== null ? { shard, org, container, kind: lane } : undefined
  return { turn: { id, org, lane }, lane: taken }
}

/** Drops a turn without wakes, unless a transaction is about to bring it one. */
export async function dropTurn(db: Db, { org, lane }: Turn): Promise<void> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(${turnLock}) as "isFree" from (select ${org}::uuid as org, ${lane}::smallint as lane) t`.execute(
    db,
  )
  if (!rows[0]!.isFree) return
  await sql`
    delete from work.turns where id in (select id from work.turns where org = ${org} and lane = ${lane} for update skip locked)
       and not exists (select from work.wakes where org = ${org} and lane = ${lane})`.execute(db)
}

/**
 * Whether a worker will find a wake of this lane, as a condition on rows with its columns. A wake without a turn would not be
 * found, so it does not count.
 */
export const isQueued = (lane: { org: string; container: string; lane: string }) =>
  sql`(exists (select from work.wakes k where k.container = ${sql.ref(lane.container)} and k.lane = ${sql.ref(lane.lane)})
    and exists (select from work.turns t where t.org = ${sql.ref(lane.org)} and t.lane = ${sql.ref(lane.lane)}))`

/** Drops everything that is queued, for tests that this loses no work. Returns the number of wakes. */
export async function dropAllWakes(db: Db): Promise<number> {
  const { rows } = await sql<{ wakes: number }>`
    with now as (delete from work.wakes returning 1), later as (delete from work.wakes_later returning 1),
         turn as (delete from work.turns)
    select ((select count(*) from now) + (select count(*) from later))::int as wakes`.execute(db)
  return rows[0]!.wakes
}

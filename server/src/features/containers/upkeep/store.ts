import { sql } from 'kysely'
import { afterContainer, ofContainer } from '../../../platform/db/of-container.ts'
import type { Db } from '../../../platform/db/tx.ts'
import type { ContainerKey } from '../store.ts'

/** The upkeep of closed containers and merges, a bounded step at a time. */

/** Locks a closed container for one step. False when it is not closed, gone, or locked by another worker. */
export async function lockClosed(db: Db, key: ContainerKey): Promise<boolean> {
  const { rows } = await sql`
    select from cell.containers where ${ofContainer(key)} and deleted_at is not null for update skip locked`.execute(
    db,
  )
  return rows.length > 0
}

/**
 * Deletes documents as a caller would, many at once: their lane purges them with all their rows. After a restore a container may
 * have the receipt of a deletion that was not repeated, and one of its own.
 */
export async function tombstoneSome(db: Db, key: ContainerKey, count: number, lane: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update cell.documents
       set tombstoned_at = now(), updated_at = now(), due_at = now(), fence = fence + 1, attempts = 0, lane = ${lane},
           erasure = (select id from cell.erasures where shard = ${key.shard} and org = ${key.org} and of_container = ${key.container} and kind = 'container'
                       order by id desc limit 1)
     where ${ofContainer(key)} and id = any(array(
       select id from cell.documents where ${ofContainer(key)} and tombstoned_at is null order by id limit ${count}))`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

export async function hasWork(db: Db, key: ContainerKey): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from cell.documents where ${ofContainer(key)} and due_at is not null) as due`.execute(
    db,
  )
  return rows[0]!.due
}

export type ClearedRows = { isGone: boolean; counts: Record<string, number> }

/** Removes some rows of a closed container, and counts them. `isGone` when nothing is left, including the container. */
export async function clearContainer(db: Db, key: ContainerKey, count: number): Promise<ClearedRows> {
  const { rows } = await sql<ClearedRows>`
    select gone as "isGone", removed as counts
      from cell.clear_container(${key.shard}::smallint, ${key.org}, ${key.container}, ${count}::int)`.execute(
    db,
  )
  const cleared = rows[0]!
  // Not part of the stored content, so no receipt counts it.
  if (cleared.isGone) await sql`delete from cell.dream_leases where ${ofContainer(key)}`.execute(db)
  return cleared
}

export type MergeRow = ContainerKey & {
  id: string
  targetTag: string
  sourceTags: string[]
  sources: string[]
  moved: number
  startedAt: Date | null
  finishedAt: Date | null
  createdAt: Date
}

const columns = sql`shard, org, container, id, target_tag as "targetTag", source_tags as "sourceTags", sources, moved,
  started_at as "startedAt", finished_at as "finishedAt", created_at as "createdAt"`

export async function insertMerge(
  db: Db,
  merge: Pick<MergeRow, 'shard' | 'org' | 'container' | 'id' | 'targetTag' | 'sourceTags' | 'sources'>,
): Promise<void> {
  await sql`
    insert into cell.merges (shard, org, container, id, target_tag, source_tags, sources)
    values (${merge.shard}, ${merge.org}, ${merge.container}, ${merge.id}, ${merge.targetTag}, ${merge.sourceTags}::text[],
            ${merge.sources}::uuid[])`.execute(db)
}

export async function findMerge(
  db: Db,
  shard: number,
  org: string,
  id: string,
): Promise<MergeRow | undefined> {
  const { rows } = await sql<MergeRow>`
    select ${columns} from cell.merges where shard = ${shard} and org = ${org} and id = ${id}`.execute(db)
  return rows[0]
}

/**
 * Whether any of the containers, which the caller has locked, is part of an unfinished merge. The merge is stored with
 * its target, in any of the organization's shards of this cell.
 */
export async function isMerging(
  db: Db,
  keys: readonly ContainerKey[],
  shards: readonly number[],
): Promise<boolean> {
  const ids = sql`${keys.map(({ container }) => container)}::uuid[]`
  const { rows } = await sql<{ busy: boolean }>`
    select exists (select from cell.merges where shard = any(${shards}::smallint[]) and org = ${keys[0]!.org} and finished_at is null
      and (container = any(${ids}) or sources && ${ids})) as busy`.execute(db)
  return rows[0]!.busy
}

/** Locks the merge into a container for one step; undefined when there is none or another worker has it. */
export async function lockMerge(db: Db, target: ContainerKey): Promise<MergeRow | undefined> {
  const { rows } = await sql<MergeRow>`
    select ${columns} from cell.merges where ${ofContainer(target)} and finished_at is null order by id limit 1
       for update skip locked`.execute(db)
  return rows[0]
}

type Move = { source: ContainerKey; target: ContainerKey; count: number }

const moveOf = ({ source, target, count }: Move) =>
  sql`${source.shard}::smallint, ${source.org}, ${source.container}, ${target.shard}::smallint, ${target.container}, ${count}::int`

export type MovedDocuments = { moved: number; hasMore: boolean }

/** Moves up to `count` documents, the oldest first, and no more once they have `chunks` chunks. */
export async function moveDocuments(db: Db, move: Move & { chunks: number }): Promise<MovedDocuments> {
  const { rows } = await sql<MovedDocuments>`
    select moved, has_more as "hasMore" from cell.move_documents_up_to(${moveOf(move)}, ${move.chunks}::int)`.execute(
    db,
  )
  return rows[0]!
}

/** For a transaction whose size is that of one document, whatever the size of the document. */
export async function liftTimeLimits(db: Db): Promise<void> {
  await sql`select set_config('statement_timeout', '30min', true), set_config('transaction_timeout', '30min', true)`.execute(
    db,
  )
}

export async function moveRest(db: Db, move: Move): Promise<number> {
  const { rows } = await sql<{ moved: number }>`
    select cell.move_rest(${moveOf(move)}) as moved`.execute(db)
  return rows[0]!.moved
}

export async function hasDocuments(db: Db, key: ContainerKey): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    select exists (select from cell.documents where ${ofContainer(key)} and tombstoned_at is null) as some`.execute(
    db,
  )
  return rows[0]!.some
}

/** Details of the source apply to the target where the target has none. */
export async function inheritDetails(db: Db, source: ContainerKey, target: ContainerKey): Promise<void> {
  await sql`
    update cell.containers t
       set entity_context = coalesce(t.entity_context, s.entity_context),
           memory_filesystem_paths = coalesce(t.memory_filesystem_paths, s.memory_filesystem_paths),
           profile_buckets = coalesce(t.profile_buckets, s.profile_buckets)
      from cell.containers s
     where ${ofContainer(target, 't')}
       and ${ofContainer(source, 's')}`.execute(db)
}

/** Stores the progress of a merge. */
export async function advanceMerge(
  db: Db,
  merge: MergeRow,
  { moved, sources }: { moved: number; sources: readonly string[] },
): Promise<void> {
  await sql`
    update cell.merges set moved = moved + ${moved}, sources = ${sources}::uuid[], updated_at = now(),
           emptied = emptied || array(select source from unnest(cell.merges.sources) source where source <> all (${sources}::uuid[])),
           started_at = coalesce(started_at, now()), finished_at = case when ${sources.length === 0}::boolean then now() end
     where ${ofContainer(merge)} and id = ${merge.id}`.execute(db)
}

/** Lists the containers that were merged into one. */
export async function listEmptied(db: Db, key: ContainerKey): Promise<string[]> {
  const { rows } = await sql<{ source: string }>`
    select unnest(emptied) as source from cell.merges where ${ofContainer(key)}`.execute(db)
  return rows.map(({ source }) => source)
}

/**
 * Blocks dreaming in containers while one is merged into the other: facts would arrive before their memories. A worker
 * that is dreaming there loses its lease.
 */
export async function holdDreams(db: Db, keys: readonly ContainerKey[], forMs: number): Promise<void> {
  for (const key of keys)
    await sql`
      insert into cell.dream_leases as l (shard, org, container, fence, leased_until)
      values (${key.shard}, ${key.org}, ${key.container}, 1, clock_timestamp() + ${forMs} * interval '1 millisecond')
      on conflict (shard, org, container) do update set fence = l.fence + 1, leased_until = excluded.leased_until`.execute(
      db,
    )
}

export async function releaseDreams(db: Db, key: ContainerKey): Promise<void> {
  await sql`update cell.dream_leases set leased_until = null where ${ofContainer(key)}`.execute(db)
}

/** Lists containers with work left, for the reconciler, as the maintenance role. */
export async function findUnfinished(
  db: Db,
  after: ContainerKey | undefined,
  most: number,
): Promise<ContainerKey[]> {
  const { rows } = await sql<ContainerKey>`
    select * from (
      (select c.shard, c.org, c.container from cell.containers c where c.deleted_at is not null and ${afterContainer('c', after)}
        order by c.shard, c.org, c.container limit ${most})
      union (select m.shard, m.org, m.container from cell.merges m where m.finished_at is null and ${afterContainer('m', after)}
        order by m.shard, m.org, m.container limit ${most})) u
     order by shard, org, container limit ${most}`.execute(db)
  return rows
}

export async function isLarge(db: Db, key: ContainerKey, chunks: number): Promise<boolean> {
  const { rows } =
    await sql`select from cell.containers where ${ofContainer(key)} and chunks > ${chunks}`.execute(db)
  return rows.length > 0
}

/** Indexes early chunks of a container that has become large by their words. Returns their number, up to `count`. */
export async function indexWords(db: Db, key: ContainerKey, count: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update cell.chunk_terms set sought = true where ${ofContainer(key)} and not sought and ctid = any(array(
      select ctid from cell.chunk_terms where ${ofContainer(key)} and not sought limit ${count} for update skip locked))`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

/** Lists large containers with chunks that are not indexed by words, for the reconciler. */
export async function findWithoutWordIndex(
  db: Db,
  chunks: number,
  after: ContainerKey | undefined,
  most: number,
): Promise<ContainerKey[]> {
  // One index lookup each: as a condition it might read every chunk of every small container.
  const { rows } = await sql<ContainerKey>`
    select c.shard, c.org, c.container from cell.containers c
     cross join lateral (select from cell.chunk_terms t
       where t.shard = c.shard and t.org = c.org and t.container = c.container and not t.sought limit 1) unsought
     where c.chunks > ${chunks} and c.deleted_at is null and ${afterContainer('c', after)}
     order by c.shard, c.org, c.container limit ${most}`.execute(db)
  return rows
}

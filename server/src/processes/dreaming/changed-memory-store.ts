import { sql } from 'kysely'
import type { ContainerKey } from '../../features/containers/store.ts'
import { afterContainer, ofContainer } from '../../platform/db/of-container.ts'
import type { Db } from '../../platform/db/tx.ts'
import { dreamsWait } from '../../platform/lanes/gate-store.ts'

/**
 * Memories that a caller wrote, corrected or restored, or whose document moved: they wait to be reconciled again.
 */

export type ChangedMemory = {
  id: string
  /** Written through the API and not yet read as a fact. */
  isUnread: boolean
  text: string
  /** The caller declared it static. */
  isStatic: boolean
  eventDates: Date[]
  metadata: Record<string, unknown> | null
  saidAt: Date
  corrects: string | null
  /** As Postgres writes it, because a Date has no microseconds. */
  since: string
  embeddingSet: number | null
  embedding: string | null
}

/**
 * Lists the memories that have waited longest. A stated memory is true from its date, or from when it was stated. A
 * correction is true from when it was made, whatever the date of the memory it corrects.
 */
export async function listChangedMemories(
  db: Db,
  key: ContainerKey,
  limit: number,
): Promise<ChangedMemory[]> {
  const { rows } = await sql<ChangedMemory>`
    select d.id, d.origin = 'api' and not d.is_forgotten and not exists (
             select from cell.facts f where ${ofContainer(key, 'f')} and f.id = d.id) as "isUnread", d.text,
           case when p.id is null then d.is_static else p.origin = 'api' and coalesce((
             select (f.fact->>'isStatic')::boolean from cell.facts f where ${ofContainer(key, 'f')} and f.id = p.id), p.is_static) end as "isStatic", d.event_dates as "eventDates", d.metadata, p.text as corrects, d.dream_since::text as since,
           case when p.id is null then coalesce(d.document_date, d.learned_at)
                else greatest(d.learned_at, coalesce(p.document_date, p.learned_at) + interval '1 millisecond') end as "saidAt",
           v.embedding_set as "embeddingSet", v.embedding::text as embedding
      from (select * from cell.memories d where ${ofContainer(key, 'd')} and d.dream_since is not null
             order by d.dream_since, d.id limit ${limit}) d
      left join cell.memories p on ${ofContainer(key, 'p')} and p.id = d.parent
      left join lateral (
        select x.embedding_set, x.embedding from cell.memory_vectors x
          join cell.containers c on ${ofContainer(key, 'c')}
         where ${ofContainer(key, 'x')} and x.memory = d.id order by x.embedding_set = c.active_set desc limit 1) v on true`.execute(
    db,
  )
  return rows
}

export async function hasChangedMemories(db: Db, key: ContainerKey): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    select exists (select from cell.memories d where ${ofContainer(key, 'd')} and d.dream_since is not null) as some`.execute(
    db,
  )
  return rows[0]!.some
}

/**
 * Locks the memories that are unchanged since they were listed. A memory that a person changed in between waits for
 * the next step: an edit that was undone meanwhile used to replace the restored memory again.
 */
export async function lockChangedMemories(
  db: Db,
  key: ContainerKey,
  changed: readonly ChangedMemory[],
): Promise<ChangedMemory[]> {
  if (changed.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select d.id from cell.memories d
      join unnest(${changed.map(({ id }) => id)}::uuid[], ${changed.map(({ since }) => since)}::timestamptz[]) n (id, since)
        on d.id = n.id and d.dream_since = n.since
     where ${ofContainer(key, 'd')} order by d.id for update of d`.execute(db)
  const still = new Set(rows.map(({ id }) => id))
  return changed.filter(({ id }) => still.has(id))
}

/** Marks memories as reconciled, unless they changed again meanwhile. */
export async function settleChangedMemories(
  db: Db,
  key: ContainerKey,
  changed: readonly ChangedMemory[],
): Promise<void> {
  await sql`
    update cell.memories d set dream_since = null
      from unnest(${changed.map(({ id }) => id)}::uuid[], ${changed.map(({ since }) => since)}::timestamptz[]) n (id, since)
     where ${ofContainer(key, 'd')} and d.id = n.id and d.dream_since = n.since`.execute(db)
}

/**
 * Lists containers with changed memories, for the reconciler. Skips from one container to the next through the
 * index.
 */
export async function findContainersWithChangedMemories(
  db: Db,
  after: ContainerKey | undefined,
  most: number,
): Promise<(ContainerKey & { due: boolean })[]> {
  const { rows } = await sql<ContainerKey & { due: boolean }>`
    with recursive step as (
      (select d.shard, d.org, d.container from cell.memories d where d.dream_since is not null and ${afterContainer('d', after)}
        order by d.shard, d.org, d.container limit 1)
      union all
      select n.* from step s, lateral (
        select d.shard, d.org, d.container from cell.memories d
         where d.dream_since is not null and (d.shard, d.org, d.container) > (s.shard, s.org, s.container)
         order by d.shard, d.org, d.container limit 1) n
    ) select s.*, not ${dreamsWait('s.container')} as due from step s limit ${most}`.execute(db)
  return rows
}

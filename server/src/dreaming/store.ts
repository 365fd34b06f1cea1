import { type RawBuilder, sql } from 'kysely'
import type { ContainerKey } from '../containers/store.ts'
import type { Db } from '../db/tx.ts'
import type { Turn } from '../lib/turn.ts'
import { ofContainer } from '../memories/store.ts'

/** What waits to be dreamed of, and who dreams of it. */

const one = (key: ContainerKey) =>
  sql`shard = ${key.shard} and org = ${key.org} and container = ${key.container}`

export type Pace = { quietMs: number; maxWaitMs: number }

/**
 * When the container's documents are to be read: when nothing has come for a while, or the first has waited long enough. One
 * that was put off waits for its time alone: it holds up nobody, and nobody has it read earlier.
 */
export async function findDue(
  db: Db,
  key: ContainerKey,
  { quietMs, maxWaitMs }: Pace,
): Promise<{ inMs: number; atOnce: boolean } | undefined> {
  const { rows } = await sql<{ inMs: number | null; atOnce: boolean | null }>`
    select extract(epoch from least(newest + ${quietMs} * interval '1 millisecond', oldest + ${maxWaitMs} * interval '1 millisecond', later)
             - clock_timestamp())::float8 * 1000 as "inMs", oldest = to_timestamp(0) as "atOnce"
      from (select (${first(key, sql`<= clock_timestamp()`, sql`asc`)}) as oldest, (${first(key, sql`<= clock_timestamp()`, sql`desc`)}) as newest,
                   (${first(key, sql`> clock_timestamp()`, sql`asc`)}) as later) waiting`.execute(db)
  const { inMs, atOnce } = rows[0]!
  return inMs === null ? undefined : { inMs, atOnce: atOnce ?? false }
}

const first = (key: ContainerKey, when: RawBuilder<unknown>, direction: RawBuilder<unknown>) =>
  sql`select dream_since from cell.documents where ${one(key)} and dream_since ${when} order by dream_since ${direction} limit 1`

export type Held = { fence: number; entityContext: string | null }

/** Takes the container to dream in; undefined while another worker does, or when it is gone. */
export async function claimContainer(db: Db, key: ContainerKey, leaseMs: number): Promise<Held | undefined> {
  const { rows } = await sql<Held>`
    update cell.containers
       set dream_fence = dream_fence + 1, dream_leased_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
     where ${one(key)} and deleted_at is null and (dream_leased_until is null or dream_leased_until < clock_timestamp())
    returning dream_fence as fence, entity_context as "entityContext"`.execute(db)
  return rows[0]
}

/** Keeps the container for longer; false when it was taken over. */
export async function renewContainer(
  db: Db,
  key: ContainerKey,
  fence: number,
  leaseMs: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update cell.containers set dream_leased_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
     where ${one(key)} and dream_fence = ${fence} and dream_leased_until is not null`.execute(db)
  return Number(numAffectedRows) > 0
}

/** Lets go of the container; false when it was taken over, and then nothing of this transaction may stay. */
export async function releaseContainer(db: Db, key: ContainerKey, fence: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update cell.containers set dream_leased_until = null where ${one(key)} and dream_fence = ${fence}`.execute(
    db,
  )
  return Number(numAffectedRows) > 0
}

export type Dreamable = {
  id: string
  revision: number
  isDeleted: boolean
  text: string
  /** The text whose facts are known; null when none is. */
  dreamedText: string | null
  saidAt: Date
  source: string | null
  /** Its text was fetched from an address, read from a file or brought by a connection: nobody gave it as a text. */
  isFetched: boolean
  /** Who says what, if it is a conversation. */
  turns: Turn[] | null
  metadata: Record<string, unknown> | null
  entityContext: string | null
  filterByMetadata: Record<string, unknown> | null
  /** This one included. */
  attempts: number
  /** Fence of this claim; a change that makes the reading worthless raises it. */
  fence: number
}

export type BatchSize = { documents: number; characters: number }

/**
 * Claimed twice without an answer: workers die on it, or on one that was read with it. It is read alone from then on, after
 * the others, so that a document that kills its worker uses up its own attempts and not those of its neighbours.
 */
const isSuspect = sql`d.tombstoned_at is null and d.dream_attempts >= 2 and coalesce(d.dream_error_code, 'dream.crashed') = 'dream.crashed'`

/** The oldest documents that wait, by when they were said; of those that do not want to wait, only these. */
export async function listDreamable(
  db: Db,
  key: ContainerKey,
  atOnce: boolean,
  size: BatchSize,
): Promise<Dreamable[]> {
  const which = atOnce ? sql`d.dream_since = to_timestamp(0)` : sql`d.dream_since <= clock_timestamp()`
  const documents = await listOldest(db, key, sql`${which} and not (${isSuspect})`, size)
  return documents.length > 0
    ? documents
    : listOldest(db, key, sql`${which} and ${isSuspect}`, { ...size, documents: 1 })
}

async function listOldest(
  db: Db,
  key: ContainerKey,
  which: RawBuilder<unknown>,
  size: BatchSize,
): Promise<Dreamable[]> {
  const { rows } = await sql<Dreamable>`
    select * from (
      select d.id, d.latest_revision as revision, d.tombstoned_at is not null as "isDeleted", coalesce(r.extracted, r.content, '') as text,
             coalesce(b.extracted, b.content) as "dreamedText", d.ordered_at as "saidAt", d.source, d.metadata,
             r.url is not null or r.blob_key is not null or d.connection_id is not null as "isFetched", r.turns,
             d.entity_context as "entityContext", d.filter_by_metadata as "filterByMetadata", d.dream_attempts as attempts,
             d.dream_fence as fence, sum(d.size) over (order by d.ordered_at, d.id) - d.size as before
        from (select * from cell.documents d where ${ofContainer(key, 'd')} and d.dream_since is not null and ${which}
               order by d.ordered_at, d.id limit ${size.documents}) d
        left join cell.revisions r on ${ofContainer(key, 'r')} and r.document = d.id and r.revision = d.latest_revision
        left join cell.revisions b on ${ofContainer(key, 'b')} and b.document = d.id and b.revision = d.dreamed_revision
    ) waiting where before < ${size.characters} order by "saidAt", id`.execute(db)
  return rows
}

/** Locks those that are as they were claimed; one that was changed meanwhile is read again. */
export async function lockUnchanged(
  db: Db,
  key: ContainerKey,
  documents: readonly Dreamable[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select d.id from cell.documents d
      join unnest(${documents.map(({ fence }) => fence)}::bigint[], ${documents.map(({ id }) => id)}::uuid[], ${documents.map(({ revision }) => revision)}::int[],
                  ${documents.map(({ isDeleted }) => isDeleted)}::boolean[]) as h (fence, id, revision, deleted)
        on d.id = h.id and d.dream_fence = h.fence and d.latest_revision = h.revision and (d.tombstoned_at is not null) = h.deleted
     where ${ofContainer(key, 'd')} and d.dream_since is not null order by d.id for update of d`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Containers with something to dream of, for the reconciler. Steps from one to the next through the index. */
export async function findDreaming(db: Db, most: number): Promise<ContainerKey[]> {
  const { rows } = await sql<ContainerKey>`
    with recursive step as (
      (select shard, org, container from cell.documents where dream_since is not null order by shard, org, container limit 1)
      union all
      select n.* from step s, lateral (
        select d.shard, d.org, d.container from cell.documents d
         where d.dream_since is not null and (d.shard, d.org, d.container) > (s.shard, s.org, s.container)
         order by d.shard, d.org, d.container limit 1) n
    ) select * from step limit ${most}`.execute(db)
  return rows
}

/** Until the transaction ends nobody else forms memories in the container. */
export async function lockDreams(db: Db, { container }: ContainerKey): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('dreams ' || ${container}, 0))`.execute(db)
}

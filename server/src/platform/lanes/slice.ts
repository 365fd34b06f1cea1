import { type RawBuilder, sql } from 'kysely'
import { chainStart, revisionText, revisionTurns } from '../db/revision-text.ts'
import type { Db } from '../db/tx.ts'
import type { Structure } from '../lib/structure.ts'
import type { Turn } from '../lib/turn.ts'
import { maxAheadMs, msPerChunk } from './fairness.ts'
import { isReadLane, type Lane, type LaneKind } from './lane.ts'

/** A document that a worker has claimed. Every later write names the fence and the revision, or it writes nothing. */
export type ClaimedDocument = {
  shard: number
  org: string
  container: string
  id: string
  lane: LaneKind
  fence: number
  revision: number
  attempts: number
  taskType: 'memory' | 'rag'
  type: string
  tombstonedAt: Date | null
  content: string
  /** Null also when the file is to be read again. */
  extracted: string | null
  /** Structure found in the file besides its text. */
  structure: Structure | null
  /** The turns of a conversation. */
  turns?: readonly Turn[] | null
  /** Where the file is stored, if the document came as one. */
  blobKey: string | null
  fileName: string | null
  fileType: string | null
  /** The address to fetch the content from or, after redirects, the one it came from. */
  url: string | null
  /** The ETag of the fetched content. */
  etag: string | null
  lastModified: string | null
  bodyHash: Buffer | null
  /** True when the address is to be fetched again, to see whether its content has changed. */
  isRefetch: boolean
  /** Whether search already serves this very content. */
  isIndexed: boolean
  /** Whether this content begins with the content that search serves. */
  isAppended?: boolean
  /** How the content that search serves was cut. */
  chunking?: string | null
  /** The request that added this content, and its trace if it has one. */
  requestId?: string | null
  traceparent?: string | null
}

export type Slice = {
  documents: ClaimedDocument[]
  /** The organization's clock after it was charged for this slice. */
  virtualAt: Date
  /** True when the lane may hold more due documents. */
  more: boolean
}

/**
 * A slice ends at this many documents or characters: about a third of a second of embedding on one core, so a newcomer
 * waits no longer than that.
 */
export const maxSliceDocuments = 64
export const maxSliceChars = 30_000
/**
 * Documents that are still to be read wait for the slowest of their slice, so the slice is small: four links, or as
 * many small files as take no longer.
 */
const maxReadChars = 16_000
const charsPerChunk = 900

/**
 * A document that is due in the middle of its processing, and not for the first time: workers may die on it. It is
 * claimed alone from then on, so that it uses up its own attempts and not those of its neighbours.
 */
const isSuspect = sql`tombstoned_at is null and status <> 'queued' and attempts >= 2`

/** A link may wait half a minute for its server. Files are claimed without links, so that they need not wait too. */
const isLink = sql`tombstoned_at is null and url is not null`

/** Has an index: a lane that waits at a gate may hold any number of other due documents. */
const isDeleted = sql`and tombstoned_at is not null`

/**
 * Claims the oldest due documents of a lane. `skip locked` lets several workers share a lane without waiting for each
 * other. The claim moves `due_at` to the end of the lease by the database's clock, the only one all workers share.
 *
 * Rows are found once and then updated in place, by ctid: they are locked, so they do not move. By id, Postgres expects
 * a container to have one row (it multiplies the selectivities of the columns) and joins from there: each claim then
 * read the whole container, 0.24 s at 1,400 documents and growing. For the same reason attempts are found by an array
 * of ids, and revisions one by one: no join is left that the planner could reverse. A row that was changed at this very
 * moment is not seen at its new place. It stays due for the next claim.
 */
export async function claimSlice(
  db: Db,
  lane: Lane,
  claim: { worker: string; leaseMs: number; onlyDeleted?: boolean },
): Promise<Slice> {
  const { rows } = await sql<ClaimedDocument & { due: number }>`
    with due as materialized (
      select id, ctid as row, size, ordered_at, ${isSuspect} as suspect, ${isLink} as link from cell.documents
       where shard = ${lane.shard} and org = ${lane.org} and container = ${lane.container} and lane = ${lane.kind}
         and due_at is not null and due_at <= clock_timestamp() ${claim.onlyDeleted ? isDeleted : sql``}
       order by ordered_at, id limit ${maxSliceDocuments} for update skip locked
    ), slice as (
      select row, due from (
        select row, suspect, count(*) over () as due, row_number() over oldest as place, first_value(suspect) over oldest as alone,
               link = first_value(link) over oldest as alike,
               sum(greatest(size, ${charsPerChunk})) over oldest - size as before from due window oldest as (order by ordered_at, id)
      ) running where before < ${isReadLane(lane.kind) ? maxReadChars : maxSliceChars} and alike and (place = 1 or not (alone or suspect))
    ), claimed as (
      update cell.documents d
         set fence = fence + 1, attempts = attempts + 1, updated_at = now(),
             due_at = clock_timestamp() + ${claim.leaseMs} * interval '1 millisecond',
             status = case when tombstoned_at is null then 'extracting' else status end
        from slice where d.shard = ${lane.shard} and d.org = ${lane.org} and d.container = ${lane.container} and d.ctid = slice.row
      returning d.*, slice.due
    ), lost as (
      update cell.attempts a set outcome = case when a.revision < c.latest_revision then 'superseded' else 'lost' end, ended_at = clock_timestamp()
        from claimed c where a.shard = ${lane.shard} and a.org = ${lane.org} and a.container = ${lane.container}
         and a.document = any(array(select id from claimed)) and a.document = c.id and a.outcome = 'running' and a.stage <> 'dreaming'
    ), begun as (
      insert into cell.attempts (shard, org, container, document, fence, revision, worker, stage)
      select shard, org, container, id, fence, latest_revision, ${claim.worker}, 'extracting' from claimed
    )
    select c.shard, c.org, c.container, c.id, c.lane, c.fence, c.latest_revision as revision, c.attempts, c.task_type as "taskType",
           c.type, c.tombstoned_at as "tombstonedAt", coalesce(${revisionText('r')}, '') as content,
           case when not r.reread then r.extracted end as extracted, case when not r.reread then r.structure end as structure, ${revisionTurns('r')} as turns,
           r.blob_key as "blobKey", r.file_name as "fileName", r.file_type as "fileType",
           r.request_id as "requestId", r.traceparent, r.url, r.etag, r.last_modified as "lastModified", r.body_hash as "bodyHash", coalesce(r.refetch, false) as "isRefetch",
           c.indexed_revision = c.latest_revision as "isIndexed", c.chunking,
           coalesce(${chainStart('r')} <= c.indexed_revision and c.indexed_revision < c.latest_revision, false) as "isAppended", c.due
      from claimed c left join lateral (
        select * from cell.revisions r where r.shard = ${lane.shard} and r.org = ${lane.org} and r.container = ${lane.container}
           and r.document = c.id and r.revision = c.latest_revision limit 1) r on true
     order by c.ordered_at, c.id`.execute(db)
  const due = rows[0]?.due ?? 0
  return {
    documents: rows,
    virtualAt: rows.length > 0 ? await chargeClock(db, lane, costOf(rows)) : new Date(),
    more: due === maxSliceDocuments || due > rows.length,
  }
}

/** About as many chunks as an append to a conversation touches. */
const appendedChunks = 10

function costOf(documents: ClaimedDocument[]): number {
  const chunks = documents.reduce((sum, { content, isAppended }) => {
    const whole = Math.ceil(Math.max(content.length, 1) / charsPerChunk)
    return sum + (isAppended ? Math.min(whole, appendedChunks) : whole)
  }, 0)
  return chunks * msPerChunk
}

/**
 * Advances the organization's clock for this kind of lane by the cost, and returns it. The turn of the lane moves back by as
 * much, or to the clock: a spread organization has a clock in each shard, and its turn is ranked by the work of all. The
 * organization's other turns keep their ranks. Were they moved too, a lane that yields by a second would wait for as long as
 * interactive work goes on.
 */
export async function chargeClock(
  db: Db,
  lane: Pick<Lane, 'shard' | 'org' | 'kind'>,
  costMs: number,
): Promise<Date> {
  const clock = sql.ref(isReadLane(lane.kind) ? 'reading_at' : 'virtual_at')
  const { rows } = await sql<{ clock: Date }>`
    with charged as (
      insert into cell.lane_clocks as c (shard, org, ${clock})
      values (${lane.shard}, ${lane.org}, ${ahead(sql`now()`, costMs)})
      on conflict (shard, org) do update set ${clock} = ${ahead(sql`greatest(c.${clock}, now())`, costMs)}
      returning ${clock} as clock
    ), moved as materialized (
      select id from work.turns where org = ${lane.org} and lane = ${lane.kind} order by id for update
    ), ranked as (
      update work.turns t set rank_at = yields + greatest(clock, ${ahead(sql`greatest(rank_at - yields, now())`, costMs)})
        from charged, moved where t.id = moved.id
    ) select clock from charged`.execute(db)
  return rows[0]!.clock
}

const ahead = (of: RawBuilder<unknown>, ms: number) =>
  sql`least(${of} + ${ms} * interval '1 millisecond', now() + ${maxAheadMs} * interval '1 millisecond')`

/**
 * Whether the lane holds a due document that a run could take; asked by a run that is about to end. While the lane waits at
 * a gate, those are only the deleted ones.
 */
export async function hasDue(db: Db, lane: Lane): Promise<boolean> {
  const isDue = sql`shard = ${lane.shard} and org = ${lane.org} and container = ${lane.container} and lane = ${lane.kind}
    and due_at is not null and due_at <= clock_timestamp()`
  const { rows } = await sql<{ due: boolean }>`
    select case when exists (select from work.gate_waits where container = ${lane.container} and lane = ${lane.kind})
      then exists (select from cell.documents where ${isDue} ${isDeleted})
      else exists (select from cell.documents where ${isDue}) end as due`.execute(db)
  return rows[0]!.due
}

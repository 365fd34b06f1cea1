import { sql } from 'kysely'
import { ofContainer } from '../../platform/db/of-container.ts'
import type { Db } from '../../platform/db/tx.ts'
import type { ContainerKey } from '../containers/store.ts'
import { isCurrent, type MemoryRow, memoryColumns } from './store.ts'

/** Inferred memories and their reviews. */

export type Review = 'approved' | 'declined'

export type InferredRow = MemoryRow & { parents: number }

/** Inferences without a review, best supported first, then newest. */
export async function listInferred(db: Db, key: ContainerKey, limit: number): Promise<InferredRow[]> {
  const { rows } = await sql<InferredRow>`
    select ${memoryColumns}, p.parents from cell.memories d
     cross join lateral (select count(*)::int as parents from cell.memory_relations r
        where ${ofContainer(key, 'r')} and r.memory = d.id and r.relation = 'derives') p
     where ${ofContainer(key, 'd')} and ${isCurrent} and d.is_inference and d.review is null
     order by p.parents desc, d.id desc limit ${limit}`.execute(db)
  return rows
}

export type ReviewState = {
  /** True also after the inference was approved. */
  wasInferred: boolean
  isLatest: boolean
  isForgotten: boolean
  review: Review | null
}

export async function lockReviewState(
  db: Db,
  key: ContainerKey,
  id: string,
): Promise<ReviewState | undefined> {
  const { rows } = await sql<ReviewState>`
    select d.is_inference as "wasInferred", d.is_latest as "isLatest", d.review,
           (d.is_forgotten or coalesce(d.forget_after <= now(), false)) as "isForgotten"
      from cell.memories d where ${ofContainer(key, 'd')} and d.id = ${id} for update`.execute(db)
  return rows[0]
}

/**
 * Sets or clears the review of an inference. Declining forgets it. Undoing that makes it current again, unless the documents
 * that support it were deleted in the meantime.
 */
export async function setReview(
  db: Db,
  key: ContainerKey,
  id: string,
  review: Review | null,
): Promise<MemoryRow> {
  const orphaned = sql`d.source_count = 0`
  const declined = review === 'declined'
  const { rows } = await sql<MemoryRow>`
    update cell.memories d
       set review = ${review}, is_forgotten = ${declined} or ${orphaned},
           forgotten_at = case when ${declined} or ${orphaned} then coalesce(d.forgotten_at, now()) end,
           forget_reason = case when not ${declined} and ${orphaned} then 'source_deleted' else d.forget_reason end,
           updated_at = now()
     where ${ofContainer(key, 'd')} and d.id = ${id} returning ${memoryColumns}`.execute(db)
  return rows[0]!
}

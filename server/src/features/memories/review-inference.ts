import type { Principal } from '../../platform/access/principal.ts'
import type { Cells } from '../../platform/db/cells.ts'
import { inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { decodeId } from '../../platform/lib/ids.ts'
import { findTagged } from './find-container.ts'
import type { ReviewAction } from './inferred-schema.ts'
import {
  type InferredRow,
  listInferred,
  lockReviewed,
  type Review,
  type Reviewed,
  setReview,
} from './inferred-store.ts'
import type { MemoryRow } from './store.ts'

/** As many as somebody would look through at once. */
const queueLength = 50

/** Inferences that wait for somebody to say whether they are right. */
export async function listUnreviewed(
  { cells }: { cells: Cells },
  principal: Principal,
  tag: string,
): Promise<InferredRow[]> {
  const key = await findTagged(cells, principal, tag)
  if (!key) return []
  return inScope(cells.of(key.shard), key, db => listInferred(db, key, queueLength))
}

const reviews: Record<ReviewAction, Review | null> = { approve: 'approved', decline: 'declined', undo: null }

export type ReviewedInference = { memory: MemoryRow; review: Review | null }

/** Records a person's review of an inference, or takes it back. */
export async function reviewInference(
  { cells }: { cells: Cells },
  principal: Principal,
  { tag, memoryId }: { tag: string; memoryId: string },
  action: ReviewAction,
): Promise<ReviewedInference> {
  const key = await findTagged(cells, principal, tag)
  const id = decodeId(memoryId)
  if (!key || id === undefined) throw new AppError('memory.not_found')
  const review = reviews[action]
  return inScope(cells.of(key.shard), key, async db => {
    const found = await lockReviewed(db, key, id)
    if (!found) throw new AppError('memory.not_found')
    checkReviewable(found, action)
    return { memory: await setReview(db, key, id, review), review }
  })
}

function checkReviewable({ wasInferred, isLatest, isForgotten, review }: Reviewed, action: ReviewAction) {
  const refuse = (details: string) => new AppError('memory.not_reviewable', { details })
  if (!wasInferred) throw refuse('This memory was not inferred')
  if (!isLatest) throw refuse('A newer version has replaced this memory')
  if (action === 'undo' && review === null) throw refuse('There is no review to undo')
  if (isForgotten && review !== 'declined') throw new AppError('memory.forgotten')
}

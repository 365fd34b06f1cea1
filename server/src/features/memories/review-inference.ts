import type { Principal } from '../../platform/access/principal.ts'
import type { Cells } from '../../platform/db/cells.ts'
import { inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { decodeId } from '../../platform/lib/ids.ts'
import { findContainerByTag } from './find-container-by-tag.ts'
import type { ReviewAction } from './inferred-schema.ts'
import {
  type InferredRow,
  listInferred,
  lockReviewState,
  type Review,
  type ReviewState,
  setReview,
} from './inferred-store.ts'
import type { MemoryRow } from './store.ts'

/** The number of inferences that a person reviews in one sitting. */
const queueLength = 50

/** Lists inferences that wait for a review. */
export async function listUnreviewed(
  { cells }: { cells: Cells },
  principal: Principal,
  tag: string,
): Promise<InferredRow[]> {
  const key = await findContainerByTag(cells, principal, tag)
  if (!key) return []
  return inScope(cells.of(key.shard), key, db => listInferred(db, key, queueLength))
}

const reviews: Record<ReviewAction, Review | null> = { approve: 'approved', decline: 'declined', undo: null }

export type ReviewOutcome = { memory: MemoryRow; review: Review | null }

/** Stores a person's review of an inference, or undoes it. */
export async function reviewInference(
  { cells }: { cells: Cells },
  principal: Principal,
  { tag, memoryId }: { tag: string; memoryId: string },
  action: ReviewAction,
): Promise<ReviewOutcome> {
  const key = await findContainerByTag(cells, principal, tag)
  const id = decodeId(memoryId)
  if (!key || id === undefined) throw new AppError('memory.not_found')
  const review = reviews[action]
  return inScope(cells.of(key.shard), key, async db => {
    const found = await lockReviewState(db, key, id)
    if (!found) throw new AppError('memory.not_found')
    checkReviewable(found, action)
    return { memory: await setReview(db, key, id, review), review }
  })
}

function checkReviewable({ wasInferred, isLatest, isForgotten, review }: ReviewState, action: ReviewAction) {
  const refuse = (details: string) => new AppError('memory.not_reviewable', { details })
  if (!wasInferred) throw refuse('This memory was not inferred')
  if (!isLatest) throw refuse('A newer version has replaced this memory')
  if (action === 'undo' && review === null) throw refuse('There is no review to undo')
  if (isForgotten && review !== 'declined') throw new AppError('memory.forgotten')
}

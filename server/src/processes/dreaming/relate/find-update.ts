import { findFrameUpdate } from './find-frame-update.ts'
import { findIncrement, findMove } from './find-increment.ts'
import { findMeasureUpdate } from './find-measure-update.ts'
import { findSlotUpdate } from './find-slot-update.ts'
import { findCompletion, findEnd, findReplacement, findReversal } from './find-state-change.ts'
import type { Aspects } from './read-aspects.ts'

/**
 * Why the newer fact supersedes the older one; undefined when both may hold. Similarity alone is never a reason:
 * `nearness` only shows that two values of one type belong to the same thing where the words differ.
 */
export function findUpdate(older: Aspects, newer: Aspects, nearness: number): string | undefined {
  if (!haveSameSubject(older, newer)) return undefined
  return (
    findSlotUpdate(older, newer) ??
    findMeasureUpdate(older, newer, nearness) ??
    findIncrement(older, newer) ??
    findMove(older, newer) ??
    findReplacement(older, newer, nearness) ??
    findFrameUpdate(older, newer, nearness) ??
    findCompletion(older, newer) ??
    findReversal(older, newer) ??
    findEnd(older, newer, nearness)
  )
}

/** Whether two facts have the same subject, or one names the subject of the other. */
export function haveSameSubject(a: Aspects, b: Aspects): boolean {
  return a.subject === b.subject || a.stems.has(b.subject) || b.stems.has(a.subject)
}

import { findFrameUpdate } from './find-frame-update.ts'
import { findIncrement, findMove } from './find-increment.ts'
import { findMeasureUpdate } from './find-measure-update.ts'
import { findSlotUpdate } from './find-slot-update.ts'
import { findCompletion, findEnd, findReplacement, findReversal } from './find-turn.ts'
import type { Aspects } from './read-aspects.ts'

/**
 * Why the newer of two replaces the older; undefined when both may hold. Likeness alone never does: `nearness` only says
 * that two values of one kind are of the same thing, where the words differ.
 */
export function findUpdate(older: Aspects, newer: Aspects, nearness: number): string | undefined {
  if (!isOfSame(older, newer)) return undefined
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

/** About the same: by subject, or because one names whom the other is about. */
export function isOfSame(a: Aspects, b: Aspects): boolean {
  return a.subject === b.subject || a.stems.has(b.subject) || b.stems.has(a.subject)
}

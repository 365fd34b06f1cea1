import type { Cell } from '../db/cells.ts'
import { inScope } from '../db/tx.ts'
import type { ClaimedDocument } from '../lanes/slice.ts'
import { noteProgress } from './store.ts'

/** Nobody looks more often than this, and each note is a write. What is read at once has no progress to note. */
const everyMs = 1000
const firstAfterMs = 300

/** Notes how far reading has come, at most once a second and never two notes at a time. */
export function reportProgress(cell: Cell, document: ClaimedDocument) {
  let notedAt = performance.now() - everyMs + firstAfterMs
  let writing: Promise<void> | undefined
  return {
    report(done: number, total: number): void {
      if (writing || performance.now() - notedAt < everyMs) return
      notedAt = performance.now()
      const write = inScope(cell, { org: document.org }, db => noteProgress(db, document, { done, total }))
      // A note that is lost is no reason to lose the work it is about.
      writing = write
        .catch(() => undefined)
        .finally(() => {
          writing = undefined
        })
    },
    /** Resolves when no note is under way: a late one must not come after the end. */
    async settle(): Promise<void> {
      await writing
    },
  }
}

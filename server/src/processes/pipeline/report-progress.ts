import type { Cell } from '../../platform/db/cells.ts'
import { inScope } from '../../platform/db/tx.ts'
import type { ClaimedDocument } from '../../platform/lanes/slice.ts'
import { noteProgress } from './store.ts'

/** Nobody looks more often than this, and each update is a write. A file that is read quickly has no progress to report. */
const everyMs = 1000
const firstAfterMs = 300

/** Reports the progress of reading, at most once a second and never two updates at a time. */
export function reportProgress(cell: Cell, document: ClaimedDocument) {
  let notedAt = performance.now() - everyMs + firstAfterMs
  let writing: Promise<void> | undefined
  return {
    report(done: number, total: number): void {
      if (writing || performance.now() - notedAt < everyMs) return
      notedAt = performance.now()
      const write = inScope(cell, { org: document.org }, db => noteProgress(db, document, { done, total }))
      // A lost update must not fail the work.
      writing = write
        .catch(() => undefined)
        .finally(() => {
          writing = undefined
        })
    },
    /** Resolves when no update is under way, because a late one must not come after the end. */
    async settle(): Promise<void> {
      await writing
    },
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { isPassing } from './pool.ts'

const againMs = 1_000

/**
 * Stores the ending of an attempt, and tries again for as long as the database is away: the worker has lived, so the
 * attempt must not count against the document as if the document had killed it. Meanwhile the slot could do nothing else
 * in this cell anyway. A worker that is killed leaves the attempt counted, as it must. Without `stopping` it tries once.
 */
export async function untilStored<T>(stopping: AbortSignal | undefined, store: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await store()
    } catch (error) {
      if (!stopping || stopping.aborted || !isPassing(error)) throw error
      await sleep(againMs, undefined, { signal: stopping }).catch(() => undefined)
    }
  }
}

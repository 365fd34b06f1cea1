import { setTimeout as pause } from 'node:timers/promises'
import type { Cells } from '../../platform/db/cells.ts'
import { inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { hourMs } from '../../platform/lib/durations.ts'
import type { ServerEvent } from '../../platform/routing/replies.ts'
import { type EventRow, findState } from './parts-store.ts'
import { presentEvent } from './present.ts'
import type { DocumentWithContent } from './store.ts'

/**
 * Polls with one small read a second. LISTEN was rejected: it holds a connection per watcher and cell, and does not work
 * behind a pooler. Progress does not change faster than people can see.
 */
const pollMs = 1000
/** The longest stream. A client that watches longer reconnects. */
const maxStreamMs = hourMs

/** Streams the state of a document until its memories are formed, it has failed or it is deleted. */
export async function* watchDocument(
  cells: Cells,
  found: DocumentWithContent,
  signal: AbortSignal,
  findAgain: () => Promise<DocumentWithContent>,
): AsyncGenerator<ServerEvent> {
  let document = found
  const until = performance.now() + maxStreamMs
  let lastSent = ''
  while (performance.now() < until) {
    const row = await readShared(cells, document)
    if (!row) {
      // Deleted, or moved to another container, where the lookup finds it.
      const elsewhere = await findAgain().catch(unlessMissing)
      if (!elsewhere || signal.aborted) return
      document = elsewhere
      continue
    }
    const data = presentEvent(row)
    const { updatedAt: _, ...state } = data
    const news = JSON.stringify(state)
    yield news === lastSent ? undefined : { event: 'document', data }
    lastSent = news
    if (row.status === 'failed' || (row.status === 'done' && row.dreamingStatus !== 'dreaming')) return
    await pause(pollMs, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return
  }
}

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof AppError && error.code === 'document.not_found')) throw error
}

type StateRead = Promise<EventRow | undefined>

/** Reads of the last second, by document. */
const stateReads = new WeakMap<Cells, Map<string, StateRead>>()

/**
 * All streams of a document share one read a second. A read is shared for a little less than that, because streams poll
 * at different times.
 */
function readShared(cells: Cells, { shard, org, container, id }: DocumentWithContent): StateRead {
  const recent = stateReads.get(cells) ?? new Map<string, StateRead>()
  stateReads.set(cells, recent)
  const name = `${container}/${id}`
  const known = recent.get(name)
  if (known) return known
  const read = inScope(cells.of(shard), { org, container }, db =>
    findState(db, { shard, org, container }, id),
  )
  recent.set(name, read)
  setTimeout(() => recent.delete(name), pollMs * 0.9).unref()
  return read
}

import { setTimeout as pause } from 'node:timers/promises'
import type { Cells } from '../../platform/db/cells.ts'
import { inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { hourMs } from '../../platform/lib/durations.ts'
import type { ServerEvent } from '../../platform/routing/replies.ts'
import { type EventRow, findState } from './parts-store.ts'
import { presentEvent } from './present.ts'
import type { Found } from './store.ts'

/**
 * One small read a second, rather than LISTEN: that would hold a connection for each watcher, in each cell, and is lost
 * behind a pooler. Nobody sees pages turn faster.
 */
const lookEveryMs = 1000
/** Whoever watches longer comes again. */
const longestMs = hourMs

/** Tells what becomes of a document, until its memories are formed, it has failed or is deleted. */
export async function* watchDocument(
  cells: Cells,
  found: Found,
  signal: AbortSignal,
  again: () => Promise<Found>,
): AsyncGenerator<ServerEvent> {
  let document = found
  const until = performance.now() + longestMs
  let told = ''
  while (performance.now() < until) {
    const row = await readShared(cells, document)
    if (!row) {
      // Deleted, or moved to another container: then it is looked for there.
      const elsewhere = await again().catch(unlessMissing)
      if (!elsewhere || signal.aborted) return
      document = elsewhere
      continue
    }
    const data = presentEvent(row)
    const { updatedAt: _, ...state } = data
    const news = JSON.stringify(state)
    yield news === told ? undefined : { event: 'document', data }
    told = news
    if (row.status === 'failed' || (row.status === 'done' && row.dreamingStatus !== 'dreaming')) return
    await pause(lookEveryMs, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return
  }
}

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof AppError && error.code === 'document.not_found')) throw error
}

type Reading = Promise<EventRow | undefined>

/** Readings of the last moment, by document. */
const readings = new WeakMap<Cells, Map<string, Reading>>()

/** All streams of a document share one read a second. Each has its own clock, hence a reading serves a little less long. */
function readShared(cells: Cells, { shard, org, container, id }: Found): Reading {
  const recent = readings.get(cells) ?? new Map<string, Reading>()
  readings.set(cells, recent)
  const name = `${container}/${id}`
  const known = recent.get(name)
  if (known) return known
  const reading = inScope(cells.of(shard), { org, container }, db =>
    findState(db, { shard, org, container }, id),
  )
  recent.set(name, reading)
  setTimeout(() => recent.delete(name), lookEveryMs * 0.9).unref()
  return reading
}

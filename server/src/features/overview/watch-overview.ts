import { setTimeout as pause } from 'node:timers/promises'
import type { Organization } from '../../platform/access/principal.ts'
import type { Cells } from '../../platform/db/cells.ts'
import { hourMs } from '../../platform/lib/durations.ts'
import type { ServerEvent } from '../../platform/routing/replies.ts'
import { type ModelsApp, presentOverview } from './present.ts'
import { readAllCounters, readOverview } from './read-overview.ts'
import type { Counters } from './store.ts'

/** One small read a second, as for the events of a document. */
const pollMs = 1_000
const maxStreamMs = hourMs

/** Streams the overview of an organization: at once, and whenever a counter has changed. */
export async function* watchOverview(
  app: { cells: Cells } & ModelsApp,
  organization: Organization,
  signal: AbortSignal,
): AsyncGenerator<ServerEvent> {
  const { cells } = app
  const until = performance.now() + maxStreamMs
  let known = ''
  while (performance.now() < until && !signal.aborted) {
    const counters = JSON.stringify(await readShared(cells, organization))
    if (counters === known) yield undefined
    else yield { event: 'overview', data: presentOverview(await readOverview(cells, organization), app) }
    known = counters
    await pause(pollMs, undefined, { signal }).catch(() => undefined)
  }
}

/** Reads of the last second, by organization. */
const reads = new WeakMap<Cells, Map<string, Promise<Counters>>>()

/** All streams of an organization share one read a second. */
function readShared(cells: Cells, organization: Organization): Promise<Counters> {
  const recent = reads.get(cells) ?? new Map<string, Promise<Counters>>()
  reads.set(cells, recent)
  const known = recent.get(organization.id)
  if (known) return known
  const read = readAllCounters(cells, organization)
  recent.set(organization.id, read)
  setTimeout(() => recent.delete(organization.id), pollMs * 0.9).unref()
  return read
}

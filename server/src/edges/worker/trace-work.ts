import type { Cell } from '../../platform/db/cells.ts'
import { type Lane, type LaneKind, lanes } from '../../platform/lanes/lane.ts'
import type { NextStep } from '../../platform/lanes/run-lanes.ts'
import type { ClaimedDocument } from '../../platform/lanes/slice.ts'
import { encodeId } from '../../platform/lib/ids.ts'
import type { Tracer } from '../../platform/telemetry/span.ts'
import { inWork, runIn, type Work } from '../../platform/telemetry/work.ts'

const laneNames = new Map<LaneKind, string>(Object.entries(lanes).map(([name, kind]) => [kind, name]))

export const laneName = (kind: LaneKind): string => laneNames.get(kind) ?? String(kind)

/** The usual limit of OpenTelemetry. A slice has at most 64 documents. */
const mostLinks = 128

/**
 * Runs the work on a slice, and names its documents in log lines and in a span. The documents come from many requests, so
 * the span is the root of a trace of its own, with a link to each request that was traced.
 */
export function workOnSlice(
  tracer: Tracer | undefined,
  cell: Cell,
  slice: readonly ClaimedDocument[],
  run: () => Promise<void>,
): Promise<void> {
  const { id, org, container, lane, requestId } = slice[0]!
  const isAlone = slice.length === 1
  const work: Work = {
    organizationId: org,
    documents: slice.map(({ id }) => id),
    requestId: isAlone ? (requestId ?? undefined) : undefined,
  }
  const links = [...new Set(slice.flatMap(({ traceparent }) => traceparent ?? []))]
  const span = tracer?.start(`process ${laneName(lane)}`, {
    kind: 'consumer',
    links: links.slice(0, mostLinks),
    attributes: {
      ...placeOf(cell, { org, container, kind: lane }),
      'reverie.documents': slice.length,
      ...(tracer && isAlone && { 'reverie.document.id': encodeId(id) }),
    },
  })
  return span ? runIn(span, work, run) : inWork(work, run)
}

/** The same for a step of a container's work, such as dreaming. */
export function workOnStep(
  tracer: Tracer | undefined,
  cell: Cell,
  lane: Lane,
  run: () => Promise<NextStep>,
): Promise<NextStep> {
  const work = { organizationId: lane.org }
  const attributes = placeOf(cell, lane)
  const span = tracer?.start(`step ${laneName(lane.kind)}`, { kind: 'consumer', attributes })
  return span ? runIn(span, work, run) : inWork(work, run)
}

const placeOf = (cell: Cell, { org, container, kind }: Pick<Lane, 'org' | 'container' | 'kind'>) => ({
  'reverie.cell': cell.name,
  'reverie.lane': laneName(kind),
  'reverie.organization.id': org,
  'reverie.container.id': container,
})

import { type LaneKind, lanes } from './lane.ts'

/**
 * Fair by virtual time. An organization's clock runs ahead of now by the work it was given lately. Its turns are ranked by
 * that clock, so the organization that used the least goes first, whether it has one container or 60,000. Unused time is
 * not saved up (the clock is never behind now), and the use of an idle fleet counts against nobody for longer than
 * `maxAheadMs`. Reading has its own slots and therefore its own clock: waiting for slow servers takes nothing from
 * organizations that wait for the other slots.
 */
export const maxAheadMs = 60_000

/** Cost of a chunk on the clock: about the time of the local model on one core, times four slots. */
export const msPerChunk = 40

/** Later lanes yield, but only by a bounded time: they wait, but do not starve. */
const yieldsMs: Record<LaneKind, number> = {
  [lanes.interactive]: 0,
  [lanes.bulk]: 30_000,
  [lanes.reembed]: 600_000,
  [lanes.upkeep]: 1_000,
  [lanes.dream]: 5_000,
  [lanes.read]: 0,
  [lanes.bulkRead]: 30_000,
  [lanes.archive]: 30_000,
  [lanes.sync]: 30_000,
}

/** By how much a lane yields to interactive lanes. A lane of a newer version yields like upkeep. */
export const yieldOf = (kind: LaneKind): number => yieldsMs[kind] ?? yieldsMs[lanes.upkeep]

import { isReadLane, type LaneKind, lanes } from './lane.ts'

/**
 * Fair by virtual time. An organization's clock runs ahead of now by the work it was given lately. A wake is ranked by
 * that clock, so the organization that used the least goes first. Unused time is not saved up (the clock is never
 * behind now), and the use of an idle fleet counts against nobody for longer than `maxAheadMs`. Reading has its own
 * slots and therefore its own clock: waiting for slow servers takes nothing from organizations that wait for the other
 * slots.
 *
 * Rank becomes pg-boss's priority: with a million queued jobs a fetch by priority took 4 ms, by group concurrency 490.
 */
export const maxAheadMs = 60_000

/** Cost of a chunk on the clock: about the time of the local model on one core, times four slots. */
export const msPerChunk = 40

/** Later lanes yield, but only by a bounded time: they wait, but do not starve. */
const handicapMs: Record<LaneKind, number> = {
  [lanes.interactive]: 0,
  [lanes.bulk]: 30_000,
  [lanes.reembed]: 600_000,
  [lanes.upkeep]: 1_000,
  [lanes.dream]: 5_000,
  [lanes.read]: 0,
  [lanes.bulkRead]: 30_000,
}

/** The clocks of an organization; null when it has none yet. */
export type Clocks = { virtualAt: Date | null; readingAt: Date | null }

/** Returns the clock for this kind of lane, which is never behind now. */
export function clockOf({ virtualAt, readingAt }: Clocks, kind: LaneKind): Date {
  const now = new Date()
  const clock = isReadLane(kind) ? readingAt : virtualAt
  return clock && clock > now ? clock : now
}

/**
 * pg-boss stores the rank as an int4. Ticks of 100 ms from 2026 would leave it in October 2032, and the wake is part of
 * an add's transaction. From 2028 a tick is two seconds, which lasts until 2124. A coarse tick costs little: the clocks
 * stay exact, and wakes of the same tick run in the order in which they were queued. Ranks before 2028 keep their
 * value, so a queue keeps its order through an upgrade.
 */
const epoch = Date.UTC(2026, 0, 1)
const tickMs = 100
const coarseFromMs = Date.UTC(2028, 0, 1) - epoch
const coarseTickMs = 2_000
const lowestRank = -(2 ** 31)

/** The priority of a wake: an earlier clock gives a higher rank, and the highest rank runs first. */
export function rankOf(virtualAt: Date, kind: LaneKind): number {
  return Math.max(lowestRank, -ticksUntil(virtualAt.getTime() + handicapMs[kind] - epoch))
}

function ticksUntil(ms: number): number {
  if (ms <= coarseFromMs) return Math.floor(ms / tickMs)
  return coarseFromMs / tickMs + Math.floor((ms - coarseFromMs) / coarseTickMs)
}

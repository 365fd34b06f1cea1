import { isReading, type LaneKind, lanes } from './lane.ts'

/**
 * Fair by virtual time. An organization's clock runs ahead of now by the work it was given lately; a wake is ranked
 * by that clock, so whoever used the least goes first. Unused time is not saved up (the clock is never behind now),
 * and use of an idle fleet is not held against anyone for longer than `maxAheadMs`. Reading has slots of its own, and so a
 * clock of its own: who waits for slow servers there takes nothing from those who wait for slots here.
 *
 * Rank becomes pg-boss's priority: at a million queued jobs a fetch by priority took 4 ms, by group concurrency 490.
 */
export const maxAheadMs = 60_000

/** What a chunk costs on the clock: about what the local model takes for it on one core, times four slots. */
export const msPerChunk = 40

/** Later lanes yield, but by a bounded time only: they wait, they do not starve. */
const handicapMs: Record<LaneKind, number> = {
  [lanes.interactive]: 0,
  [lanes.bulk]: 30_000,
  [lanes.reembed]: 600_000,
  [lanes.upkeep]: 1_000,
  [lanes.dream]: 5_000,
  [lanes.read]: 0,
  [lanes.bulkRead]: 30_000,
}

/** What an organization's clocks show, if it has any. */
export type Clocks = { virtualAt: Date | null; readingAt: Date | null }

/** The clock of such lanes, which is never behind now. */
export function clockOf({ virtualAt, readingAt }: Clocks, kind: LaneKind): Date {
  const now = new Date()
  const clock = isReading(kind) ? readingAt : virtualAt
  return clock && clock > now ? clock : now
}

/**
 * pg-boss stores the rank as an int4. Ticks of 100 ms from 2026 would leave it in October 2032, and the wake is part of an
 * add's transaction. From 2028 a tick is two seconds, which lasts until 2124. A coarse tick costs little: the clocks stay
 * exact, and wakes of one tick run in the order in which they were queued. Ranks before 2028 are the same as they ever
 * were, so a queue keeps its order through an upgrade.
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

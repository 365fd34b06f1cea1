/**
 * What a lane is for; smaller goes first. `reembed` and `upkeep` have no documents of their own: one makes vectors in
 * another set, the other purges and merges containers.
 */
export const lanes = { interactive: 0, bulk: 1, reembed: 2, upkeep: 3 } as const

export type LaneKind = (typeof lanes)[keyof typeof lanes]

/** The work of one kind in one container. Wakes name lanes, never documents. */
export type Lane = { shard: number; org: string; container: string; kind: LaneKind }

/** One queued wake per lane is enough, however many documents wait in it. */
export function laneKey(lane: Lane): string {
  return `${lane.container}:${lane.kind}`
}

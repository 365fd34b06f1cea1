/**
 * What a lane is for. Documents are processed in the first two. The others work in steps: `reembed` makes vectors in
 * another set, `upkeep` purges and merges containers, `dream` forms memories.
 */
export const lanes = { interactive: 0, bulk: 1, reembed: 2, upkeep: 3, dream: 4 } as const

export type LaneKind = (typeof lanes)[keyof typeof lanes]

/** The work of one kind in one container. Wakes name lanes, never documents. */
export type Lane = { shard: number; org: string; container: string; kind: LaneKind }

/** One queued wake per lane is enough, however many documents wait in it. */
export function laneKey(lane: Lane): string {
  return `${lane.container}:${lane.kind}`
}

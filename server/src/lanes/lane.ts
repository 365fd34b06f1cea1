/**
 * What a lane is for. Documents are processed in `interactive` and `bulk`, or in `read` and `bulkRead` while their text is
 * still to be fetched or read from a file. The others work in steps: `reembed` makes vectors in another set, `upkeep` purges
 * and merges containers, `dream` forms memories.
 */
export const lanes = {
  interactive: 0,
  bulk: 1,
  reembed: 2,
  upkeep: 3,
  dream: 4,
  read: 5,
  bulkRead: 6,
} as const

export type LaneKind = (typeof lanes)[keyof typeof lanes]

/** The lanes a container's documents may be in. */
export const documentLanes = [lanes.interactive, lanes.bulk, lanes.read, lanes.bulkRead] as const

export type DocumentLane = (typeof documentLanes)[number]

/** The lanes that work on a container as a whole, a step at a time. */
export type StepLane = Exclude<LaneKind, DocumentLane>

export const isOfDocuments = (kind: LaneKind): kind is DocumentLane =>
  documentLanes.some(lane => lane === kind)

/** How long it takes is in the hands of others: a server that answers, whoever made the file. It has slots of its own. */
export const isReading = (kind: LaneKind): boolean => kind === lanes.read || kind === lanes.bulkRead

/** The lane of a document that must be read first, where one with a text would be in `lane`. */
export const readingLane = (lane: LaneKind | undefined): LaneKind =>
  lane === lanes.bulk ? lanes.bulkRead : lanes.read

/** The work of one kind in one container. Wakes name lanes, never documents. */
export type Lane = { shard: number; org: string; container: string; kind: LaneKind }

/** One queued wake per lane is enough, however many documents wait in it. */
export function laneKey(lane: Lane): string {
  return `${lane.container}:${lane.kind}`
}

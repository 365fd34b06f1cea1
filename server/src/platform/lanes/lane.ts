/**
 * The kinds of lanes. Documents are processed in `interactive` and `bulk`, or in `read` and `bulkRead` while their text
 * is still to be fetched or extracted from a file. The other lanes work in steps: `reembed` builds another embedding
 * set, `upkeep` purges and merges containers, `dream` forms memories, `archive` exports and imports,
 * `sync` reads sources.
 */
export const lanes = {
  interactive: 0,
  bulk: 1,
  reembed: 2,
  upkeep: 3,
  dream: 4,
  read: 5,
  bulkRead: 6,
  archive: 8,
  sync: 9,
} as const

export type LaneKind = (typeof lanes)[keyof typeof lanes]

/** The lanes a container's documents may be in. */
export const documentLanes = [lanes.interactive, lanes.bulk, lanes.read, lanes.bulkRead] as const

export type DocumentLane = (typeof documentLanes)[number]

/** The lanes that work on a container as a whole, a step at a time. */
export type StepLane = Exclude<LaneKind, DocumentLane>

export const isOfDocuments = (kind: LaneKind): kind is DocumentLane =>
  documentLanes.some(lane => lane === kind)

/**
 * Read lanes have their own slots: fetching a link, reading a file or a step of an import may take long, and other work must
 * not wait for it.
 */
export const isReadLane = (kind: LaneKind): boolean =>
  kind === lanes.read || kind === lanes.bulkRead || kind === lanes.archive || kind === lanes.sync

/** The read lane for a document whose text is still to be read, given the lane of a document with text. */
export const readLaneFor = (lane: LaneKind | undefined): LaneKind =>
  lane === lanes.bulk ? lanes.bulkRead : lanes.read

/**
 * The work of one kind in one container. Wakes name lanes, never documents. In the lane `archive`, `container` is the id of
 * the job, and in `sync` that of the connection, because both may cover several containers of their organization.
 */
export type Lane = { shard: number; org: string; container: string; kind: LaneKind }

import type { BlobStore } from '../../../platform/blobs/blob-store.ts'
import type { Cell } from '../../../platform/db/cells.ts'
import { type Db, inScope } from '../../../platform/db/tx.ts'
import { documentLanes, type Lane, type LaneKind, lanes } from '../../../platform/lanes/lane.ts'
import type { WakeQueue } from '../../../platform/lanes/queue.ts'
import { wakeDreams } from '../../../platform/lanes/wake-dreams.ts'
import { wakeContainers } from '../../../platform/lanes/wake-pages.ts'
import { shardOf } from '../../../platform/lib/ids.ts'
import { checkContainerErasure } from '../../erasures/check-erasure.ts'
import { noteCleared } from '../../erasures/store.ts'
import { comparedUpTo } from '../index-sizes.ts'
import { type ContainerKey, closeContainer, lockContainers } from '../store.ts'
import * as store from './store.ts'

/** Rows per step. A step takes about 0.1 s, and locks its documents for that long. */
const tombstonesPerStep = 1_000
const rowsPerStep = 2_000
const chunksPerStep = 500

/**
 * A step of a merge moves this many documents at most, and no more once they have this many chunks: 100 documents of a book
 * each are 600,000 rows, and ran into the limit of a statement for ever. One document is always moved whole, so that a
 * search and a deletion find all of it in one container.
 */
const documentsPerStep = 100
const movedChunksPerStep = 2_000

/** Longer than the pause between two steps of a merge. */
const dreamsHeldMs = 60_000

/**
 * Does one step of the work that a container needs: a closed one is emptied, the target of a merge is filled, and one
 * that has become large is also indexed by its first words. Every step is a transaction that starts from the current
 * rows, so a worker that dies between two steps costs nothing.
 */
export async function runUpkeepStep(
  cell: Cell,
  queue: WakeQueue,
  { shard, org, container }: Lane,
  blobs: BlobStore,
): Promise<'again' | 'later' | 'done'> {
  const key = { shard, org, container }
  const next = await inScope(cell, { org }, async db => {
    if (await store.lockClosed(db, key)) return purgeStep(db, queue, key)
    const merge = await store.lockMerge(db, key)
    return merge ? mergeStep(db, queue, merge) : indexWordsStep(db, key)
  })
  if (next === 'done') await checkContainerErasure(cell, blobs, key)
  return next
}

/** Wakes every container with work left. As with documents, losing a wake costs a round and nothing else. */
export async function wakeUnfinishedContainers(
  cell: Cell,
  queue: Pick<WakeQueue, 'wakeInBatches'>,
  signal?: AbortSignal,
): Promise<void> {
  await wakeContainers(cell, queue, lanes.upkeep, store.findUnfinished, signal)
}

/**
 * Wakes large containers whose early chunks are not indexed by words yet. They are few and come slowly, so this runs
 * rarely.
 */
export async function wakeLargeContainers(
  cell: Cell,
  queue: Pick<WakeQueue, 'wakeInBatches'>,
  signal?: AbortSignal,
): Promise<void> {
  const find = (db: Db, after: ContainerKey | undefined, most: number) =>
    store.findWithoutWordIndex(db, comparedUpTo, after, most)
  await wakeContainers(cell, queue, lanes.upkeep, find, signal)
}

/** No-op unless the container has just crossed the size threshold. */
async function indexWordsStep(db: Db, key: ContainerKey): Promise<'again' | 'done'> {
  if (!(await store.isLarge(db, key, comparedUpTo))) return 'done'
  return (await store.indexWords(db, key, chunksPerStep)) < chunksPerStep ? 'done' : 'again'
}

/** Documents are purged in their lane, like every deleted document. After the last one the remaining rows are cleared. */
async function purgeStep(db: Db, queue: WakeQueue, key: ContainerKey): Promise<'again' | 'later' | 'done'> {
  if ((await store.tombstoneSome(db, key, tombstonesPerStep, lanes.bulk)) > 0) {
    await wake(db, queue, key, lanes.bulk)
    return 'again'
  }
  if (await store.hasWork(db, key)) return 'later'
  const cleared = await store.clearContainer(db, key, rowsPerStep)
  await noteCleared(db, key, cleared)
  return cleared.isGone ? 'done' : 'again'
}

/** Moves some documents of the first source that has any. An empty source is closed like a deleted container. */
async function mergeStep(db: Db, queue: WakeQueue, merge: store.MergeRow): Promise<'again' | 'done'> {
  const [source, ...others] = merge.sources
  if (source === undefined) return 'done'
  const key = { shard: shardOf(source), org: merge.org, container: source }
  const move = { source: key, target: merge }
  const documents = { ...move, count: documentsPerStep, chunks: movedChunksPerStep }
  await store.liftTimeLimits(db)
  await store.holdDreams(db, [key, merge], dreamsHeldMs)
  const first = await store.moveDocuments(db, documents)
  let { moved } = first
  let isEmpty = false
  if (!first.hasMore) {
    // An add locks the row of its container, so adds to the source wait while we hold that lock. Without it, a source
    // with constant adds would never be empty.
    await lockContainers(db, [key])
    moved += (await store.moveDocuments(db, documents)).moved
    const rest = await store.moveRest(db, { ...move, count: rowsPerStep })
    isEmpty = rest === 0 && !(await store.hasDocuments(db, key))
  }
  if (isEmpty) await closeSource(db, queue, key, merge)
  const sources = isEmpty ? others : merge.sources
  await store.advanceMerge(db, merge, { moved, sources })
  if (moved > 0) for (const kind of documentLanes) await wake(db, queue, merge, kind)
  if (sources.length > 0) {
    // A large document may have taken longer than the first hold.
    await store.holdDreams(db, [key, merge], dreamsHeldMs)
    return 'again'
  }
  await store.releaseDreams(db, merge)
  await wakeDreams(db, queue, merge, 0)
  return 'done'
}

async function closeSource(
  db: Db,
  queue: WakeQueue,
  source: ContainerKey,
  target: ContainerKey,
): Promise<void> {
  await store.inheritDetails(db, source, target)
  await closeContainer(db, source)
  await wake(db, queue, source, lanes.upkeep)
}

/** Queues the wake in the transaction of the step that makes it due. */
export async function wake(db: Db, queue: WakeQueue, key: ContainerKey, kind: LaneKind): Promise<void> {
  await queue.wake(db, laneOf(key, kind))
}

const laneOf = ({ shard, org, container }: ContainerKey, kind: LaneKind): Lane => ({
  shard,
  org,
  container,
  kind,
})

import type { Cell } from '../db/cells.ts'
import { type Db, unscoped } from '../db/tx.ts'
import type { Lane, LaneKind } from './lane.ts'
import type { WakeQueue } from './queue.ts'

const lanesPerPage = 500

/** A lane that was found, and whether it is to be woken now. */
export type FoundLane = Lane & { due: boolean }

/** Lists up to `most` lanes after the given one, in the order of shard, organization, container and kind. */
export type FindLanes = (db: Db, after: Lane | undefined, most: number) => Promise<FoundLane[]>

/**
 * Wakes every due lane that `find` lists, page by page to the end: a list that ended after the first page would never
 * reach a lane behind those that wait for long. Returns how many lanes are due.
 */
export async function wakePages(
  cell: Cell,
  queue: Pick<WakeQueue, 'wakeInBatches'>,
  find: FindLanes,
  signal?: AbortSignal,
): Promise<number> {
  let woken = 0
  for (let after: Lane | undefined; !signal?.aborted; ) {
    const page = await unscoped(cell.maintenance, db => find(db, after, lanesPerPage))
    const due = page.filter(lane => lane.due).map(({ due: _, ...lane }) => lane)
    await queue.wakeInBatches(due)
    woken += due.length
    if (page.length < lanesPerPage) break
    after = page.at(-1)
  }
  return woken
}

type Container = Omit<Lane, 'kind'>

/** The same for containers with work of one kind. A container is due unless it says otherwise. */
export function wakeContainers(
  cell: Cell,
  queue: Pick<WakeQueue, 'wakeInBatches'>,
  kind: LaneKind,
  find: (db: Db, after: Container | undefined, most: number) => Promise<(Container & { due?: boolean })[]>,
  signal?: AbortSignal,
): Promise<number> {
  const findLanes: FindLanes = async (db, after, most) =>
    (await find(db, after, most)).map(({ shard, org, container, due = true }) => ({
      shard,
      org,
      container,
      kind,
      due,
    }))
  return wakePages(cell, queue, findLanes, signal)
}

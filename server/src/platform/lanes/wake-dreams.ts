import type { Db } from '../db/tx.ts'
import { type Lane, lanes } from './lane.ts'
import type { WakeQueue } from './queue.ts'

/** Queues a wake for a container's dreaming: now, or once its documents have been quiet long enough. */
export async function wakeDreams(
  db: Db,
  queue: WakeQueue,
  { shard, org, container }: Pick<Lane, 'shard' | 'org' | 'container'>,
  inMs: number,
): Promise<void> {
  const lane = { shard, org, container, kind: lanes.dream }
  await queue.wake(db, lane, inMs > 0 ? { notBefore: new Date(Date.now() + inMs) } : {})
}

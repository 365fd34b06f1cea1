import type { Db } from '../../platform/db/tx.ts'
import { lanes } from '../../platform/lanes/lane.ts'
import type { ConnectionKey } from './connection-store.ts'
import type { ConnectionsApp } from './connections-app.ts'

/** Queues a step of a connection. In the lane `sync`, `container` is the id of the connection. */
export async function wakeSync(
  db: Db,
  { wakes }: Pick<ConnectionsApp, 'wakes'>,
  { shard, org, id }: ConnectionKey,
): Promise<void> {
  await wakes.of(shard).wake(db, { shard, org, container: id, kind: lanes.sync })
}

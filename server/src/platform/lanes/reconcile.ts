import { sql } from 'kysely'
import type { Cell } from '../db/cells.ts'
import type { Db } from '../db/tx.ts'
import { nilUuid } from '../lib/ids.ts'
import { isWaiting } from './gate-store.ts'
import { releaseWaitingLanes } from './gates.ts'
import type { Lane, LaneKind } from './lane.ts'
import type { WakeQueue } from './queue.ts'
import { type FoundLane, wakePages } from './wake-pages.ts'
import { isQueued } from './wake-store.ts'

/**
 * Wakes every lane that holds a due document and is not queued. Wakes are hints. A crash between commit and fetch, a dead
 * worker or a queue restored from an old backup may lose one; this replaces it within one round. A lane that is queued costs
 * no write, however many workers look: a round writes most when most was lost, and not when most is waiting. A lane that
 * waits at a shut gate is not woken: however many there are, an outage costs no wakes.
 */
export async function reconcileLanes(
  cell: Cell,
  queue: Pick<WakeQueue, 'wakeAll' | 'wakeInBatches'>,
  signal?: AbortSignal,
): Promise<number> {
  const released = await releaseWaitingLanes(cell, queue)
  return released + (await wakePages(cell, queue, findDueLanes, signal))
}

/**
 * Lists lanes with work, now or later, a page at a time. It steps from lane to lane through the index, so a lane with a
 * million documents costs one step.
 */
async function findDueLanes(db: Db, after: Lane | undefined, most: number): Promise<FoundLane[]> {
  const start = after ?? { shard: -1, org: nilUuid, container: nilUuid, kind: 0 }
  const { rows } = await sql<{ shard: number; org: string; container: string; lane: LaneKind; due: boolean }>`
    with recursive step as (
      (select shard, org, container, lane from cell.documents
        where due_at is not null
          and (shard, org, container, lane) > (${start.shard}::smallint, ${start.org}::uuid, ${start.container}::uuid, ${start.kind}::smallint)
        order by shard, org, container, lane limit 1)
      union all
      select n.shard, n.org, n.container, n.lane from step s, lateral (
        select d.shard, d.org, d.container, d.lane from cell.documents d
         where d.due_at is not null and (d.shard, d.org, d.container, d.lane) > (s.shard, s.org, s.container, s.lane)
         order by d.shard, d.org, d.container, d.lane limit 1) n
    )
    select s.*, exists (
      select from cell.documents d where d.shard = s.shard and d.org = s.org and d.container = s.container
         and d.lane = s.lane and d.due_at is not null and d.due_at <= clock_timestamp())
           and not ${isWaiting('s.container', 's.lane')}
           and not ${isQueued({ org: 's.org', container: 's.container', lane: 's.lane' })} as due
      from step s limit ${most}`.execute(db)
  return rows.map(({ lane, ...rest }) => ({ ...rest, kind: lane }))
}

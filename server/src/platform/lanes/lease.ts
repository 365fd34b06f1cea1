import { sql } from 'kysely'
import type { Cell } from '../db/cells.ts'
import { type Db, inScope } from '../db/tx.ts'
import type { ClaimedDocument } from './slice.ts'
import { type LeaseHandle, startRenewal } from './start-renewal.ts'

/**
 * A renewal that finds its rows locked gives up soon and tries again, because the holder of the lock is the work that
 * the lease protects.
 */
export async function waitBriefly(db: Db): Promise<void> {
  await sql`set local lock_timeout = '1s'`.execute(db)
}

/**
 * Extends the leases of the documents that this worker still holds. Documents that were updated, deleted or taken over
 * are left out. So are those of the slice that are already settled: a lease would make a finished document due again
 * and delay a retry.
 *
 * The whole key comes from the list and no part of it is a constant. Otherwise Postgres expects one row for a container
 * (it multiplies the selectivities of the columns) and reads all of it to find the few.
 */
async function renewLease(db: Db, held: readonly ClaimedDocument[], leaseMs: number): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    update cell.documents d set due_at = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
      from unnest(${held.map(({ shard }) => shard)}::smallint[], ${held.map(({ org }) => org)}::uuid[],
                  ${held.map(({ container }) => container)}::uuid[], ${held.map(({ id }) => id)}::uuid[],
                  ${held.map(({ fence }) => fence)}::bigint[], ${held.map(({ revision }) => revision)}::int[])
        as h (shard, org, container, id, fence, revision)
     where d.shard = h.shard and d.org = h.org and d.container = h.container and d.id = h.id
       and d.fence = h.fence and d.latest_revision = h.revision
       and d.due_at is not null and (d.status <> 'queued' or d.tombstoned_at is not null)
    returning d.id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Renews the leases of a slice while it is worked on. Aborts the work when none of its documents is ours any more:
 * deleted, replaced, or taken over after too long a pause.
 */
export function startLeaseRenewal(
  cell: Cell,
  held: readonly ClaimedDocument[],
  leaseMs: number,
): LeaseHandle {
  return startRenewal(leaseMs / 3, async () => {
    const still = await inScope(cell.leases, { org: held[0]!.org }, async db => {
      await waitBriefly(db)
      return renewLease(db, held, leaseMs)
    })
    return still.size > 0
  })
}

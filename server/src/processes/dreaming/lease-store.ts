import { sql } from 'kysely'
import type { ContainerKey } from '../../features/containers/store.ts'
import { ofContainer } from '../../platform/db/of-container.ts'
import type { Db } from '../../platform/db/tx.ts'
import { waitBriefly } from '../../platform/lanes/lease.ts'

/**
 * The lease on dreaming in a container. It is a row of its own that no transaction of a step writes, so renewing it
 * never waits. A worker that lost the lease learns so from the fence.
 */

export type DreamLease = { fence: number; entityContext: string | null }

/**
 * Claims the lease of a container without waiting. Undefined while another worker or a merge holds it, or when the
 * container is gone.
 */
export async function claimDreamLease(
  db: Db,
  key: ContainerKey,
  leaseMs: number,
): Promise<DreamLease | undefined> {
  await sql`
    insert into cell.dream_leases (shard, org, container)
    select shard, org, container from cell.containers l where ${ofContainer(key, 'l')} and deleted_at is null
    on conflict do nothing`.execute(db)
  const { rows } = await sql<DreamLease>`
    with free as materialized (
      select l.ctid as row from cell.dream_leases l
       where ${ofContainer(key, 'l')} and (l.leased_until is null or l.leased_until < clock_timestamp()) for update skip locked)
    update cell.dream_leases l
       set fence = l.fence + 1, leased_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
      from free, cell.containers c
     where ${ofContainer(key, 'l')} and l.ctid = free.row
       and c.shard = l.shard and c.org = l.org and c.container = l.container and c.deleted_at is null
    returning l.fence, c.entity_context as "entityContext"`.execute(db)
  return rows[0]
}

/** Extends the lease; false when another worker has taken it over. */
export async function extendDreamLease(
  db: Db,
  key: ContainerKey,
  fence: number,
  leaseMs: number,
): Promise<boolean> {
  await waitBriefly(db)
  const { numAffectedRows } = await sql`
    update cell.dream_leases l set leased_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
     where ${ofContainer(key, 'l')} and l.fence = ${fence} and l.leased_until is not null`.execute(db)
  return Number(numAffectedRows) > 0
}

/** Whether the lease is still held under this fence. Read without a lock: see `lockDreamTurn`. */
export async function holdsDreamLease(db: Db, key: ContainerKey, fence: number): Promise<boolean> {
  const { rows } =
    await sql`select from cell.dream_leases l where ${ofContainer(key, 'l')} and l.fence = ${fence}`.execute(
      db,
    )
  return rows.length > 0
}

/** Releases the lease, if it is still held under this fence. */
export async function releaseDreamLease(db: Db, key: ContainerKey, fence: number): Promise<void> {
  await sql`update cell.dream_leases l set leased_until = null where ${ofContainer(key, 'l')} and l.fence = ${fence}`.execute(
    db,
  )
}

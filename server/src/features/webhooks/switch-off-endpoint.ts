import type { Cells } from '../../platform/db/cells.ts'
import { inScope } from '../../platform/db/tx.ts'
import { shardOf } from '../../platform/lib/ids.ts'
import { type DisabledReason, switchOff } from './endpoint-store.ts'

/**
 * Switches an endpoint off because of its answers, in every cell that has a copy. Its id names the shard of its home, which
 * comes first: that is where people see it. Returns false when it was off already.
 */
export async function switchOffEndpoint(
  cells: Cells,
  org: string,
  endpoint: string,
  reason: DisabledReason,
): Promise<boolean> {
  const home = cells.of(shardOf(endpoint))
  const isNew = await inScope(home, { org }, db => switchOff(db, org, endpoint, reason))
  for (const cell of cells.all)
    if (cell !== home) await inScope(cell, { org }, db => switchOff(db, org, endpoint, reason))
  return isNew
}

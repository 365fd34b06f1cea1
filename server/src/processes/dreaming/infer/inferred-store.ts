import { sql } from 'kysely'
import type { ContainerKey } from '../../../features/containers/store.ts'
import { ofContainer } from '../../../platform/db/of-container.ts'
import type { Db } from '../../../platform/db/tx.ts'

/** Inferences as dreaming keeps them: what each follows from, and whether it still does. */

export type InferredMemory = {
  id: string
  text: string
  inferredBy: string
  isLatest: boolean
}

/** What it rested on was gone; nobody forgot or declined it. */
const isWithdrawn = sql`d.is_forgotten and d.review is distinct from 'declined' and d.forget_reason in ('source_changed', 'source_deleted')`

/** Locks the inferences of some premises, also those that were withdrawn, declined or put in other words. */
export async function lockInferred(
  db: Db,
  key: ContainerKey,
  premises: readonly string[],
): Promise<InferredMemory[]> {
  const { rows } = await sql<InferredMemory>`
    select d.id, d.text, d.inferred_by as "inferredBy", d.is_latest as "isLatest"
      from cell.memories d where ${ofContainer(key, 'd')} and d.inferred_by = any(${premises}::text[]) order by d.id for update`.execute(
    db,
  )
  return rows
}

/** Of memories, those that stand: nothing has taken their place, and nobody forgot them. That time passed is no reason. */
export async function listStanding(db: Db, key: ContainerKey, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select d.id from cell.memories d where ${ofContainer(key, 'd')} and d.id = any(${ids}::uuid[]) and d.is_latest and not d.is_forgotten`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

export type Rest = { id: string; inferredBy: string; confidence: number; sourceCount: number }

/** That inferences stand, and on how much; what somebody forgot or declined only rests on it. */
export async function standInferred(db: Db, key: ContainerKey, rests: readonly Rest[]): Promise<void> {
  await sql`
    update cell.memories d
       set inferred_by = n."inferredBy", confidence = n.confidence, source_count = n."sourceCount",
           is_forgotten = d.is_forgotten and not (${isWithdrawn}),
           forgotten_at = case when not (${isWithdrawn}) then d.forgotten_at end,
           forget_reason = case when not (${isWithdrawn}) then d.forget_reason end, updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(rests)}::jsonb) as n (id uuid, "inferredBy" text, confidence real, "sourceCount" int)
     where ${ofContainer(key, 'd')} and d.id = n.id
       and ((d.inferred_by, d.confidence, d.source_count) is distinct from (n."inferredBy", n.confidence, n."sourceCount")
            or ${isWithdrawn})`.execute(db)
}

/** They do not follow any more. Resting on nothing, what was declined does not come back by undoing that. */
export async function withdrawInferred(db: Db, key: ContainerKey, ids: readonly string[]): Promise<void> {
  await sql`
    update cell.memories d set is_forgotten = true, forgotten_at = coalesce(d.forgotten_at, now()), source_count = 0,
           forget_reason = case when d.is_forgotten then d.forget_reason else 'source_changed' end, updated_at = now()
     where ${ofContainer(key, 'd')} and d.id = any(${ids}::uuid[]) and (d.source_count > 0 or not d.is_forgotten)`.execute(
    db,
  )
}

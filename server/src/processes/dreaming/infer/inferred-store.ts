import { sql } from 'kysely'
import type { ContainerKey } from '../../../features/containers/store.ts'
import { ofContainer } from '../../../platform/db/of-container.ts'
import type { Db } from '../../../platform/db/tx.ts'

/** Stores the inferences of dreaming: their premises, and whether they still hold. */

export type InferredMemory = {
  id: string
  text: string
  inferredBy: string
  isLatest: boolean
}

/** Withdrawn because its premises are gone, not because somebody forgot or declined it. */
const isWithdrawn = sql`d.is_forgotten and d.review is distinct from 'declined' and d.forget_reason in ('source_changed', 'source_deleted')`

/** Locks the inferences of some premises, including those withdrawn, declined or corrected. */
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

/**
 * Finds the memories that are current: not superseded and not forgotten. An expired memory still counts as current.
 */
export async function listCurrent(db: Db, key: ContainerKey, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select d.id from cell.memories d where ${ofContainer(key, 'd')} and d.id = any(${ids}::uuid[]) and d.is_latest and not d.is_forgotten`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

export type InferenceSupport = { id: string; inferredBy: string; confidence: number; sourceCount: number }

/**
 * Marks inferences as holding, with the number of their sources. One that somebody forgot or declined stays so and
 * only gets its sources.
 */
export async function confirmInferred(
  db: Db,
  key: ContainerKey,
  rests: readonly InferenceSupport[],
): Promise<void> {
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

/**
 * Withdraws inferences that no longer follow. Without sources, undoing a decline does not bring the inference back.
 */
export async function withdrawInferred(db: Db, key: ContainerKey, ids: readonly string[]): Promise<void> {
  await sql`
    update cell.memories d set is_forgotten = true, forgotten_at = coalesce(d.forgotten_at, now()), source_count = 0,
           forget_reason = case when d.is_forgotten then d.forget_reason else 'source_changed' end, updated_at = now()
     where ${ofContainer(key, 'd')} and d.id = any(${ids}::uuid[]) and (d.source_count > 0 or not d.is_forgotten)`.execute(
    db,
  )
}

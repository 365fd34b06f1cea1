import { shareSets } from '../../../features/containers/set-store.ts'
import type { ContainerKey } from '../../../features/containers/store.ts'
import type { Db } from '../../../platform/db/tx.ts'
import type { StoredFact } from '../fact-store.ts'
import { formInferences } from '../infer/form-inferences.ts'
import { lockDreams } from '../store.ts'
import { findRelated } from './find-related.ts'
import { formMemories, type VectorSource } from './form-memories.ts'

export type FactChange = {
  /** Facts that are new or are reconciled again. */
  seeds: readonly StoredFact[]
  /** Facts that were deleted. */
  gone: readonly StoredFact[]
  /** Days after which events and plans are forgotten; 0 means never. */
  episodicDays: number
}

/**
 * Lets one transaction at a time form memories in a container. The embedding sets are locked before the container's
 * counters, in the same order as a switch of sets.
 */
export async function lockDreamTurn(db: Db, key: ContainerKey): Promise<void> {
  await shareSets(db, key)
  await lockDreams(db, key)
}

/** Re-forms the memories and inferences of all facts that are related to a change. */
export async function formRelated(
  db: Db,
  key: ContainerKey,
  vectors: VectorSource,
  { seeds, gone, episodicDays }: FactChange,
): Promise<void> {
  const isGone = new Set(gone.map(({ id }) => id))
  const groups = await findRelated(db, key, [...seeds, ...gone], vectors.verdicts)
  const left = gone.flatMap(({ memory }) => memory ?? [])
  const facts = groups.map(group => group.filter(({ id }) => !isGone.has(id)))
  await formMemories(db, key, vectors, { groups: facts, gone: left, episodicDays })
  vectors.verdicts?.assertComplete()
  await formInferences(db, key, vectors, groups.flat())
}

import { shareSets } from '../../../features/containers/set-store.ts'
import type { ContainerKey } from '../../../features/containers/store.ts'
import type { Db } from '../../../platform/db/tx.ts'
import type { StoredFact } from '../fact-store.ts'
import { formInferences } from '../infer/form-inferences.ts'
import { lockDreams } from '../store.ts'
import { findRelated } from './find-related.ts'
import { formMemories, type Vectors } from './form-memories.ts'

export type Change = {
  /** Facts that are new, or are to be looked at again. */
  seeds: readonly StoredFact[]
  /** Facts that were there. */
  gone: readonly StoredFact[]
  mayRelate(a: StoredFact, b: StoredFact): boolean
  /** After how many days what happened is forgotten; 0: never. */
  episodicDays: number
}

/** One at a time forms memories in a container. The sets come before its counters, as a switch takes them. */
export async function takeTurn(db: Db, key: ContainerKey): Promise<void> {
  await shareSets(db, key)
  await lockDreams(db, key)
}

/** Makes the memories of all facts that have to do with a change what these facts say now, and what follows from them. */
export async function formRelated(
  db: Db,
  key: ContainerKey,
  vectors: Vectors,
  { seeds, gone, mayRelate, episodicDays }: Change,
): Promise<void> {
  const isGone = new Set(gone.map(({ id }) => id))
  const groups = await findRelated(db, key, [...seeds, ...gone], mayRelate)
  const left = gone.flatMap(({ memory }) => memory ?? [])
  const facts = groups.map(group => group.filter(({ id }) => !isGone.has(id)))
  await formMemories(db, key, vectors, { groups: facts, gone: left, episodicDays })
  await formInferences(db, key, vectors, groups.flat())
}

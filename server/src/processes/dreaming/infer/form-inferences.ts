import type { ContainerKey } from '../../../features/containers/store.ts'
import { type MemoryDraft, writeMemories } from '../../../features/memories/write-memories.ts'
import type { Db } from '../../../platform/db/tx.ts'
import { newId } from '../../../platform/lib/ids.ts'
import { isFromPerson } from '../extract/trust.ts'
import { findFactsByKeys, type StoredFact } from '../fact-store.ts'
import { citationsOf } from '../form/citations.ts'
import { derive, premisesOf } from '../form/derive.ts'
import type { VectorSource } from '../form/form-memories.ts'
import { replaceLinks } from '../form/memory-store.ts'
import { compareBySaidAt } from '../form/reconcile.ts'
import type { Inference } from './inference.ts'
import { confirmInferred, listCurrent, lockInferred, withdrawInferred } from './inferred-store.ts'

type KeyedInference = Inference<StoredFact> & { inferredBy: string }

/**
 * Re-forms all inferences that have some of these facts as premises. Like memories they depend on the facts alone,
 * so the order does not matter and this is idempotent. An inference that somebody declined, forgot or corrected
 * stays so.
 */
export async function formInferences(
  db: Db,
  key: ContainerKey,
  vectors: VectorSource,
  changed: readonly StoredFact[],
): Promise<void> {
  const premises = [...new Set(changed.flatMap(premisesOf))].sort()
  if (premises.length === 0) return
  const facts = await listPremises(db, key, premises)
  const follows = premises.flatMap(inferredBy =>
    derive(inferredBy, facts).map(inference => ({ ...inference, inferredBy })),
  )
  const known = await lockInferred(db, key, premises)
  const sameAs = ({ inferredBy, text }: KeyedInference) =>
    known.find(memory => memory.inferredBy === inferredBy && memory.text === text)
  const left = known.filter(memory => memory.isLatest && !follows.some(each => sameAs(each) === memory))
  if (left.length > 0)
    await withdrawInferred(
      db,
      key,
      left.map(({ id }) => id),
    )
  const fresh = follows.filter(each => !sameAs(each)).map(each => ({ ...each, id: newId(key.shard) }))
  if (fresh.length > 0) await write(db, key, vectors, fresh)
  const standing = follows.flatMap(each => {
    const memory = sameAs(each)
    return memory?.isLatest ? { ...each, id: memory.id } : []
  })
  await confirm(db, key, [...fresh, ...standing])
}

/** The facts an inference may follow from: for each current memory, the first one that a person said. */
async function listPremises(db: Db, key: ContainerKey, premises: readonly string[]): Promise<StoredFact[]> {
  const facts = (await findFactsByKeys(db, key, premises)).filter(isFromPerson).sort(compareBySaidAt)
  const said = facts.flatMap(({ memory }) => memory ?? [])
  const standing = await listCurrent(db, key, said)
  const seen = new Set<string>()
  return facts.filter(({ memory }) => {
    if (memory === null || !standing.has(memory) || seen.has(memory)) return false
    return seen.add(memory)
  })
}

async function write(
  db: Db,
  key: ContainerKey,
  vectors: VectorSource,
  fresh: readonly (KeyedInference & { id: string })[],
): Promise<void> {
  const embedded = vectors.ofTexts(fresh.map(({ text }) => text))
  const drafts = fresh.map((each, i) => ({ ...toDraft(each), ...embedded[i]! }))
  await writeMemories(db, key, vectors.model, drafts)
}

function toDraft({ id, text, isStatic, from }: KeyedInference & { id: string }): Omit<MemoryDraft, 'vector'> {
  const saidAt = new Date(Math.max(...from.map(fact => fact.saidAt.getTime())))
  return {
    ...{ id, text, isStatic, isInference: true },
    ...{ version: 1, parent: null, root: id },
    ...{ metadata: null, forgetAfter: null, forgetReason: null },
    ...{ documentDate: saidAt, eventDates: [], trueFrom: saidAt },
    ...{ origin: 'user', sourceCount: 1 },
  }
}

async function confirm(
  db: Db,
  key: ContainerKey,
  inferences: readonly (KeyedInference & { id: string })[],
): Promise<void> {
  if (inferences.length === 0) return
  await confirmInferred(
    db,
    key,
    inferences.map(({ id, inferredBy, confidence, from }) => ({
      ...{ id, inferredBy, confidence },
      sourceCount: new Set(from.map(({ document, id: fact }) => document ?? fact)).size,
    })),
  )
  await replaceLinks(
    db,
    key,
    inferences.map(({ id }) => id),
    inferences.flatMap(({ id, from }) => citationsOf(id, from)),
    inferences.flatMap(({ id, from, reason }) =>
      from.map(({ memory }) => ({ memory: id, related: memory!, relation: 'derives' as const, reason })),
    ),
  )
}

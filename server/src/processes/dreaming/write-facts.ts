import type { ContainerKey } from '../../features/containers/store.ts'
import { noteRemovedOf } from '../../features/erasures/store.ts'
import type { Fact } from '../../language/english/fact.ts'
import type { Db } from '../../platform/db/tx.ts'
import { newId } from '../../platform/lib/ids.ts'
import type { ChangedMemory } from './changed-memory-store.ts'
import type { WindowRead } from './extract/window-read.ts'
import {
  deleteFacts,
  findKnownTexts,
  insertFacts,
  listFactsOfMemories,
  type StoredFact,
} from './fact-store.ts'
import { premisesOf } from './form/derive.ts'
import type { FactVectors } from './form/fact-vectors.ts'
import { findFormerMemories } from './form/memory-store.ts'
import { readStated } from './form/read-stated.ts'
import { keysOf } from './form/reconcile.ts'
import type { WaitingDocument } from './store.ts'

/** An extracted fact and the window read it comes from. */
export type NewFact = { read: WindowRead; fact: Fact }

/**
 * The memories of facts that this step deleted because their document is read again, by document and text. A fact in
 * the same words gets the same memory, which keeps its id, and stays forgotten if a person forgot it. For facts that an
 * earlier step deleted, or one that crashed, the citations of the memories tell (`findFormerMemories`).
 */
export type FormerMemories = ReadonlyMap<string, string>

const factName = (document: string | null, text: string): string => `${document} ${text}`

export const formerOf = (facts: readonly StoredFact[]): [string, string][] =>
  facts.flatMap(({ document, text, memory }) => (memory === null ? [] : [[factName(document, text), memory]]))

export const textsOf = (facts: readonly NewFact[]): string[] => facts.map(({ fact }) => fact.text)

const documentsOf = (facts: readonly NewFact[]): string[] => [
  ...new Set(facts.map(({ read }) => read.document.id)),
]

export const isRestart = ({ document }: WindowRead): boolean => document.isDeleted || document.from === 0

export const idsOf = (reads: readonly WindowRead[]): string[] => reads.map(({ document }) => document.id)

/** The keys a fact is indexed by: those of related facts, and those of inferences it may be a premise of. */
const indexKeysOf = (fact: Fact): string[] => [...keysOf(fact), ...premisesOf(fact)]

/** Deletes facts of documents. The deletion receipts of deleted documents count them. */
export async function removeFacts(
  db: Db,
  key: ContainerKey,
  reads: readonly WindowRead[],
  facts: readonly StoredFact[],
): Promise<void> {
  const taken = await deleteFacts(
    db,
    key,
    facts.map(({ id }) => id),
  )
  const deleted = idsOf(reads.filter(({ document }) => document.isDeleted))
  await noteRemovedOf(db, key, deleted, taken)
}

/** Adds the extracted facts. A document that was partly read before keeps its existing facts. */
export async function addFacts(
  db: Db,
  key: ContainerKey,
  ours: readonly WindowRead[],
  facts: readonly NewFact[],
  { vectors, former }: { vectors: FactVectors; former: FormerMemories },
): Promise<StoredFact[]> {
  const current = facts.filter(({ read }) => ours.includes(read))
  const later = current.filter(({ read }) => !isRestart(read))
  const known = await findKnownTexts(db, key, documentsOf(later), textsOf(later))
  const cited = await findFormerMemories(db, key, documentsOf(current), textsOf(current))
  const isKnown = ({ read, fact }: NewFact) => known.get(read.document.id)?.has(fact.text) ?? false
  const seeds = current
    .filter(each => !isKnown(each))
    .map(({ read, fact }) => {
      const { id } = read.document
      const memory = former.get(factName(id, fact.text)) ?? cited.get(id)?.get(fact.text) ?? null
      return { ...toStored(key.shard, read.document, fact, vectors), memory }
    })
  await insertFacts(db, key, seeds, indexKeysOf)
  return seeds
}

/**
 * Loads the facts of changed memories, and reads stated memories as facts first. Deletes the facts of documents
 * that have moved to another container.
 */
export async function loadChangedFacts(
  db: Db,
  key: ContainerKey,
  { changed, entityContext }: { changed: readonly ChangedMemory[]; entityContext: string | null },
): Promise<{ seeds: StoredFact[]; gone: StoredFact[] }> {
  if (changed.length === 0) return { seeds: [], gone: [] }
  const unread = changed.flatMap(memory => toStatedFact(memory, entityContext ?? undefined) ?? [])
  await insertFacts(db, key, unread, indexKeysOf)
  const ids = changed.filter(({ isUnread }) => !isUnread).map(({ id }) => id)
  const facts = await listFactsOfMemories(db, key, ids)
  const gone = facts.filter(({ isDocumentGone }) => isDocumentGone)
  await deleteFacts(
    db,
    key,
    gone.map(({ id }) => id),
  )
  return { seeds: [...unread, ...facts.filter(({ isDocumentGone }) => !isDocumentGone)], gone }
}

function toStatedFact(
  { embedding, embeddingSet, ...memory }: ChangedMemory,
  entityContext: string | undefined,
) {
  if (!memory.isUnread || embedding === null || embeddingSet === null) return undefined
  const vector = Float32Array.from(JSON.parse(embedding) as number[])
  const { id, saidAt, metadata } = memory
  const row = { id, saidAt, metadata, filterByMetadata: null, memory: id }
  const source = { document: null, revision: 0, isDocumentGone: false }
  return { ...readStated(memory, entityContext), ...row, ...source, vector, embedding, embeddingSet }
}

function toStored(
  shard: number,
  { id, revision, saidAt, metadata, filterByMetadata }: WaitingDocument,
  fact: Fact,
  vectors: FactVectors,
): StoredFact {
  const row = {
    id: newId(shard),
    document: id,
    revision,
    saidAt,
    metadata,
    filterByMetadata,
    memory: null,
    isDocumentGone: false,
  }
  return { ...fact, ...row, ...vectors.ofText(fact.text) }
}

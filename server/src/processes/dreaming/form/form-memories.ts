import type { ContainerKey } from '../../../features/containers/store.ts'
import { type MemoryDraft, writeMemories } from '../../../features/memories/write-memories.ts'
import type { Db } from '../../../platform/db/tx.ts'
import { newId } from '../../../platform/lib/ids.ts'
import type { EmbeddingModel } from '../../../platform/providers/embedding/embedder.ts'
import { decideFacts, type FactDecision, listUndone, type StoredFact } from '../fact-store.ts'
import { withPauses } from '../pauses.ts'
import type { Verdicts } from '../relate/verdicts.ts'
import { citationsOf } from './citations.ts'
import { forgetEpisodic } from './forget-policy.ts'
import { mayRelate } from './may-relate.ts'
import {
  type Arrangement,
  absorbMemories,
  arrangeMemories,
  type ChainPosition,
  lockMemories,
  moveStatedMemories,
  removeMemories,
  replaceLinks,
  retireMemories,
  type StoredMemory,
} from './memory-store.ts'
import { type ReconciledMemory, reconcileStepwise } from './reconcile.ts'

/**
 * Vectors of facts in the embedding sets of the container. A missing vector fails the transaction, so that it can
 * be embedded outside of it.
 */
export type VectorSource = {
  model: EmbeddingModel
  of(facts: readonly StoredFact[]): Pick<MemoryDraft, 'vector' | 'further'>[]
  /** Without verdicts, rules alone decide what supersedes what. */
  verdicts?: Verdicts | undefined
  ofTexts(texts: readonly string[]): Pick<MemoryDraft, 'vector' | 'further'>[]
}

export type GroupedFacts = {
  /** Groups of related facts; facts of two groups are unrelated. */
  groups: readonly (readonly StoredFact[])[]
  /** Memories whose facts were deleted. */
  gone: readonly string[]
  /** Days after which events and plans are forgotten; 0 means never. */
  episodicDays: number
}

/** A memory that a group of facts results in, under its existing or new id. */
type FormedMemory = {
  id: string
  reconciled: ReconciledMemory<StoredFact>
  /** The fact whose words are shown: the one a caller wrote, or else the first one said. */
  shown: StoredFact
}

type StoredMemories = ReadonlyMap<string, StoredMemory>

/**
 * Makes the memories of groups of facts match the facts exactly. Memories depend on the facts alone, so this is
 * idempotent: an interrupted run, or a document that arrives late, ends in the same memories. All groups share the
 * same statements: fifty facts make about fifty groups, each of which used to run a dozen statements of its own.
 */
export async function formMemories(
  db: Db,
  key: ContainerKey,
  vectors: VectorSource,
  { groups, gone, episodicDays }: GroupedFacts,
): Promise<void> {
  const facts = groups.flat()
  const known = [...new Set([...facts.flatMap(idsOf), ...gone])]
  const stored = await lockMemories(db, key, known)
  const undone = await listUndone(
    db,
    key,
    facts.map(({ text }) => text),
  )
  const taken = new Set<string>()
  const formed: FormedMemory[] = []
  for (const group of groups) {
    const reconciled = await withPauses(reconcileStepwise(group, undone, mayRelate, vectors.verdicts))
    formed.push(...assignIds(key.shard, reconciled, stored, taken))
  }
  const positions = findPositions(formed, stored)
  await removeStaleMemories(db, key, known, stored, formed, positions)
  const ours = formed.filter(({ shown }) => !isStated(shown))
  const fresh = ours.filter(({ id, shown }) => stored.get(id)?.text !== shown.text)
  const reworded = fresh.filter(({ id }) => stored.has(id)).map(({ id }) => id)
  if (reworded.length > 0) await removeMemories(db, key, reworded)
  if (fresh.length > 0) {
    const embedded = vectors.of(fresh.map(({ shown }) => shown))
    const drafts = fresh.map((each, i) => ({ ...toDraft(each, positions.get(each.id)!), ...embedded[i]! }))
    await writeMemories(db, key, vectors.model, drafts)
  }
  if (formed.length === 0) return
  const arranged = ours.map(each => arrangementOf(each, positions.get(each.id)!, episodicDays))
  if (arranged.length > 0) await arrangeMemories(db, key, arranged)
  const stated = formed.filter(({ shown }) => isStated(shown)).map(({ id }) => positions.get(id)!)
  if (stated.length > 0) await moveStatedMemories(db, key, stated)
  await replaceLinks(
    db,
    key,
    formed.map(({ id }) => id),
    formed.flatMap(({ id, reconciled }) => citationsOf(id, reconciled.saidBy)),
    linksOf(formed, positions),
  )
  await decideFacts(db, key, formed.flatMap(decisionsOf))
}

const isStated = ({ document }: StoredFact): boolean => document === null

/** The memories a fact belongs to: the one that states it, and the one it was written as. */
const idsOf = (fact: StoredFact): string[] => [
  ...(fact.memory === null ? [] : [fact.memory]),
  ...(isStated(fact) ? [fact.id] : []),
]

/**
 * Handles memories that no longer stand alone. A memory that a caller wrote, or that repeats one a caller wrote,
 * redirects to that one. A memory that a caller has corrected stays as history. All others are forgotten.
 */
async function removeStaleMemories(
  db: Db,
  key: ContainerKey,
  known: readonly string[],
  stored: StoredMemories,
  formed: readonly FormedMemory[],
  positions: ReadonlyMap<string, ChainPosition>,
): Promise<void> {
  const stands = new Set(formed.map(({ id }) => id))
  const left = known.filter(id => stored.has(id) && !stands.has(id))
  const saying = new Map<string, FormedMemory>()
  for (const each of formed)
    for (const id of each.reconciled.saidBy.flatMap(idsOf)) if (!saying.has(id)) saying.set(id, each)
  const absorbed = left.flatMap(id => {
    const into = saying.get(id)
    const { isForgotten, isStated: isWritten, isTouched } = stored.get(id)!
    const leads = into && !isForgotten && !isTouched && (isWritten || isStated(into.shown))
    return leads ? { id, root: positions.get(into.id)!.root } : []
  })
  if (absorbed.length > 0) await absorbMemories(db, key, absorbed)
  const isAbsorbed = new Set(absorbed.map(({ id }) => id))
  const retired = left.filter(id => {
    const { isStated: isWritten, isTouched } = stored.get(id)!
    return !isWritten && !isTouched && !isAbsorbed.has(id)
  })
  if (retired.length > 0) await retireMemories(db, key, retired, 'source_changed')
}

/** A memory keeps the id that clients may know, preferably that of the memory a caller wrote. */
function assignIds(
  shard: number,
  reconciled: readonly ReconciledMemory<StoredFact>[],
  stored: StoredMemories,
  taken: Set<string>,
): FormedMemory[] {
  const take = (candidates: readonly string[]) => {
    const id = candidates.find(each => !taken.has(each)) ?? newId(shard)
    taken.add(id)
    return id
  }
  return reconciled.map(each => {
    const written = each.saidBy.filter(fact => isStated(fact) && stored.has(fact.id))
    const shown = written.find(({ id }) => !stored.get(id)!.isForgotten) ?? written[0]
    if (shown) return { id: take([shown.id]), reconciled: each, shown }
    const ids = each.saidBy.flatMap(({ memory }) => (memory ? memory : [])).sort()
    const ours = ids.filter(id => stored.has(id) && !stored.get(id)!.isStated)
    const inTheseWords = ours.filter(id => stored.get(id)!.text === each.fact.text)
    return { id: take([...inTheseWords, ...ours]), reconciled: each, shown: each.fact }
  })
}

/**
 * The position of each memory in its version chain. A correction whose original is no longer stated keeps its
 * position after it, and so do the versions after the correction.
 */
function findPositions(formed: readonly FormedMemory[], stored: StoredMemories): Map<string, ChainPosition> {
  const byMemory = new Map(formed.map(each => [each.reconciled, each]))
  const nextOf = new Map<ReconciledMemory<StoredFact>, FormedMemory>()
  for (const each of formed)
    if (each.reconciled.parent && !nextOf.has(each.reconciled.parent))
      nextOf.set(each.reconciled.parent, each)
  return new Map(
    formed.map(({ id, reconciled }) => {
      const root = byMemory.get(reconciled.root)!
      const kept = root.shown.stated?.corrects ? stored.get(root.id) : undefined
      const parent = reconciled.parent ? byMemory.get(reconciled.parent)!.id : (kept?.parent ?? null)
      const next = nextOf.get(reconciled)
      const known = stored.get(id)
      const position = {
        id,
        version: reconciled.version + (kept && kept.parent !== null ? kept.version - 1 : 0),
        parent,
        root: kept && kept.parent !== null ? kept.root : root.id,
        isLatest: reconciled.isLatest && !known?.isOvertaken,
        sourceCount: countSources(reconciled),
        trueUntil: next ? validFrom(next, stored) : known?.isOvertaken ? known.trueUntil : null,
      }
      return [id, position]
    }),
  )
}

/**
 * A caller may write today what has been true since last year: the date they gave counts, not the date of writing.
 */
function validFrom({ id, reconciled, shown }: FormedMemory, stored: StoredMemories): Date {
  return (isStated(shown) ? stored.get(id)?.trueFrom : undefined) ?? trueFrom(reconciled)
}

/** Counts the documents that state it, plus one per memory a caller wrote. */
const countSources = ({ saidBy }: ReconciledMemory<StoredFact>): number =>
  new Set(saidBy.map(({ document, id }) => document ?? id)).size

function linksOf(formed: readonly FormedMemory[], positions: ReadonlyMap<string, ChainPosition>) {
  const idOf = new Map(formed.map(({ id, reconciled }) => [reconciled, id]))
  return formed.flatMap(({ id, reconciled }) => {
    const links = reconciled.relations.map(({ to, relation, reason }) => ({
      ...{ memory: id, related: idOf.get(to)!, relation, reason },
    }))
    const { parent } = positions.get(id)!
    if (reconciled.parent || parent === null) return links
    const reason = 'a person has put it in other words'
    return [...links, { memory: id, related: parent, relation: 'updates' as const, reason }]
  })
}

function toDraft(
  { id, reconciled, shown }: FormedMemory,
  { version, parent, root }: ChainPosition,
): Omit<MemoryDraft, 'vector'> {
  const { fact } = reconciled
  return {
    ...{ id, version, parent, root },
    text: shown.text,
    isStatic: fact.isStatic,
    isInference: false,
    metadata: fact.metadata,
    forgetAfter: null,
    forgetReason: null,
    documentDate: fact.saidAt,
    eventDates: fact.eventDates,
    trueFrom: trueFrom(reconciled),
    origin: fact.origin,
    sourceCount: 1,
    judged: judgementOf(fact),
  }
}

const trueFrom = ({ fact }: ReconciledMemory<StoredFact>) => fact.eventDates[0] ?? fact.saidAt

function arrangementOf(
  { reconciled }: FormedMemory,
  position: ChainPosition,
  episodicDays: number,
): Arrangement {
  const { fact, saidBy } = reconciled
  return {
    ...position,
    isStatic: fact.isStatic,
    confidence: Math.max(...saidBy.map(({ confidence }) => confidence)),
    origin: fact.origin,
    documentDate: fact.saidAt,
    eventDates: fact.eventDates,
    trueFrom: trueFrom(reconciled),
    metadata: fact.metadata,
    ...judgementOf(fact),
    ...forgetEpisodic(fact, episodicDays),
  }
}

const judgementOf = ({ about, attribute, lasts }: StoredFact) => ({
  about: about ?? null,
  attribute: attribute ?? null,
  lasts: lasts ?? null,
})

function decisionsOf({ id, reconciled, shown }: FormedMemory): FactDecision[] {
  const [relation] = reconciled.relations
  return reconciled.saidBy.map(fact =>
    fact === reconciled.fact
      ? { fact: fact.id, memory: id, decision: relation?.relation ?? 'new', reason: relation?.reason ?? null }
      : { fact: fact.id, memory: id, decision: 'same', reason: `says the same as “${shown.text}”` },
  )
}

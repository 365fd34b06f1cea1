import type { ContainerKey } from '../../../features/containers/store.ts'
import { type MemoryDraft, writeMemories } from '../../../features/memories/write-memories.ts'
import type { Db } from '../../../platform/db/tx.ts'
import { newId } from '../../../platform/lib/ids.ts'
import type { EmbeddingModel } from '../../../platform/providers/embedding/embedder.ts'
import { type Decided, decideFacts, listUndone, type StoredFact } from '../fact-store.ts'
import { withPauses } from '../pauses.ts'
import { citationsOf } from './citations.ts'
import { forgetEpisodic } from './forget-policy.ts'
import {
  type Arrangement,
  absorbMemories,
  arrangeMemories,
  type FormedMemory,
  lockFormed,
  type Place,
  placeStated,
  removeMemories,
  replaceLinks,
  retireMemories,
} from './memory-store.ts'
import { type Reconciled, reconcileStepwise } from './reconcile.ts'

/**
 * Vectors of facts in the embedding sets of the container. A missing vector fails the transaction, so that it can
 * be embedded outside of it.
 */
export type Vectors = {
  model: EmbeddingModel
  of(facts: readonly StoredFact[]): Pick<MemoryDraft, 'vector' | 'further'>[]
  ofTexts(texts: readonly string[]): Pick<MemoryDraft, 'vector' | 'further'>[]
}

export type Said = {
  /** Groups of related facts; facts of two groups are unrelated. */
  groups: readonly (readonly StoredFact[])[]
  /** Memories whose facts were deleted. */
  gone: readonly string[]
  /** Days after which events and plans are forgotten; 0 means never. */
  episodicDays: number
}

/** A memory that a group of facts results in, under its existing or new id. */
type Formed = {
  id: string
  said: Reconciled<StoredFact>
  /** The fact whose words are shown: the one a caller wrote, or else the first one said. */
  shown: StoredFact
}

type Before = ReadonlyMap<string, FormedMemory>

/**
 * Makes the memories of groups of facts match the facts exactly. Memories depend on the facts alone, so this is
 * idempotent: an interrupted run, or a document that arrives late, ends in the same memories. All groups share the
 * same statements: fifty facts make about fifty groups, each of which used to run a dozen statements of its own.
 */
export async function formMemories(
  db: Db,
  key: ContainerKey,
  vectors: Vectors,
  { groups, gone, episodicDays }: Said,
): Promise<void> {
  const facts = groups.flat()
  const known = [...new Set([...facts.flatMap(idsOf), ...gone])]
  const before = await lockFormed(db, key, known)
  const undone = await listUndone(
    db,
    key,
    facts.map(({ text }) => text),
  )
  const taken = new Set<string>()
  const formed: Formed[] = []
  for (const group of groups) {
    const said = await withPauses(reconcileStepwise(group, undone))
    formed.push(...nameAll(key.shard, said, before, taken))
  }
  const placed = placeAll(formed, before)
  await takeOut(db, key, known, before, formed, placed)
  const ours = formed.filter(({ shown }) => !isStated(shown))
  const fresh = ours.filter(({ id, shown }) => before.get(id)?.text !== shown.text)
  const reworded = fresh.filter(({ id }) => before.has(id)).map(({ id }) => id)
  if (reworded.length > 0) await removeMemories(db, key, reworded)
  if (fresh.length > 0) {
    const embedded = vectors.of(fresh.map(({ shown }) => shown))
    const drafts = fresh.map((each, i) => ({ ...toDraft(each, placed.get(each.id)!), ...embedded[i]! }))
    await writeMemories(db, key, vectors.model, drafts)
  }
  if (formed.length === 0) return
  const arranged = ours.map(each => arrangementOf(each, placed.get(each.id)!, episodicDays))
  if (arranged.length > 0) await arrangeMemories(db, key, arranged)
  const stated = formed.filter(({ shown }) => isStated(shown)).map(({ id }) => placed.get(id)!)
  if (stated.length > 0) await placeStated(db, key, stated)
  await replaceLinks(
    db,
    key,
    formed.map(({ id }) => id),
    formed.flatMap(({ id, said }) => citationsOf(id, said.saidBy)),
    linksOf(formed, placed),
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
async function takeOut(
  db: Db,
  key: ContainerKey,
  known: readonly string[],
  before: Before,
  formed: readonly Formed[],
  placed: ReadonlyMap<string, Place>,
): Promise<void> {
  const stands = new Set(formed.map(({ id }) => id))
  const left = known.filter(id => before.has(id) && !stands.has(id))
  const saying = new Map<string, Formed>()
  for (const each of formed)
    for (const id of each.said.saidBy.flatMap(idsOf)) if (!saying.has(id)) saying.set(id, each)
  const absorbed = left.flatMap(id => {
    const into = saying.get(id)
    const { isForgotten, isStated: isWritten, isTouched } = before.get(id)!
    const leads = into && !isForgotten && !isTouched && (isWritten || isStated(into.shown))
    return leads ? { id, root: placed.get(into.id)!.root } : []
  })
  if (absorbed.length > 0) await absorbMemories(db, key, absorbed)
  const isAbsorbed = new Set(absorbed.map(({ id }) => id))
  const retired = left.filter(id => {
    const { isStated: isWritten, isTouched } = before.get(id)!
    return !isWritten && !isTouched && !isAbsorbed.has(id)
  })
  if (retired.length > 0) await retireMemories(db, key, retired, 'source_changed')
}

/** A memory keeps the id that clients may know, preferably that of the memory a caller wrote. */
function nameAll(
  shard: number,
  said: readonly Reconciled<StoredFact>[],
  before: Before,
  taken: Set<string>,
): Formed[] {
  const take = (candidates: readonly string[]) => {
    const id = candidates.find(each => !taken.has(each)) ?? newId(shard)
    taken.add(id)
    return id
  }
  return said.map(each => {
    const written = each.saidBy.filter(fact => isStated(fact) && before.has(fact.id))
    const shown = written.find(({ id }) => !before.get(id)!.isForgotten) ?? written[0]
    if (shown) return { id: take([shown.id]), said: each, shown }
    const ids = each.saidBy.flatMap(({ memory }) => (memory ? memory : [])).sort()
    const ours = ids.filter(id => before.has(id) && !before.get(id)!.isStated)
    const inTheseWords = ours.filter(id => before.get(id)!.text === each.fact.text)
    return { id: take([...inTheseWords, ...ours]), said: each, shown: each.fact }
  })
}

/**
 * The position of each memory in its version chain. A correction whose original is no longer stated keeps its
 * position after it, and so do the versions after the correction.
 */
function placeAll(formed: readonly Formed[], before: Before): Map<string, Place> {
  const byMemory = new Map(formed.map(each => [each.said, each]))
  const nextOf = new Map<Reconciled<StoredFact>, Formed>()
  for (const each of formed)
    if (each.said.parent && !nextOf.has(each.said.parent)) nextOf.set(each.said.parent, each)
  return new Map(
    formed.map(({ id, said }) => {
      const root = byMemory.get(said.root)!
      const kept = root.shown.stated?.corrects ? before.get(root.id) : undefined
      const parent = said.parent ? byMemory.get(said.parent)!.id : (kept?.parent ?? null)
      const next = nextOf.get(said)
      const known = before.get(id)
      const place = {
        id,
        version: said.version + (kept && kept.parent !== null ? kept.version - 1 : 0),
        parent,
        root: kept && kept.parent !== null ? kept.root : root.id,
        isLatest: said.isLatest && !known?.isOvertaken,
        sourceCount: sourcesOf(said),
        trueUntil: next ? beginningOf(next, before) : known?.isOvertaken ? known.trueUntil : null,
      }
      return [id, place]
    }),
  )
}

/**
 * A caller may write today what has been true since last year: the date they gave counts, not the date of writing.
 */
function beginningOf({ id, said, shown }: Formed, before: Before): Date {
  return (isStated(shown) ? before.get(id)?.trueFrom : undefined) ?? trueFrom(said)
}

/** Counts the documents that state it, plus one per memory a caller wrote. */
const sourcesOf = ({ saidBy }: Reconciled<StoredFact>): number =>
  new Set(saidBy.map(({ document, id }) => document ?? id)).size

function linksOf(formed: readonly Formed[], placed: ReadonlyMap<string, Place>) {
  const idOf = new Map(formed.map(({ id, said }) => [said, id]))
  return formed.flatMap(({ id, said }) => {
    const links = said.relations.map(({ to, relation, reason }) => ({
      ...{ memory: id, related: idOf.get(to)!, relation, reason },
    }))
    const { parent } = placed.get(id)!
    if (said.parent || parent === null) return links
    const reason = 'a person has put it in other words'
    return [...links, { memory: id, related: parent, relation: 'updates' as const, reason }]
  })
}

function toDraft({ id, said, shown }: Formed, { version, parent, root }: Place): Omit<MemoryDraft, 'vector'> {
  const { fact } = said
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
    trueFrom: trueFrom(said),
    origin: fact.origin,
    sourceCount: 1,
  }
}

const trueFrom = ({ fact }: Reconciled<StoredFact>) => fact.eventDates[0] ?? fact.saidAt

function arrangementOf({ said }: Formed, place: Place, episodicDays: number): Arrangement {
  const { fact, saidBy } = said
  return {
    ...place,
    isStatic: fact.isStatic,
    confidence: Math.max(...saidBy.map(({ confidence }) => confidence)),
    origin: fact.origin,
    documentDate: fact.saidAt,
    eventDates: fact.eventDates,
    trueFrom: trueFrom(said),
    metadata: fact.metadata,
    ...forgetEpisodic(fact, episodicDays),
  }
}

function decisionsOf({ id, said, shown }: Formed): Decided[] {
  const [relation] = said.relations
  return said.saidBy.map(fact =>
    fact === said.fact
      ? { fact: fact.id, memory: id, decision: relation?.relation ?? 'new', reason: relation?.reason ?? null }
      : { fact: fact.id, memory: id, decision: 'same', reason: `says the same as “${shown.text}”` },
  )
}

import type { ContainerKey } from '../containers/store.ts'
import type { Db } from '../db/tx.ts'
import { newId } from '../lib/ids.ts'
import { type MemoryDraft, writeMemories } from '../memories/write-memories.ts'
import type { EmbeddingModel } from '../providers/embedder.ts'
import { type Decided, decideFacts, listUndone, type StoredFact } from './fact-store.ts'
import { relationOf } from './find-related.ts'
import { forgetEpisodic } from './forget-policy.ts'
import {
  type Arrangement,
  arrangeMemories,
  type Cited,
  type FormedMemory,
  lockFormed,
  removeMemories,
  replaceLinks,
  retireMemories,
} from './memory-store.ts'
import { type Reconciled, reconcile } from './reconcile.ts'

/** Vectors of facts in the sets of the container. One that is not there fails the transaction, to be made outside of it. */
export type Vectors = {
  model: EmbeddingModel
  of(facts: readonly StoredFact[]): Pick<MemoryDraft, 'vector' | 'further'>[]
}

export type Said = {
  facts: readonly StoredFact[]
  /** Memories that facts which are no longer there had formed. */
  gone: readonly string[]
  /** After how many days what happened is forgotten; 0: never. */
  episodicDays: number
}

/** What a group of facts comes to: a memory for each thing that is said, under the id it has or gets. */
type Formed = { id: string; said: Reconciled<StoredFact> }

/**
 * Makes the memories of a group of facts what the facts say, and nothing else. They follow from the facts alone, so this
 * can be done over and over: a run that was interrupted, or a document that comes late, ends in the same memories.
 */
export async function formMemories(
  db: Db,
  key: ContainerKey,
  vectors: Vectors,
  { facts, gone, episodicDays }: Said,
): Promise<void> {
  const known = [...new Set([...facts.flatMap(({ memory }) => memory ?? []), ...gone])]
  const before = await lockFormed(db, key, known)
  const undone = await listUndone(
    db,
    key,
    facts.map(({ text }) => text),
  )
  const { ours, theirs } = leaveToPeople(facts, before)
  const formed = nameAll(key.shard, reconcile(ours, undone), before)
  const idOf = new Map(formed.map(({ id, said }) => [said, id]))
  const retired = known.filter(
    id => before.has(id) && !formed.some(each => each.id === id) && !before.get(id)!.isTouched,
  )
  if (retired.length > 0) await retireMemories(db, key, retired, 'source_changed')
  const fresh = formed.filter(({ id, said }) => before.get(id)?.text !== said.fact.text)
  const reworded = fresh.filter(({ id }) => before.has(id)).map(({ id }) => id)
  if (reworded.length > 0) await removeMemories(db, key, reworded)
  if (fresh.length > 0) {
    const embedded = vectors.of(fresh.map(({ said }) => said.fact))
    const drafts = fresh.map((each, i) => ({ ...toDraft(each, idOf), ...embedded[i]! }))
    await writeMemories(db, key, vectors.model, drafts)
  }
  if (theirs.length > 0) await decideFacts(db, key, theirs)
  if (formed.length === 0) return
  await arrangeMemories(
    db,
    key,
    formed.map(each => arrangementOf(each, idOf, episodicDays)),
  )
  await replaceLinks(
    db,
    key,
    formed.map(({ id }) => id),
    formed.flatMap(citationsOf),
    formed.flatMap(({ id, said }) =>
      said.relations.map(({ to, relation, reason }) => ({
        memory: id,
        related: idOf.get(to)!,
        relation,
        reason,
      })),
    ),
  )
  await decideFacts(db, key, formed.flatMap(decisionsOf))
}

/** What a person has put in other words is theirs: whatever says the same as before says what they corrected. */
function leaveToPeople(
  facts: readonly StoredFact[],
  before: ReadonlyMap<string, FormedMemory>,
): { ours: StoredFact[]; theirs: Decided[] } {
  const isTheirs = ({ memory }: StoredFact) => memory !== null && before.get(memory)?.isTouched === true
  const touched = facts.filter(isTheirs)
  const same = (fact: StoredFact) =>
    touched.find(other => (isTheirs(fact) ? other === fact : relationOf(other, fact)?.kind === 'same'))
  return {
    ours: facts.filter(fact => !same(fact)),
    theirs: facts.flatMap(fact => {
      const other = same(fact)
      return other
        ? {
            fact: fact.id,
            memory: other.memory!,
            decision: 'same',
            reason: 'a person has put it in other words',
          }
        : []
    }),
  }
}

/** A memory keeps the id by which people may know it; of several the one that says it in the same words. */
function nameAll(
  shard: number,
  said: readonly Reconciled<StoredFact>[],
  before: ReadonlyMap<string, FormedMemory>,
): Formed[] {
  const taken = new Set<string>()
  const take = (candidates: readonly string[]) => {
    const id = candidates.find(each => !taken.has(each)) ?? newId(shard)
    taken.add(id)
    return id
  }
  const own = said.map(each => {
    const ids = each.saidBy.flatMap(({ memory }) => (memory && before.has(memory) ? memory : [])).sort()
    return [...ids.filter(id => before.get(id)!.text === each.fact.text), ...ids]
  })
  return said.map((each, i) => ({ id: take(own[i]!), said: each }))
}

type Ids = ReadonlyMap<Reconciled<StoredFact>, string>

function toDraft({ id, said }: Formed, idOf: Ids): Omit<MemoryDraft, 'vector'> {
  const { fact } = said
  return {
    id,
    text: fact.text,
    isStatic: fact.isStatic,
    isInference: false,
    version: said.version,
    parent: said.parent ? idOf.get(said.parent)! : null,
    root: idOf.get(said.root)!,
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

function arrangementOf({ id, said }: Formed, idOf: Ids, episodicDays: number): Arrangement {
  const { fact, saidBy } = said
  return {
    id,
    version: said.version,
    parent: said.parent ? idOf.get(said.parent)! : null,
    root: idOf.get(said.root)!,
    isLatest: said.isLatest,
    sourceCount: new Set(saidBy.map(({ document }) => document)).size,
    isStatic: fact.isStatic,
    confidence: Math.max(...saidBy.map(({ confidence }) => confidence)),
    origin: fact.origin,
    documentDate: fact.saidAt,
    eventDates: fact.eventDates,
    trueFrom: trueFrom(said),
    trueUntil: [...idOf.keys()].filter(other => other.parent === said).map(trueFrom)[0] ?? null,
    metadata: fact.metadata,
    ...forgetEpisodic(fact, episodicDays),
  }
}

/** One for each document, with every span of it that says so. */
function citationsOf({ id, said }: Formed): Cited[] {
  const byDocument = Map.groupBy(said.saidBy, ({ document }) => document)
  return Array.from(byDocument, ([document, facts]) => ({
    memory: id,
    document,
    revision: Math.max(...facts.map(({ revision }) => revision)),
    spans: `{${facts.flatMap(({ spans }) => spans.map(([start, end]) => `[${start},${end})`)).join(',')}}`,
  }))
}

function decisionsOf({ id, said }: Formed): Decided[] {
  const [relation] = said.relations
  return said.saidBy.map(fact =>
    fact === said.fact
      ? { fact: fact.id, memory: id, decision: relation?.relation ?? 'new', reason: relation?.reason ?? null }
      : { fact: fact.id, memory: id, decision: 'same', reason: `says the same as “${said.fact.text}”` },
  )
}

import type { DatedFact, Fact } from '../../../language/english/fact.ts'
import { isFromPerson, maySupersede } from '../extract/trust.ts'
import { cosine, isWordForWord, saysMore, saysTheSame } from '../relate/compare.ts'
import type { FactRelation } from '../relate/fact-relation.ts'
import { findSlotUpdate } from '../relate/find-slot-update.ts'
import { findUpdate, haveSameSubject } from '../relate/find-update.ts'
import { hasFew } from '../relate/has-few.ts'
import { aspectsOf } from '../relate/read-aspects.ts'
import { relateByDeclaration } from '../relate/relate-by-declaration.ts'
import { areJudged, relateByVerdict } from '../relate/relate-by-verdict.ts'
import type { Verdicts } from '../relate/verdicts.ts'
import { wordsKey } from '../relate/words-key.ts'

/** A memory as it results from a set of facts. */
export type ReconciledMemory<F extends DatedFact = DatedFact> = {
  /** The fact whose text is shown: the first one said by a person, else the first one. */
  fact: F
  /** All facts that say the same, including `fact`. */
  saidBy: F[]
  /** The memory that this one superseded. */
  parent: ReconciledMemory<F> | undefined
  root: ReconciledMemory<F>
  version: number
  isLatest: boolean
  isCorrected: boolean
  relations: { to: ReconciledMemory<F>; relation: 'updates' | 'extends' | 'derives'; reason: string }[]
}

const maxKeys = 12
/** An extension is linked to the latest memories it extends, not to all. */
const maxExtended = 2

const knownKeys = new WeakMap<Fact, string[]>()

/** The keys a fact is looked up by: two related facts share at least one. Names come first, then longer words. */
export function keysOf(fact: Fact): string[] {
  let keys = knownKeys.get(fact)
  if (!keys) {
    const corrected = fact.stated?.corrects
    keys = [
      ...new Set([...ownKeysOf(fact), ...(corrected ? ownKeysOf(corrected) : []), ...wordsKeysOf(fact)]),
    ]
    knownKeys.set(fact, keys)
  }
  return keys
}

/** Facts that a model has declared to be related need share no other word: `quit the band`, `plays bass on Fridays`. */
const wordsKeysOf = ({ text, declared = [] }: Fact): string[] =>
  [wordsKey(text), ...declared.flatMap(({ of }) => of)].map(key => `words ${key}`)

type KeyedFact = Pick<Fact, 'text' | 'claim' | 'kind' | 'stated' | 'said' | 'about' | 'attribute'>

function ownKeysOf(fact: KeyedFact): string[] {
  const { stems, names, measured, slots } = aspectsOf(fact)
  const units = new Set(measured.flatMap(({ unit }) => (unit !== undefined && stems.has(unit) ? unit : [])))
  const rank = (stem: string) => (names.has(stem) ? 0 : units.has(stem) ? 1 : 2)
  const ordered = [...stems].sort((a, b) => rank(a) - rank(b) || b.length - a.length || (a < b ? -1 : 1))
  const named = [...attributeKeys(fact), ...slots.map(({ slot, owner }) => `${slot} of ${owner}`)]
  const keys = [...named, ...ordered].slice(0, maxKeys)
  return keys.length > 0 ? keys : [fact.text.toLowerCase().slice(0, 60)]
}

/**
 * `vegetarian` and `eats fish again` share no word, so the owner's facts are also found by what they are about. Only
 * attributes of which a person has few, since each pair is compared.
 */
const attributeKeys = ({ about, attribute, claim }: KeyedFact): string[] =>
  attribute !== undefined && about === 'owner' && hasFew.has(attribute)
    ? [`${attribute} of ${claim.subject}`]
    : []

/** The relation of a fact to one that was said before it or at the same time. */
export function relate(older: DatedFact, newer: DatedFact, verdicts?: Verdicts): FactRelation | undefined {
  const [before, now] = [aspectsOf(older), aspectsOf(newer)]
  const areStated = older.origin === 'api' && newer.origin === 'api'
  const declared = relateByDeclaration(older, newer)
  if (declared && (declared.kind !== 'updates' || maySupersede(older, newer))) return declared
  if (areStated ? isWordForWord(older, newer) : saysTheSame(older, newer, before, now))
    return { kind: 'same', reason: 'says the same' }
  if (newer.stated?.corrects?.text === older.text)
    return { kind: 'updates', reason: 'a person has put it in other words', isCorrection: true }
  if (older.saidAt.getTime() >= newer.saidAt.getTime()) return undefined
  if (verdicts && areJudged(older, newer)) {
    const judged = relateByVerdict(older, newer, verdicts)
    if (judged?.kind !== 'updates' || maySupersede(older, newer)) return judged
  }
  const update = maySupersede(older, newer) ? updateOf(older, newer) : undefined
  if (update !== undefined) return { kind: 'updates', reason: update }
  return !areStated && saysMore(before, now)
    ? { kind: 'extends', reason: 'says more of the same' }
    : undefined
}

/**
 * Callers may write numbered lists (`owns kiln 4`, `owns kiln 5`), so for their memories only a single-valued slot
 * is updated.
 */
function updateOf(older: DatedFact, newer: DatedFact): string | undefined {
  const [before, now] = [aspectsOf(older), aspectsOf(newer)]
  if (older.origin === 'api' || newer.origin === 'api')
    return haveSameSubject(before, now) ? findSlotUpdate(before, now) : undefined
  return findUpdate(before, now, cosine(older.vector, newer.vector))
}

/**
 * Turns a set of facts into memories. The result depends on what was said and when, not on when it arrived: facts
 * are processed in the order they were said, whatever their order in the argument. `blocked` contains pairs of
 * texts, older and newer joined by a zero character, whose supersession a person has undone.
 */
export function reconcile<F extends DatedFact>(
  facts: readonly F[],
  blocked: ReadonlySet<string> = new Set(),
  verdicts?: Verdicts,
): ReconciledMemory<F>[] {
  const steps = reconcileStepwise(facts, blocked, undefined, verdicts)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/**
 * Does the same one fact at a time, because a group of hundreds takes a second, during which other work needs the
 * thread. `mayRelate` keeps a newer fact from an older one that a third brought into the same group.
 */
export function* reconcileStepwise<F extends DatedFact>(
  facts: readonly F[],
  blocked: ReadonlySet<string>,
  mayRelate: (newer: F, older: F) => boolean = () => true,
  verdicts?: Verdicts,
): Generator<void, ReconciledMemory<F>[]> {
  const memories: ReconciledMemory<F>[] = []
  const byKey = new Map<string, ReconciledMemory<F>[]>()
  const next = new Map<ReconciledMemory<F>, ReconciledMemory<F>>()
  const mayJoin = ({ saidBy }: ReconciledMemory<F>, fact: F) => saidBy.every(older => mayRelate(fact, older))
  for (const fact of [...facts].sort(compareBySaidAt)) {
    const near = [...new Set(keysOf(fact).flatMap(key => byKey.get(key) ?? []))].map(memory => ({
      memory,
      relation: mayJoin(memory, fact) ? relateTo(memory, fact, blocked, verdicts) : undefined,
    }))
    // A superseded memory that is said again becomes a new version: somebody who moves back lives there again. A
    // corrected one does not.
    const same = near.find(
      ({ memory, relation }) => relation?.kind === 'same' && (memory.isLatest || memory.isCorrected),
    )?.memory
    const memory = same ?? begin(fact)
    if (same) join(same, fact)
    else {
      memories.push(memory)
      link(memory, near, next, mayJoin)
    }
    for (const key of keysOf(fact)) index(byKey, key, memory)
    yield
  }
  return memories
}

function begin<F extends DatedFact>(fact: F): ReconciledMemory<F> {
  const memory = {
    ...{ fact, saidBy: [fact], parent: undefined, version: 1 },
    ...{ isLatest: true, isCorrected: false, relations: [] },
  }
  return Object.assign(memory, { root: memory as unknown as ReconciledMemory<F> })
}

/** If a page says something first and the user later, the memory becomes the user's, in their words. */
function join<F extends DatedFact>(memory: ReconciledMemory<F>, fact: F): void {
  memory.saidBy.push(fact)
  if (isFromPerson(fact) && !isFromPerson(memory.fact)) memory.fact = fact
}

/**
 * All facts that say the same must be replaceable: a page that agrees with the user does not open the user's memory
 * to the next page.
 */
const isOpenTo = <F extends DatedFact>({ saidBy }: ReconciledMemory<F>, fact: F): boolean =>
  saidBy.every(older => maySupersede(older, fact))

function index<M>(byKey: Map<string, M[]>, key: string, memory: M): void {
  const found = byKey.get(key)
  if (found === undefined) byKey.set(key, [memory])
  else if (!found.includes(memory)) found.push(memory)
}

function relateTo<F extends DatedFact>(
  memory: ReconciledMemory<F>,
  fact: F,
  blocked: ReadonlySet<string>,
  verdicts: Verdicts | undefined,
): FactRelation | undefined {
  const { saidBy } = memory
  let first: FactRelation | undefined
  let isBlocked: boolean | undefined
  // Most facts that say the same use the same words, so the first one usually decides, however many there are.
  for (const other of saidBy) {
    const relation = relate(other, fact, verdicts)
    if (relation?.kind === 'same') return relation
    if (!relation || first) continue
    isBlocked ??= !isOpenTo(memory, fact) || saidBy.some(({ text }) => blocked.has(`${text}\0${fact.text}`))
    if (!(isBlocked && relation.kind === 'updates')) first = relation
  }
  return first
}

type RelatedMemory<F extends DatedFact> = { memory: ReconciledMemory<F>; relation: FactRelation | undefined }

/** Appends a memory to the version chains of those it supersedes. */
function link<F extends DatedFact>(
  memory: ReconciledMemory<F>,
  near: readonly RelatedMemory<F>[],
  next: Map<ReconciledMemory<F>, ReconciledMemory<F>>,
  mayJoin: (memory: ReconciledMemory<F>, fact: F) => boolean,
): void {
  const updated = near.flatMap(({ memory: other, relation }) =>
    relation && (relation.kind === 'updates' || (relation.kind === 'same' && !other.isLatest))
      ? [
          {
            to: lastOf(other, next),
            reason: relation.kind === 'same' ? 'says again what was so before' : relation.reason,
          },
        ]
      : [],
  )
  for (const { memory: other, relation } of near) if (relation?.isCorrection) other.isCorrected = true
  for (const { to, reason } of updated) {
    if (
      !isOpenTo(to, memory.fact) ||
      !mayJoin(to, memory.fact) ||
      memory.relations.some(other => other.to === to) ||
      to.fact.saidAt.getTime() >= memory.fact.saidAt.getTime()
    )
      continue
    memory.relations.push({ to, relation: 'updates', reason })
    to.isLatest = false
    next.set(to, memory)
  }
  memory.relations.sort((a, b) => compareBySaidAt(b.to.fact, a.to.fact))
  memory.parent = memory.relations[0]?.to
  memory.root = memory.parent?.root ?? memory
  memory.version = (memory.parent?.version ?? 0) + 1
  const extended = near
    .filter(({ memory: other, relation }) => relation?.kind === 'extends' && other.isLatest)
    .map(({ memory: to, relation }) => ({ to, relation: 'extends' as const, reason: relation!.reason }))
  memory.relations.push(
    ...extended.sort((a, b) => compareBySaidAt(b.to.fact, a.to.fact)).slice(0, maxExtended),
  )
}

function lastOf<F extends DatedFact>(
  memory: ReconciledMemory<F>,
  next: ReadonlyMap<ReconciledMemory<F>, ReconciledMemory<F>>,
): ReconciledMemory<F> {
  let last = memory
  while (next.has(last)) last = next.get(last)!
  return last
}

/** Orders by when it was said, then by the text; never by when it was stored. */
export function compareBySaidAt(a: DatedFact, b: DatedFact): number {
  return (
    a.saidAt.getTime() - b.saidAt.getTime() ||
    compareText(a.text, b.text) ||
    compareText(a.origin, b.origin) ||
    b.confidence - a.confidence ||
    compareText(JSON.stringify(a.spans), JSON.stringify(b.spans))
  )
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

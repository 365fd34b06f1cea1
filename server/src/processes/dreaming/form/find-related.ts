import type { ContainerKey } from '../../../features/containers/store.ts'
import type { Db } from '../../../platform/db/tx.ts'
import { findFactsByKeys, type StoredFact } from '../fact-store.ts'
import { withPauses } from '../pauses.ts'
import type { FactRelation } from '../relate/fact-relation.ts'
import type { Verdicts } from '../relate/verdicts.ts'
import { keysOf, relate } from './reconcile.ts'

/**
 * Maximum number of related facts that are followed, so that a container in which everything is related is not read
 * whole.
 */
const maxFacts = 2_000
/**
 * Maximum size of a group. Reconciling compares each fact with each, so its cost grows with the square. A chain of
 * updates is this long only if somebody makes it so on purpose.
 */
const maxGroupSize = 400

/**
 * Finds the facts related to the seeds, directly or through others, in groups that are unrelated to each other. The
 * memories of a group depend on that group alone, so nothing else needs to be loaded.
 */
export async function findRelated(
  db: Db,
  key: ContainerKey,
  seeds: readonly StoredFact[],
  verdicts?: Verdicts,
): Promise<StoredFact[][]> {
  const groups = new FactGroups()
  const pool = new Map<string, StoredFact>(seeds.map(fact => [fact.id, fact]))
  const asked = new Set<string>()
  let frontier = [...seeds]
  for (const fact of seeds) groups.add(fact)
  while (frontier.length > 0 && groups.size < maxFacts) {
    const keys = [...new Set(frontier.flatMap(keysOf))].filter(name => !asked.has(name))
    for (const name of keys) asked.add(name)
    if (keys.length > 0)
      for (const fact of await findFactsByKeys(db, key, keys)) if (!pool.has(fact.id)) pool.set(fact.id, fact)
    frontier = await withPauses(joinTo(groups, frontier, [...pool.values()], verdicts))
  }
  return groups.all()
}

/** Adds every fact related to the frontier; the new ones are the next frontier. */
function* joinTo(
  groups: FactGroups,
  frontier: readonly StoredFact[],
  pool: readonly StoredFact[],
  verdicts: Verdicts | undefined,
): Generator<void, StoredFact[]> {
  const found: StoredFact[] = []
  const keyed = new Map<string, StoredFact[]>()
  for (const fact of frontier) {
    for (const name of keysOf(fact)) {
      const others = keyed.get(name)
      if (others) others.push(fact)
      else keyed.set(name, [fact])
    }
    yield
  }
  for (const fact of pool) {
    const near = new Set(keysOf(fact).flatMap(name => keyed.get(name) ?? []))
    for (const other of near) {
      if (other.id === fact.id || groups.areTogether(fact, other)) continue
      if (!groups.mayJoin(fact, other, maxGroupSize)) continue
      if (!relationOf(fact, other, verdicts)) continue
      if (!groups.has(fact)) found.push(fact)
      groups.join(fact, other)
    }
    yield
  }
  return found
}

/** The relation between two facts, in the order they were said. */
export const relationOf = (a: StoredFact, b: StoredFact, verdicts?: Verdicts): FactRelation | undefined =>
  a.saidAt <= b.saidAt ? relate(a, b, verdicts) : relate(b, a, verdicts)

/** Groups of related facts (union-find). */
class FactGroups {
  readonly #of = new Map<string, StoredFact[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  has({ id }: StoredFact): boolean {
    return this.#of.has(id)
  }

  add(fact: StoredFact): void {
    if (this.has(fact)) return
    this.#of.set(fact.id, [fact])
    this.#size++
  }

  areTogether(a: StoredFact, b: StoredFact): boolean {
    return this.has(a) && this.#of.get(a.id) === this.#of.get(b.id)
  }

  /** Whether the joined group would have at most this many facts. */
  mayJoin(a: StoredFact, b: StoredFact, maxSize: number): boolean {
    return (this.#of.get(a.id)?.length ?? 1) + (this.#of.get(b.id)?.length ?? 1) <= maxSize
  }

  join(a: StoredFact, b: StoredFact): void {
    this.add(a)
    this.add(b)
    const [small, large] = [this.#of.get(a.id)!, this.#of.get(b.id)!].sort((x, y) => x.length - y.length)
    for (const fact of small!) this.#of.set(fact.id, large!)
    large!.push(...small!)
  }

  all(): StoredFact[][] {
    return [...new Set(this.#of.values())]
  }
}

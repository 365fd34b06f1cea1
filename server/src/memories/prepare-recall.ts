import type { Cell, Reach } from '../db/cells.ts'
import { type Db, readInScope } from '../db/tx.ts'
import { countTerms } from '../lexical/count-terms.ts'
import { marks } from '../lexical/languages.ts'
import { queryVector, toSparseLiteral } from '../lexical/term-vector.ts'
import { LastMet, type Met } from '../lib/last-met.ts'
import { planRecall, type RecallPlan } from '../lib/plan-recall.ts'
import * as places from './place-store.ts'
import { type FoundByWords, recallByWords } from './recall-store.ts'

/** What is known of one cell before it is asked. */
export type Prepared = {
  cell: Cell
  scope: places.RecallScope
  plan: RecallPlan
  lexical: { vector: string; best: number; found: FoundByWords[] | undefined } | undefined
  activeSet: number
}

/** `isNarrow`: not all that is known is looked at, or more than that. */
type RecallQuestion = { q: string; limit: number; isNarrow: boolean }

/** Statistics of an organization-wide search come from its largest containers. */
const statisticsFrom = 64

const leastPerArm = 60

const lately = new LastMet()

/** All that is to be known of a cell but the question's vector, read while the embedder works. Undefined: there is nothing to find in it. */
export async function prepareRecall(
  org: string,
  { cell, shards }: Reach,
  tags: readonly string[],
  { q, limit, isNarrow }: RecallQuestion,
): Promise<Prepared | undefined> {
  const everywhere = { org, shards, containers: undefined }
  return readInScope(cell, { org }, async db => {
    const { met, counted } = await lately.count(
      JSON.stringify([cell.name, org, tags]),
      () => meet(db, everywhere, tags),
      ({ containers, readings }) =>
        countTerms(db, q, readings, terms => places.readTermCounts(db, { org, shards, containers }, terms)),
    )
    const { containers, versions, activeSet } = met
    if (versions === 0) return undefined
    const scope = tags.length > 0 ? { org, shards, containers } : everywhere
    const plan = planFor(versions, limit)
    // In a small container they take less time than to look at again what they found.
    const isAhead = plan.path !== 'exact' && !isNarrow
    const { vector: weights, best } = queryVector(counted.read, counted.counts, versions)
    if (weights.size === 0) return { cell, scope, plan, activeSet, lexical: undefined }
    const vector = toSparseLiteral(weights)
    const found = isAhead ? await recallByWords(db, { scope, plan, vector }) : undefined
    return { cell, scope, plan, activeSet, lexical: { vector, best, found } }
  })
}

type MetContainers = Met & { versions: number; activeSet: number }

/** The containers there are, and what is in them. */
async function meet(db: Db, scope: places.RecallScope, tags: readonly string[]): Promise<MetContainers> {
  const found =
    tags.length > 0
      ? await places.findContainers(db, scope, tags)
      : await places.largestContainers(db, scope, statisticsFrom)
  const largest = found.toSorted((a, b) => b.versions - a.versions)[0]
  return {
    containers: found.map(({ container }) => container),
    readings: [...new Set(found.flatMap(container => container.marks.map(mark => marks.get(mark)!)))],
    versions: found.reduce((sum, { versions }) => sum + versions, 0),
    // One for all: while two sets are about, both have all vectors.
    activeSet: largest?.activeSet ?? 0,
  }
}

/**
 * Each arm hands over twice what is asked for. Of LoCoMo's turns as memories the 50 best for 198 questions were the same as
 * with four times as many in .999 of all places, and held as much of what answers.
 */
function planFor(versions: number, limit: number): RecallPlan {
  const plan = planRecall(versions, limit)
  return { ...plan, perArm: Math.min(plan.perArm, Math.max(leastPerArm, limit * 2)) }
}

import type { FoundMemory } from '../memories/search-memories.ts'
import type { Scored } from './fuse.ts'

/** Why something that was looked at is not among the results. */
export type Reason = 'belowThreshold' | 'filtered' | 'superseded' | 'forgotten'

export type LeftOut = { reason: Reason; score: number } & (
  | { document: string; position: number }
  | { memory: string; text: string }
)

export type Thresholds = { chunkThreshold: number; documentThreshold: number }

/**
 * Of the chunks looked at, those that score too little; and those that only the filters kept out, which are what is found
 * without them and not with them.
 */
export function chunksLeftOut(
  scored: readonly Scored[],
  unfiltered: readonly Scored[],
  thresholds: Thresholds,
): LeftOut[] {
  const known = new Set(scored.map(keyOf))
  const below = failing(scored, thresholds)
  const others = unfiltered.filter(chunk => !known.has(keyOf(chunk)))
  const weak = new Set(failing(others, thresholds))
  const filtered = others.filter(chunk => chunk.score > 0 && !weak.has(chunk))
  return [...filtered.map(toLeftOut('filtered')), ...below.map(toLeftOut('belowThreshold'))]
}

const keyOf = ({ document, position }: Scored) => `${document} ${position}`

const toLeftOut =
  (reason: Reason) =>
  ({ score, document, position }: Scored): LeftOut => ({ reason, score, document, position })

/** What has nothing in common with the query was not found, and so is not left out. */
function failing(scored: readonly Scored[], { chunkThreshold, documentThreshold }: Thresholds): Scored[] {
  const best = new Map<string, number>()
  for (const { document, score } of scored) best.set(document, Math.max(score, best.get(document) ?? 0))
  return scored.filter(
    ({ document, score }) => score > 0 && (score < chunkThreshold || best.get(document)! < documentThreshold),
  )
}

/** Of all memories like the question, whatever keeps them out, those that are not among the ones found, and why. */
export function memoriesLeftOut(
  all: readonly FoundMemory[],
  found: readonly FoundMemory[],
  { limit, threshold, withForgotten }: { limit: number; threshold: number; withForgotten: boolean },
): LeftOut[] {
  const ids = new Set(found.map(({ memory }) => memory.id))
  const last = found.length < limit ? 0 : (found.at(-1)?.similarity ?? 0)
  return all.flatMap(each => {
    const { memory, similarity: score } = each
    if (ids.has(memory.id) || score <= 0) return []
    const reason = reasonFor(each, { last, threshold, withForgotten })
    return reason ? { reason, score, memory: memory.id, text: memory.text } : []
  })
}

/** Undefined: there was no room for it. */
function reasonFor(
  { memory, similarity }: FoundMemory,
  { last, threshold, withForgotten }: { last: number; threshold: number; withForgotten: boolean },
): Reason | undefined {
  if (similarity < threshold) {
    const isKept = memory.isLearned && !memory.isSuperseded && (withForgotten || !memory.isForgotten)
    return isKept ? 'belowThreshold' : undefined
  }
  if (memory.isSuperseded) return 'superseded'
  if (memory.isForgotten && !withForgotten) return 'forgotten'
  return similarity > last || !memory.isLearned ? 'filtered' : undefined
}

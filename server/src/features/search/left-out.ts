import type { MemoryHit } from '../memories/search-memories.ts'
import type { ScoredChunk } from './fuse-chunks.ts'

/** Why a match is not among the results. */
export type Reason = 'belowThreshold' | 'filtered' | 'superseded' | 'forgotten'

export type LeftOutHit = { reason: Reason; score: number } & (
  | { document: string; position: number }
  | { memory: string; text: string }
)

export type Thresholds = { chunkThreshold: number; documentThreshold: number }

/** The chunks below a threshold, and the chunks that are found only without the filters. */
export function chunksLeftOut(
  scored: readonly ScoredChunk[],
  unfiltered: readonly ScoredChunk[],
  thresholds: Thresholds,
): LeftOutHit[] {
  const known = new Set(scored.map(keyOf))
  const below = failing(scored, thresholds)
  const others = unfiltered.filter(chunk => !known.has(keyOf(chunk)))
  const weak = new Set(failing(others, thresholds))
  const filtered = others.filter(chunk => chunk.score > 0 && !weak.has(chunk))
  return [...filtered.map(toLeftOut('filtered')), ...below.map(toLeftOut('belowThreshold'))]
}

const keyOf = ({ document, position }: ScoredChunk) => `${document} ${position}`

const toLeftOut =
  (reason: Reason) =>
  ({ score, document, position }: ScoredChunk): LeftOutHit => ({ reason, score, document, position })

/** The chunks below a threshold. A chunk that has nothing in common with the query was not found, so it is not left out either. */
function failing(
  scored: readonly ScoredChunk[],
  { chunkThreshold, documentThreshold }: Thresholds,
): ScoredChunk[] {
  const best = new Map<string, number>()
  for (const { document, score } of scored) best.set(document, Math.max(score, best.get(document) ?? 0))
  return scored.filter(
    ({ document, score }) => score > 0 && (score < chunkThreshold || best.get(document)! < documentThreshold),
  )
}

/** The memories that match the query but are not among the results, with the reason. */
export function memoriesLeftOut(
  all: readonly MemoryHit[],
  found: readonly MemoryHit[],
  { limit, threshold, withForgotten }: { limit: number; threshold: number; withForgotten: boolean },
): LeftOutHit[] {
  const ids = new Set(found.map(({ memory }) => memory.id))
  const last = found.length < limit ? 0 : (found.at(-1)?.similarity ?? 0)
  return all.flatMap(each => {
    const { memory, similarity: score } = each
    if (ids.has(memory.id) || score <= 0) return []
    const reason = reasonFor(each, { last, threshold, withForgotten })
    return reason ? { reason, score, memory: memory.id, text: memory.text } : []
  })
}

/** Undefined: only the limit left the memory out. */
function reasonFor(
  { memory, similarity }: MemoryHit,
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

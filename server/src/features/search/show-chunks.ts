import type { ScoredChunk } from './fuse-chunks.ts'

/** A chunk of a result: a match, or a neighbour that gives context. */
export type ShownChunk = { position: number; match: ScoredChunk | undefined }

/** The matches of a document, best first. With neighbours: also the chunks before and after each, in reading order. */
export function showChunks(found: readonly ScoredChunk[], withNeighbours: boolean): ShownChunk[] {
  if (!withNeighbours) return found.map(match => ({ position: match.position, match }))
  const matches = new Map(found.map(match => [match.position, match]))
  const around = found.flatMap(({ position }) => [position - 1, position, position + 1])
  return [...new Set(around)]
    .filter(position => position >= 0)
    .sort((a, b) => a - b)
    .map(position => ({ position, match: matches.get(position) }))
}

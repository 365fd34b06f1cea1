import type { Scored } from './fuse.ts'

/** A chunk of a result: one that was found, or one beside it, which comes along for context. */
export type ShownChunk = { position: number; match: Scored | undefined }

/** The chunks of a document that are shown: those found, best first; or with those before and after each, as they are read. */
export function showChunks(found: readonly Scored[], withNeighbours: boolean): ShownChunk[] {
  if (!withNeighbours) return found.map(match => ({ position: match.position, match }))
  const matches = new Map(found.map(match => [match.position, match]))
  const around = found.flatMap(({ position }) => [position - 1, position, position + 1])
  return [...new Set(around)]
    .filter(position => position >= 0)
    .sort((a, b) => a - b)
    .map(position => ({ position, match: matches.get(position) }))
}

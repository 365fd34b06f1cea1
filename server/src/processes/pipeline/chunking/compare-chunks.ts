import { isDeepStrictEqual } from 'node:util'
import type { ChunkKey, IndexedChunk } from './change-store.ts'
import type { NewChunkRow } from './chunk-store.ts'

/** The difference between indexed chunks and new ones. */
export type ChunkChanges = {
  /** Indexed chunks with another text than the new one at their position, or without one. */
  gone: ChunkKey[]
  /** Those of them whose position stays empty. */
  vacant: ChunkKey[]
  /** New chunks that differ only in their place in the text. */
  moved: NewChunkRow[]
  /** New chunks to insert. */
  fresh: NewChunkRow[]
  /** New chunks at a position that is indexed, with the same text or another. */
  kept: Set<NewChunkRow>
}

/** Compares chunks by document, position and the hash of their content. */
export function compareChunks(rows: readonly NewChunkRow[], indexed: readonly IndexedChunk[]): ChunkChanges {
  const old = new Map(indexed.map(chunk => [nameOf(chunk), chunk]))
  const changes: ChunkChanges = { gone: [], vacant: [], moved: [], fresh: [], kept: new Set() }
  for (const row of rows) {
    const name = nameOf(row)
    const before = old.get(name)
    old.delete(name)
    if (before) changes.kept.add(row)
    if (!before?.hash.equals(row.hash)) changes.fresh.push(row)
    else if (!isSamePlace(before, row)) changes.moved.push(row)
    if (before && !before.hash.equals(row.hash)) changes.gone.push(before)
  }
  changes.vacant.push(...old.values())
  changes.gone.push(...old.values())
  return changes
}

const nameOf = ({ document, position }: ChunkKey): string => `${document} ${position}`

function isSamePlace(before: IndexedChunk, row: NewChunkRow): boolean {
  return (
    before.start === row.start &&
    before.end === row.end &&
    before.type === row.type &&
    isDeepStrictEqual(before.headings, row.headings) &&
    isDeepStrictEqual(before.metadata, row.metadata === null ? null : JSON.parse(row.metadata))
  )
}

import type { Cells } from '../../platform/db/cells.ts'
import { type Db, inScope } from '../../platform/db/tx.ts'
import type { PageKey } from './list-store.ts'

/** Bytes per read. A single document may be larger. */
const partBytes = 500_000
const partKeys = 100

/**
 * Reads the documents of a long page in parts, each in its own short transaction after the previous part was sent. So a
 * page of 1,100 documents with content needs half a megabyte at a time, and a slow client holds no connection.
 */
export async function* readInParts<Row extends { id: string }>(
  cells: Cells,
  keys: readonly PageKey[],
  read: (db: Db, keys: PageKey[]) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (const part of partsOf(keys)) {
    const byCell = Map.groupBy(part, ({ shard }) => cells.of(shard))
    const rows = await Promise.all(
      Array.from(byCell, ([cell, own]) => inScope(cell, { org: own[0]!.org }, db => read(db, own))),
    )
    const found = new Map(rows.flat().map(row => [row.id, row]))
    for (const { id } of part) {
      const row = found.get(id)
      found.delete(id)
      if (row) yield row
    }
  }
}

function* partsOf(keys: readonly PageKey[]): Generator<PageKey[]> {
  let part: PageKey[] = []
  let bytes = 0
  for (const key of keys) {
    if (part.length > 0 && (part.length === partKeys || bytes + key.bytes > partBytes)) {
      yield part
      part = []
      bytes = 0
    }
    part.push(key)
    bytes += key.bytes
  }
  if (part.length > 0) yield part
}

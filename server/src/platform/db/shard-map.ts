import { sql } from 'kysely'
import { SHARD_COUNT } from '../lib/ids.ts'
import { type Source, unscoped } from './tx.ts'

/** The name of the cell that holds each shard, and the move that the shard is part of. */
export class ShardMap {
  cells: readonly (string | undefined)[] = []
  moves: readonly (string | undefined)[] = []
  /** By the directory's clock: whatever was committed before is in the map. */
  readAt: Date | undefined
  readonly #directory: Source

  constructor(directory: Source) {
    this.#directory = directory
  }

  async load(): Promise<void> {
    const { rows } = await unscoped(this.#directory, db =>
      sql<MapRow>`
        select s.shard, s.cell, m.id as move, statement_timestamp() as at from directory.shards s
          left join directory.shard_moves m on s.shard = any(m.shards) and m.phase in ('copying', 'closing', 'flipped')`.execute(
        db,
      ),
    )
    const cells = new Array<string | undefined>(SHARD_COUNT)
    const moves = new Array<string | undefined>(SHARD_COUNT)
    for (const { shard, cell, move } of rows) {
      cells[shard] = cell
      moves[shard] = move ?? undefined
    }
    const at = rows[0]?.at
    // An answer that was overtaken by a later one is older.
    if (at && this.readAt && at < this.readAt) return
    this.cells = cells
    this.moves = moves
    this.readAt = at
  }
}

type MapRow = { shard: number; cell: string; move: string | null; at: Date }

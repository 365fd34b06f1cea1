import type { ConnectionRow } from '../../features/connections/connection-store.ts'
import { listFailures } from '../../features/connections/item-store.ts'
import type { RunCounts, RunRow } from '../../features/connections/run-store.ts'
import type { Db } from '../../platform/db/tx.ts'
import { advanceRun, type RunProgress } from './store.ts'

/** The parts of a step that this needs. */
type Place = {
  connection: ConnectionRow
  run: RunRow
  save<T>(write: (db: Db) => Promise<T>): Promise<T>
  read<T>(read: (db: Db) => Promise<T>): Promise<T>
}

/** With more failures than this, each batch is stored. */
const mostFailures = 1_000
/** How long figures and a checkpoint may wait: as much is listed again after a kill. */
const mostWaitMs = 1_000

export type BatchFigures = {
  counts: RunCounts
  progress: RunProgress['progress']
  /** Stores the checkpoint. */
  also: ((db: Db) => Promise<void>) | undefined
}

/**
 * Figures and the checkpoint of batches in which every item is as it was. They are stored together, because storing each batch took
 * longer than listing it: a run over 50,000 files has 500.
 */
export class QuietBatches {
  #held: BatchFigures | undefined
  #storedAt = performance.now()
  #failed: ReadonlySet<string> | undefined

  /** The figures of a batch together with those that wait. A batch that moves no checkpoint leaves the one before it. */
  with({ counts, progress, also }: BatchFigures): BatchFigures {
    const held = this.#held
    if (!held) return { counts, progress, also }
    return {
      counts: sum(held.counts, counts),
      progress: progress ?? held.progress,
      also: also ?? held.also,
    }
  }

  /** Keeps figures for later. Returns false when they must be stored now: it is time, or a failure of these items is over. */
  async take(
    { connection, read }: Place,
    settled: readonly string[],
    figures: BatchFigures,
  ): Promise<boolean> {
    if (performance.now() - this.#storedAt > mostWaitMs) return false
    this.#failed ??= await failedOf(connection, read)
    const failed = this.#failed
    if (failed.size === mostFailures || settled.some(id => failed.has(id))) return false
    this.#held = figures
    return true
  }

  /** Everything was stored, perhaps with failures. */
  clear(): void {
    this.#held = undefined
    this.#storedAt = performance.now()
    this.#failed = undefined
  }

  /** Stores what waits. */
  async store({ connection, run, save }: Place): Promise<void> {
    const held = this.#held
    if (!held) return
    await save(async db => {
      await held.also?.(db)
      await advanceRun(db, connection, run.id, { progress: held.progress, counts: held.counts })
    })
    this.clear()
  }
}

async function failedOf(connection: ConnectionRow, read: Place['read']): Promise<ReadonlySet<string>> {
  const rows = await read(db => listFailures(db, connection, { most: mostFailures }))
  return new Set(rows.map(({ externalId }) => externalId))
}

const sum = (one: RunCounts, other: RunCounts): RunCounts => ({
  itemsProcessed: one.itemsProcessed + other.itemsProcessed,
  itemsUnchanged: one.itemsUnchanged + other.itemsUnchanged,
  itemsDeleted: one.itemsDeleted + other.itemsDeleted,
  itemsFailed: one.itemsFailed + other.itemsFailed,
  itemsSkipped: one.itemsSkipped + other.itemsSkipped,
})

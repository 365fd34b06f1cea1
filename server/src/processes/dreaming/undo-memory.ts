import type { ContainerKey } from '../../features/containers/store.ts'
import { type LocatedMemory, restoreForgotten, restoreParent } from '../../features/memories/cited-store.ts'
import { locateMemory } from '../../features/memories/get-memory.ts'
import { findCurrent, lockMemory, type MemoryRow } from '../../features/memories/store.ts'
import type { Principal } from '../../platform/access/principal.ts'
import type { Cells } from '../../platform/db/cells.ts'
import { type Db, inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { wakeDreams } from '../../platform/lanes/wake-dreams.ts'
import type { Wakes } from '../../platform/lanes/wakes.ts'
import type { Embedders } from '../../platform/providers/embedding/embedder.ts'
import { deleteStated, insertUndone, isCorrection, listFactsOfMemories } from './fact-store.ts'
import { type FactVectors, withVectors } from './form/fact-vectors.ts'
import { formRelated, lockDreamTurn } from './form/form-related.ts'
import type { VerdictBook } from './relate/verdicts.ts'

export type UndoApp = Embedders & {
  cells: Cells
  wakes: Wakes
  verdicts?: VerdictBook | undefined
  config: { FORGET_EPISODIC_AFTER_DAYS: number }
}

export type UndoResult = { id: string; undone: 'forgetting' | 'edit' | 'update'; current: MemoryRow[] }

/**
 * Reasons for which the system forgot a memory without a request: its source is gone or it was declined, so there
 * is nothing to restore.
 */
const systemReasons = new Set(['source_deleted', 'source_changed', 'declined', 'undone'])

/**
 * Undoes the last decision about a memory: that it is forgotten, that a caller replaced another memory with it, or
 * that dreaming did. Afterwards both memories are current, and dreaming never repeats that decision.
 */
export async function undoMemory(
  app: UndoApp,
  principal: Principal,
  id: string,
  signal: AbortSignal,
): Promise<UndoResult> {
  const memory = await locateMemory(app.cells, principal, id)
  const { shard, org, container } = memory
  const key = { shard, org, container }
  const undone = await inScope(app.cells.of(shard), { org }, async db => {
    const isByPerson =
      memory.isForgotten || (memory.origin === 'api' && (await isCorrection(db, key, memory.id)))
    if (!isByPerson) return undefined
    await lockDreamTurn(db, key)
    await wakeDreams(db, app.wakes.of(shard), key, 0)
    return undoByPerson(db, key, memory)
  })
  if (undone) return undone
  return withVectors(app, key, [], signal, (db, vectors) =>
    undoUpdate(db, key, memory, vectors, app.config.FORGET_EPISODIC_AFTER_DAYS),
  )
}

/** `memory` was read before the lock, so the decision may have been undone, or a newer version written, since then. */
async function undoByPerson(db: Db, key: ContainerKey, memory: LocatedMemory): Promise<UndoResult> {
  const { id, parent } = memory
  const latest = await lockMemory(db, key, { id })
  const isStanding = latest?.id === id && !latest.isForgotten
  if (memory.isForgotten) {
    if (isStanding || systemReasons.has(memory.forgetReason ?? ''))
      throw new AppError('memory.nothing_to_undo')
    await restoreForgotten(db, { ...key, id })
    return { id, undone: 'forgetting', current: await findCurrent(db, key, [id]) }
  }
  if (parent === null || !isStanding) throw new AppError('memory.nothing_to_undo')
  await restoreParent(db, { ...key, id, parent })
  await deleteStated(db, key, id)
  return { id, undone: 'edit', current: await findCurrent(db, key, [parent]) }
}

/** Blocks the pair from superseding each other, then re-forms the memories from their facts. */
async function undoUpdate(
  db: Db,
  key: ContainerKey,
  memory: LocatedMemory,
  vectors: FactVectors,
  episodicDays: number,
): Promise<UndoResult> {
  await lockDreamTurn(db, key)
  const { id, parent, text } = memory
  const seeds = parent === null ? [] : await listFactsOfMemories(db, key, [id, parent])
  const older = seeds.find(fact => fact.memory === parent)
  if (!older) throw new AppError('memory.nothing_to_undo')
  const newer = new Set([text, ...seeds.filter(({ memory }) => memory === id).map(fact => fact.text)])
  for (const each of newer) await insertUndone(db, key, { older: older.text, newer: each })
  await formRelated(db, key, vectors, { seeds, gone: [], episodicDays })
  return { id, undone: 'update', current: await findCurrent(db, key, [id, parent!]) }
}

import { asOwner } from '../../../platform/db/as-owner.ts'
import type { Cell } from '../../../platform/db/cells.ts'
import { unscoped } from '../../../platform/db/tx.ts'
import { indexedFrom } from '../index-sizes.ts'
import { buildWhileQuiet, type IndexBuild, type WatchOptions } from './build-while-quiet.ts'
import * as store from './index-store.ts'

/**
 * The most indexes in a cell. Each makes inserts into its partition check its condition, and inserts into the index
 * cost about as much as a search of it.
 */
const mostIndexes = 32

/** A container loses its index at half the size that gave it one, so that it is not built and dropped in turns. */
const droppedBelow = indexedFrom / 2

/** Up to here a build keeps the graph in memory. Beyond that, rows are added one by one, about ten times slower. */
const mostMemoryMb = 2_048

export type IndexOptions = WatchOptions & {
  /** Additional cores for a build. None by default: a build has time, and searches do not. */
  workers?: number
}

type IndexTask = { key: store.IndexKey; do: 'build' | 'drop' }

/**
 * Builds vector indexes for large containers. Drops those of containers that are no longer large, are
 * closed or have dropped the set. It starts from the current rows, so a worker that dies costs the next one a build.
 */
export async function maintainIndexes(cell: Cell, options: IndexOptions = {}): Promise<void> {
  const { workers = 0, signal } = options
  if ((await findTasks(cell)).length === 0) return
  const settings = {
    maintenance_work_mem: `${mostMemoryMb}MB`,
    max_parallel_maintenance_workers: workers,
  }
  await asOwner(cell, settings, signal, async owner => {
    if (!(await store.takeIndexTurn(owner))) return
    const failures: unknown[] = []
    for (const task of await findTasks(cell))
      if (!signal?.aborted)
        await carryOut(cell, owner, task, options).catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw failures[0]
  })
}

type OwnerClient = Parameters<typeof store.createIndex>[0]

async function carryOut(
  cell: Cell,
  owner: OwnerClient,
  task: IndexTask,
  options: IndexOptions,
): Promise<void> {
  const { key } = task
  await unscoped(cell.maintenance, db => store.markUnready(db, key))
  if (task.do === 'build') {
    await buildWhileQuiet(cell, owner, buildOf(key), options)
    await unscoped(cell.maintenance, db => store.markReady(db, key))
  } else {
    await store.dropIndex(owner, key)
    await unscoped(cell.maintenance, db => store.forgetIndex(db, key))
  }
}

export function buildOf(key: store.IndexKey): IndexBuild {
  return {
    create: owner => store.createIndex(owner, key),
    undo: owner => store.dropIndex(owner, key),
    postpone: db => store.postponeIndex(db, key),
  }
}

async function findTasks(cell: Cell): Promise<IndexTask[]> {
  return unscoped(cell.maintenance, async db => {
    const known = await store.listIndexes(db)
    return planIndexes(await store.findLarge(db, droppedBelow), known)
  })
}

/** Existing indexes stay as long as their container is large. New ones fill the free slots, the largest first. */
export function planIndexes(
  large: readonly store.LargeContainer[],
  known: readonly store.StoredIndex[],
): IndexTask[] {
  const isLarge = (key: store.IndexKey) => large.some(each => isSame(each, key))
  const retained = known.filter(isLarge)
  const missing = large
    .filter(each => each.isSearched && each.chunks >= indexedFrom)
    .filter(each => !known.some(key => isSame(each, key)))
    .toSorted((a, b) => b.chunks - a.chunks)
    .slice(0, Math.max(0, mostIndexes - retained.length))
  return [
    ...known.filter(key => !isLarge(key)).map(key => ({ key, do: 'drop' as const })),
    ...[...retained.filter(({ isReady, isPostponed }) => !isReady && !isPostponed), ...missing].map(key => ({
      key,
      do: 'build' as const,
    })),
  ]
}

function isSame(a: store.IndexKey, b: store.IndexKey): boolean {
  return a.org === b.org && a.container === b.container && a.set === b.set && a.shard === b.shard
}

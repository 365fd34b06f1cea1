import { asOwner } from '../../db/as-owner.ts'
import type { Cell } from '../../db/cells.ts'
import { unscoped } from '../../db/tx.ts'
import { indexedFrom } from '../index-sizes.ts'
import * as store from './index-store.ts'

/** Of a cell. Each costs its partition's inserts a look at its condition, and those into it about as much as a search of it. */
const mostIndexes = 32

/** What is outgrown loses its index at half the size that gave it one, so that nothing is made and dropped by turns. */
const droppedBelow = indexedFrom / 2

/** Up to here a build keeps the graph in memory; what does not fit is added row by row, some ten times slower. */
const mostMemoryMb = 2_048

export type IndexOptions = {
  /** Cores beside its own that a build may take. None by itself: it has time, and searches have not. */
  workers?: number
  signal?: AbortSignal | undefined
}

type Task = { key: store.IndexKey; do: 'build' | 'drop' }

/**
 * Gives large containers and organizations an index of their vectors, and takes it from those that are no longer large, are
 * closed or have dropped the set. It starts from what the rows say, so whoever dies over it costs the next one a build.
 */
export async function keepIndexes(cell: Cell, { workers = 0, signal }: IndexOptions = {}): Promise<void> {
  if ((await findTasks(cell)).length === 0) return
  const settings = {
    maintenance_work_mem: `${mostMemoryMb}MB`,
    max_parallel_maintenance_workers: workers,
  }
  await asOwner(cell, settings, signal, async owner => {
    if (!(await store.takeTurn(owner))) return
    const failures: unknown[] = []
    for (const task of await findTasks(cell))
      if (!signal?.aborted) await carryOut(cell, owner, task).catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw failures[0]
  })
}

type Owner = Parameters<typeof store.createIndex>[0]

async function carryOut(cell: Cell, owner: Owner, task: Task): Promise<void> {
  const { key } = task
  await unscoped(cell.maintenance, db => store.markUnready(db, key))
  if (task.do === 'build') {
    await store.createIndex(owner, key)
    await unscoped(cell.maintenance, db => store.markReady(db, key))
  } else {
    await store.dropIndex(owner, key)
    await unscoped(cell.maintenance, db => store.forgetIndex(db, key))
  }
}

async function findTasks(cell: Cell): Promise<Task[]> {
  return unscoped(cell.maintenance, async db => {
    const known = await store.listIndexes(db)
    return planIndexes(await store.findLarge(db, droppedBelow), known)
  })
}

/** What is there stays as long as it is large; what is new fills the places that are left, the largest first. */
export function planIndexes(large: readonly store.Large[], known: readonly store.Indexed[]): Task[] {
  const isLarge = (key: store.IndexKey) => large.some(each => isSame(each, key))
  const kept = known.filter(isLarge)
  const wanted = large
    .filter(each => each.isSearched && each.chunks >= indexedFrom)
    .filter(each => !known.some(key => isSame(each, key)) && !isMostOfItsOrganization(each, large))
    .toSorted((a, b) => b.chunks - a.chunks)
    .slice(0, Math.max(0, mostIndexes - kept.length))
  return [
    ...known.filter(key => !isLarge(key)).map(key => ({ key, do: 'drop' as const })),
    ...[...kept.filter(({ isReady }) => !isReady), ...wanted].map(key => ({ key, do: 'build' as const })),
  ]
}

/** The index of such an organization serves the container too: at worst every other vector it finds is another's. */
function isMostOfItsOrganization(one: store.Large, large: readonly store.Large[]): boolean {
  return large.some(
    ({ org, container, set, chunks }) =>
      container === store.wholeOrganization &&
      one.container !== store.wholeOrganization &&
      org === one.org &&
      set === one.set &&
      chunks >= indexedFrom &&
      one.chunks * 2 >= chunks,
  )
}

function isSame(a: store.IndexKey, b: store.IndexKey): boolean {
  return a.org === b.org && a.container === b.container && a.set === b.set && a.shard === b.shard
}

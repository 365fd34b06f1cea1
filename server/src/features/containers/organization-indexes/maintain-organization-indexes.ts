import { asOwner } from '../../../platform/db/as-owner.ts'
import type { Cell } from '../../../platform/db/cells.ts'
import { type Db, unscoped } from '../../../platform/db/tx.ts'
import { organizationVectorsFrom, organizationWordsFrom } from '../index-sizes.ts'
import { buildWhileQuiet, type IndexBuild, type WatchOptions } from '../upkeep/build-while-quiet.ts'
import { takeIndexTurn } from '../upkeep/index-store.ts'
import * as store from './index-store.ts'

/** The most indexes in a cell. Each insert into a partition checks the condition of each of its partial indexes. */
const mostIndexes = 64

/** A vector index is built again when its organization should have this many times its lists, which are too long by then. */
const outgrownAt = 2

/** An organization loses an index at half the size that gave it one, so that it is not built and dropped in turns. */
const droppedBelow = 0.5

const memoryMb = 2_048

/** To find the centres of its lists, pgvector compares 50 rows for each with all of them in memory: 200 × lists² bytes. */
const mostLists = 3_000

export type OrganizationIndexTask = {
  key: store.OrganizationIndexKey
  do: 'build' | 'rebuild' | 'drop'
  lists: number
}

/**
 * Builds the indexes of words and vectors that large organizations need to be searched whole, and drops those that are not
 * needed any more. It starts from the current rows, so a worker that dies costs the next one a build.
 */
export async function maintainOrganizationIndexes(cell: Cell, options: WatchOptions = {}): Promise<void> {
  const { signal } = options
  if ((await findTasks(cell)).length === 0) return
  const settings = { maintenance_work_mem: `${memoryMb}MB`, max_parallel_maintenance_workers: 0 }
  await asOwner(cell, settings, signal, async owner => {
    if (!(await takeIndexTurn(owner))) return
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
  task: OrganizationIndexTask,
  options: WatchOptions,
): Promise<void> {
  const { key, lists } = task
  const note = (write: typeof store.noteIndex) => unscoped(cell.maintenance, db => write(db, key))
  if (task.do === 'drop') {
    await note(store.markUnready)
    await store.dropIndex(owner, key)
    await note(store.forgetIndex)
    return
  }
  await note(store.noteIndex)
  await buildWhileQuiet(cell, owner, buildOf(task), options)
  await unscoped(cell.maintenance, db => store.markReady(db, key, lists))
}

/** While an index is built again, the old one serves searches, so it stays if the build is given up. */
function buildOf({ do: what, key, lists }: OrganizationIndexTask): IndexBuild {
  const postpone = (db: Db) => store.postponeIndex(db, key)
  return what === 'build'
    ? {
        create: owner => store.createIndex(owner, key, lists),
        undo: owner => store.dropIndex(owner, key),
        postpone,
      }
    : {
        create: owner => store.rebuildIndex(owner, key, lists),
        undo: owner => store.dropUnfinished(owner, key),
        postpone,
      }
}

async function findTasks(cell: Cell): Promise<OrganizationIndexTask[]> {
  return unscoped(cell.maintenance, async db => {
    const known = await store.listOrganizationIndexes(db)
    const large = await store.findLargeOrganizations(db, organizationWordsFrom * droppedBelow)
    return planOrganizationIndexes(large, known)
  })
}

/** Existing indexes stay as long as their organization is large. New ones fill the free slots, the largest first. */
export function planOrganizationIndexes(
  large: readonly store.LargeOrganization[],
  known: readonly store.StoredOrganizationIndex[],
): OrganizationIndexTask[] {
  const all = large.flatMap(possibleIndexes)
  const find = (key: store.OrganizationIndexKey) => all.find(each => isSame(each.key, key))
  const stays = (key: store.OrganizationIndexKey) => (find(key)?.share ?? 0) >= droppedBelow
  const retained = known.filter(stays)
  const missing = all
    .filter(
      ({ key, share, isSearched }) => isSearched && share >= 1 && !known.some(each => isSame(each, key)),
    )
    .toSorted((a, b) => b.share - a.share)
    .slice(0, Math.max(0, mostIndexes - retained.length))
  const task = (what: OrganizationIndexTask['do'], key: store.OrganizationIndexKey) => ({
    key,
    do: what,
    lists: find(key)?.lists ?? 0,
  })
  return [
    ...known.filter(key => !stays(key)).map(key => task('drop', key)),
    ...retained.filter(({ isReady, isPostponed }) => !isReady && !isPostponed).map(key => task('build', key)),
    ...missing.map(({ key }) => task('build', key)),
    ...retained
      .filter(each => each.isReady && !each.isPostponed && find(each)!.lists > each.lists * outgrownAt)
      .map(key => task('rebuild', key)),
  ]
}

type PossibleIndex = {
  key: store.OrganizationIndexKey
  /** Its rows as a share of those from which on there is such an index. */
  share: number
  lists: number
  isSearched: boolean
}

function possibleIndexes(organization: store.LargeOrganization): PossibleIndex[] {
  const { shard, org, set, dimensions, isSearched } = organization
  return (['chunks', 'memories'] as const).flatMap(corpus => {
    const rows = Number(organization[corpus])
    const words = { shard, org, corpus, kind: 'words', set: 0, dimensions: 0 } as const
    const vectors = { shard, org, corpus, kind: 'vectors', set, dimensions } as const
    return [
      { key: words, share: rows / organizationWordsFrom, lists: 0, isSearched },
      { key: vectors, share: rows / organizationVectorsFrom, lists: listsFor(rows), isSearched },
    ]
  })
}

/** As pgvector advises: a list for each thousand rows up to a million, and the square root beyond, up to nine million. */
export function listsFor(rows: number): number {
  const advised = rows <= 1_000_000 ? rows / 1_000 : Math.sqrt(rows)
  return Math.min(mostLists, Math.max(1, Math.round(advised)))
}

function isSame(a: store.OrganizationIndexKey, b: store.OrganizationIndexKey): boolean {
  return (
    a.org === b.org && a.corpus === b.corpus && a.kind === b.kind && a.set === b.set && a.shard === b.shard
  )
}

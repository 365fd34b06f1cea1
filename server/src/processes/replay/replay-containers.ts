import { type ContainerKey, closeContainer, lockContainers } from '../../features/containers/store.ts'
import type { ErasureJournal, JournalEntry } from '../../features/erasures/journal.ts'
import { findErasure, openErasure } from '../../features/erasures/store.ts'
import { forgetMemories } from '../../features/memories/store.ts'
import type { Organization } from '../../platform/access/principal.ts'
import type { Cells } from '../../platform/db/cells.ts'
import { type Db, inScope } from '../../platform/db/tx.ts'
import { lanes } from '../../platform/lanes/lane.ts'
import { wakeDreams } from '../../platform/lanes/wake-dreams.ts'
import type { Wakes } from '../../platform/lanes/wakes.ts'
import { shardOf } from '../../platform/lib/ids.ts'
import { documentsPerStep, eraseLive, newReceipt, restoreEntry } from './erase-live.ts'
import { isInDatabase } from './is-in-database.ts'
import { findTag, hasOtherDocuments, listUncited } from './replay-store.ts'

type App = { cells: Cells; wakes: Wakes; journal: ErasureJournal }

/** A deleted container, as the journal knows it. */
export type DeletedContainer = { organization: Organization; entry: JournalEntry }

export type ContainersReport = {
  documents: number
  containers: number
  memories: number
  /** Containers that are still open: they hold documents that had been moved elsewhere before the deletion. */
  kept: Set<string>
}

/**
 * Deletes containers again, after all other deletions. First the documents that had been moved into one of them since the restored
 * moment: the restore brought them back to where they were. Afterwards, a document that is left in a container, and that its entry
 * does not name, had been moved out of it, and nobody deleted it.
 */
export async function replayContainers(
  app: App,
  deleted: () => AsyncIterable<DeletedContainer>,
): Promise<ContainersReport> {
  const report: ContainersReport = { documents: 0, containers: 0, memories: 0, kept: new Set() }
  for await (const one of deleted()) {
    if (await isInDatabase(app.cells, one.entry)) continue
    const closing = new Set([one.entry.container, ...one.entry.merged])
    report.documents += await eraseNamed(app, one, container => !closing.has(container))
  }
  for await (const one of deleted()) await closeAgain(app, one, report)
  return report
}

/** Under receipts of their own, because they are not in the container of the old one. */
async function eraseNamed(
  { cells, wakes }: App,
  { organization, entry }: DeletedContainer,
  isSelected: (container: string) => boolean,
): Promise<number> {
  const { org, shard, documents } = entry
  const shards = cells.shardsOfSameCell(organization, shard)
  let erased = 0
  for (let at = 0; at < documents.length; at += documentsPerStep)
    erased += await inScope(cells.of(shard), { org }, db =>
      eraseLive(db, { wakes, org, shards }, documents.slice(at, at + documentsPerStep), key =>
        isSelected(key.container) ? newReceipt(key, entry) : undefined,
      ),
    )
  return erased
}

/**
 * Those that had been merged into it are closed too: the restore may have brought them back as they were before. The receipt is
 * stored last, so that a replay that was killed does all of it again.
 */
async function closeAgain(app: App, one: DeletedContainer, report: ContainersReport): Promise<void> {
  const { shard, org } = one.entry
  const cell = app.cells.of(shard)
  const { kept, isRepeated } = await inScope(cell, { org }, db => findKept(db, one.entry))
  for (const each of kept) {
    if (!isRepeated) await empty(app, one, each, report)
    const tag = await inScope(cell, { org }, db => findTag(db, each))
    report.kept.add(`${one.organization.slug}: ${tag}`)
  }
  if (isRepeated) return
  const closing = keysOf(one.entry).filter(key => kept.every(({ container }) => container !== key.container))
  report.containers += await inScope(cell, { org }, db => close(app.wakes, db, one.entry, closing))
}

const keysOf = ({ org, container, merged }: JournalEntry): ContainerKey[] =>
  [container, ...merged].map(id => ({ shard: shardOf(id), org, container: id }))

/**
 * Finds containers that must stay open. With a receipt in the database, those that are open were kept by a former replay. People
 * may have used them since.
 */
async function findKept(db: Db, entry: JournalEntry): Promise<{ kept: ContainerKey[]; isRepeated: boolean }> {
  const open = await lockContainers(db, keysOf(entry))
  if (await findErasure(db, entry)) return { kept: open, isRepeated: true }
  const kept: ContainerKey[] = []
  if (entry.isWhole)
    for (const each of open) if (await hasOtherDocuments(db, each, entry.documents)) kept.push(each)
  return { kept, isRepeated: false }
}

/** Returns how many were open. */
async function close(
  wakes: Wakes,
  db: Db,
  entry: JournalEntry,
  keys: readonly ContainerKey[],
): Promise<number> {
  const { shard, org, container, id, target, askedBy } = entry
  const open = await lockContainers(db, keys)
  for (const each of open) {
    await closeContainer(db, each)
    await wakes.of(each.shard).wake(db, { ...each, kind: lanes.upkeep })
  }
  if (open.some(each => each.container === container))
    await openErasure(db, { shard, org, container }, { id, kind: 'container', target, askedBy, requested: 1 })
  await restoreEntry(db, entry)
  return open.length
}

/** Removes all of a kept container but the documents that had been moved out of it, and memories that cite them. */
async function empty(
  app: App,
  one: DeletedContainer,
  key: ContainerKey,
  report: ContainersReport,
): Promise<void> {
  report.documents += await eraseNamed(app, one, container => container === key.container)
  report.memories += await inScope(app.cells.of(one.entry.shard), { org: key.org }, async db => {
    const forgotten = await forgetMemories(db, key, await listUncited(db, key), { reason: null, batch: null })
    if (forgotten.length > 0) await wakeDreams(db, app.wakes.of(key.shard), key, 0)
    return forgotten.length
  })
}

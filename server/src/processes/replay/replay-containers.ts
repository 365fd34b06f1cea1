import { type ContainerKey, closeContainer, lockContainers } from '../../features/containers/store.ts'
import { eraseDocuments } from '../../features/documents/delete-document.ts'
import { lockLive } from '../../features/documents/lock-store.ts'
import type { ErasureJournal, JournalEntry } from '../../features/erasures/journal.ts'
import { restoreReceipt } from '../../features/erasures/journal-store.ts'
import { openErasure } from '../../features/erasures/store.ts'
import { forgetMemories } from '../../features/memories/store.ts'
import type { Organization } from '../../platform/access/principal.ts'
import type { Cells } from '../../platform/db/cells.ts'
import { inScope } from '../../platform/db/tx.ts'
import { lanes } from '../../platform/lanes/lane.ts'
import { wakeDreams } from '../../platform/lanes/wake-dreams.ts'
import type { Wakes } from '../../platform/lanes/wakes.ts'
import { newId, shardOf } from '../../platform/lib/ids.ts'
import { findTag, hasOtherDocuments, listUncited } from './replay-store.ts'

type App = { cells: Cells; wakes: Wakes; journal: ErasureJournal }

/** A deleted container, as the journal knows it. */
export type DeletedContainer = { organization: Organization; entry: JournalEntry }

export type ContainersReport = {
  documents: number
  containers: number
  memories: number
  /** Containers that are still open: they hold documents that had been moved elsewhere before the deletion. */
  kept: string[]
}

/** As many documents as a request deletes in one transaction. */
export const documentsPerStep = 500

/**
 * Deletes containers again, after all other deletions. First the documents that had been moved into one of them since the restored moment: the
 * restore brought them back to where they were. Afterwards, what is left in a container beside its documents was moved out
 * of it, and nobody deleted it.
 */
export async function replayContainers(
  app: App,
  deleted: () => AsyncIterable<DeletedContainer>,
): Promise<ContainersReport> {
  const report: ContainersReport = { documents: 0, containers: 0, memories: 0, kept: [] }
  for await (const one of deleted()) {
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
  const { org, shard, askedBy, documents } = entry
  const shards = cells.shardsOfSameCell(organization, shard)
  let erased = 0
  for (let at = 0; at < documents.length; at += documentsPerStep)
    erased += await inScope(cells.of(shard), { org }, async db => {
      const live = await lockLive(db, { org, shards }, documents.slice(at, at + documentsPerStep))
      let count = 0
      for (const [container, there] of Map.groupBy(live, document => document.container)) {
        if (!isSelected(container)) continue
        const key = { shard: there[0]!.shard, org, container }
        const receipt = { id: newId(key.shard), kind: 'documents', target: null, askedBy } as const
        const ids = there.map(({ id }) => id)
        count += await eraseDocuments(db, key, ids, receipt)
        await wakes.of(key.shard).wake(db, { ...key, kind: lanes.interactive })
      }
      return count
    })
  return erased
}

/** Those that had been merged into it are closed too: the restore may have brought them back as they were before. */
async function closeAgain(app: App, one: DeletedContainer, report: ContainersReport): Promise<void> {
  const { cells, wakes } = app
  const { shard, org, container, id, target, askedBy, merged, documents, isWhole } = one.entry
  const key = { shard, org, container }
  const sources = merged.map(source => ({ shard: shardOf(source), org, container: source }))
  const { closed, kept } = await inScope(cells.of(shard), { org }, async db => {
    const closed: ContainerKey[] = []
    const kept: ContainerKey[] = []
    for (const each of await lockContainers(db, [key, ...sources])) {
      const isKept = isWhole && (await hasOtherDocuments(db, each, documents))
      if (isKept) kept.push(each)
      else {
        closed.push(each)
        await closeContainer(db, each)
        await wakes.of(each.shard).wake(db, { ...each, kind: lanes.upkeep })
      }
    }
    if (closed.some(each => each.container === container))
      await openErasure(db, key, { id, kind: 'container', target, askedBy, requested: 1 })
    await restoreReceipt(db, { ...one.entry, createdAt: new Date(one.entry.createdAt) }, 1)
    return { closed, kept }
  })
  report.containers += closed.length
  for (const each of kept) await empty(app, one, each, report)
}

/** Removes all of a kept container but the documents that had been moved out of it, and memories that cite them. */
async function empty(
  app: App,
  one: DeletedContainer,
  key: ContainerKey,
  report: ContainersReport,
): Promise<void> {
  const { organization, entry } = one
  report.documents += await eraseNamed(app, one, container => container === key.container)
  const tag = await inScope(app.cells.of(entry.shard), { org: entry.org }, async db => {
    const forgotten = await forgetMemories(db, key, await listUncited(db, key), { reason: null, batch: null })
    if (forgotten.length > 0) await wakeDreams(db, app.wakes.of(key.shard), key, 0)
    report.memories += forgotten.length
    return findTag(db, key)
  })
  report.kept.push(`${organization.slug}: ${tag}`)
}

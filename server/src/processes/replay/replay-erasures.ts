import { closeContainer, lockContainers } from '../../features/containers/store.ts'
import { restartCollecting } from '../../features/containers/upkeep/collect-files.ts'
import { eraseDocuments } from '../../features/documents/delete-document.ts'
import { lockLive } from '../../features/documents/lock-store.ts'
import type { ErasureJournal, JournalEntry } from '../../features/erasures/journal.ts'
import { restoreReceipt } from '../../features/erasures/journal-store.ts'
import { openErasure } from '../../features/erasures/store.ts'
import { listOrganizations } from '../../features/keys/store.ts'
import { forgetMemories } from '../../features/memories/store.ts'
import type { Organization } from '../../platform/access/principal.ts'
import type { Cells } from '../../platform/db/cells.ts'
import { type Db, inScope, unscoped } from '../../platform/db/tx.ts'
import { lanes } from '../../platform/lanes/lane.ts'
import { wakeDreams } from '../../platform/lanes/wake-dreams.ts'
import type { Wakes } from '../../platform/lanes/wakes.ts'
import { shardOf } from '../../platform/lib/ids.ts'

export type ReplayApp = { cells: Cells; wakes: Wakes; journal: ErasureJournal }

/** `entries`: read from the journal. The others count what the restore had brought back and is deleted again. */
export type ReplayReport = {
  entries: number
  documents: number
  containers: number
  memories: number
  /** Entries of organizations that the restored database does not know. Nothing of them was brought back. */
  unknown: number
}

/** As many documents as a request deletes in one transaction. */
const documentsPerStep = 500

/**
 * Makes every deletion in the journal from this day on again, with its receipt. After a restore, before people use the
 * server; the rows are purged by a worker, as after any deletion. It may be stopped and repeated: what is deleted already
 * stays as it is.
 */
export async function replayErasures(
  app: ReplayApp,
  since: Date,
  onProgress: (report: ReplayReport) => void = () => undefined,
): Promise<ReplayReport> {
  const organizations = await unscoped(app.cells.directory, listOrganizations)
  const byId = new Map(organizations.map(organization => [organization.id, organization]))
  const report: ReplayReport = { entries: 0, documents: 0, containers: 0, memories: 0, unknown: 0 }
  for await (const entry of app.journal.read(since)) {
    report.entries++
    const organization = byId.get(entry.org)
    if (organization) await replay(app, organization, entry, report)
    else report.unknown++
    onProgress(report)
  }
  await restartCollecting(app.cells)
  return report
}

async function replay(
  app: ReplayApp,
  organization: Organization,
  entry: JournalEntry,
  report: ReplayReport,
): Promise<void> {
  if (entry.kind === 'container') report.containers += await closeAgain(app, entry)
  else if (entry.kind === 'memory') report.memories += await forgetAgain(app, entry)
  else
    for (let at = 0; at < entry.documents.length; at += documentsPerStep) {
      const ids = entry.documents.slice(at, at + documentsPerStep)
      report.documents += await eraseAgain(app, organization, entry, ids)
    }
}

/** The restored document may be in another container than when it was deleted. */
async function eraseAgain(
  { cells, wakes }: ReplayApp,
  organization: Organization,
  entry: JournalEntry,
  ids: readonly string[],
): Promise<number> {
  const { org, id, kind, target, askedBy } = entry
  const shards = cells.shardsOfSameCell(organization, entry.shard)
  return inScope(cells.of(entry.shard), { org }, async db => {
    let erased = 0
    const live = await lockLive(db, { org, shards }, ids)
    for (const [container, documents] of Map.groupBy(live, document => document.container)) {
      const key = { shard: documents[0]!.shard, org, container }
      const named = documents.map(document => document.id)
      erased += await eraseDocuments(db, key, named, { id, kind, target, askedBy })
      await wakes.of(key.shard).wake(db, { ...key, kind: lanes.interactive })
    }
    await restore(db, entry)
    return erased
  })
}

/** Those that had been merged into it are closed too: the restore may have brought them back as they were before. */
async function closeAgain({ cells, wakes }: ReplayApp, entry: JournalEntry): Promise<number> {
  const { shard, org, container, id, target, askedBy } = entry
  const key = { shard, org, container }
  return inScope(cells.of(shard), { org }, async db => {
    const merged = entry.merged.map(source => ({ shard: shardOf(source), org, container: source }))
    const open = await lockContainers(db, [key, ...merged])
    for (const each of open) {
      await closeContainer(db, each)
      await wakes.of(each.shard).wake(db, { ...each, kind: lanes.upkeep })
    }
    if (open.some(each => each.container === container))
      await openErasure(db, key, { id, kind: 'container', target, askedBy, requested: 1 })
    await restore(db, entry)
    return open.length
  })
}

async function forgetAgain({ cells, wakes }: ReplayApp, entry: JournalEntry): Promise<number> {
  const { shard, org, container, target } = entry
  const key = { shard, org, container }
  return inScope(cells.of(shard), { org }, async db => {
    const forgotten = target ? await forgetMemories(db, key, [target], { reason: null, batch: null }) : []
    if (forgotten.length > 0) await wakeDreams(db, wakes.of(shard), key, 0)
    await restore(db, entry)
    return forgotten.length
  })
}

async function restore(db: Db, entry: JournalEntry): Promise<void> {
  await restoreReceipt(db, { ...entry, createdAt: new Date(entry.createdAt) })
}

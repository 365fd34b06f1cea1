import { restartCollecting } from '../../features/containers/upkeep/collect-files.ts'
import type { ErasureJournal, JournalEntry } from '../../features/erasures/journal.ts'
import { listOrganizations } from '../../features/keys/store.ts'
import { forgetMemories } from '../../features/memories/store.ts'
import type { Organization } from '../../platform/access/principal.ts'
import type { Cells } from '../../platform/db/cells.ts'
import { inScope, unscoped } from '../../platform/db/tx.ts'
import { wakeDreams } from '../../platform/lanes/wake-dreams.ts'
import type { Wakes } from '../../platform/lanes/wakes.ts'
import { documentsPerStep, eraseLive, newReceipt, restoreEntry } from './erase-live.ts'
import { isInDatabase } from './is-in-database.ts'
import { type DeletedContainer, replayContainers } from './replay-containers.ts'
import { listCurrentVersions } from './replay-store.ts'

export type ReplayApp = { cells: Cells; wakes: Wakes; journal: ErasureJournal }

/** `entries`: read from the journal. The others count what the restore had brought back and is deleted again. */
export type ReplayReport = {
  entries: number
  documents: number
  containers: number
  memories: number
  /** Entries of organizations that the restored database does not know. Nothing of them was brought back. */
  unknown: number
  /** Container tags, with their organization, that are still open: see `replay-containers.ts`. */
  kept: string[]
  /** Files of the journal that cannot be read. Their deletions were not repeated. */
  unreadable: string[]
}

/**
 * Repeats every deletion in the journal from this day on, with its receipt. Run it after a restore, before people use the
 * server. A worker purges the rows, as after any deletion. It may be stopped and repeated: data that is deleted already
 * stays as it is.
 */
export async function replayErasures(
  app: ReplayApp,
  since: Date,
  onProgress: (report: ReplayReport) => void = () => undefined,
): Promise<ReplayReport> {
  const organizations = await unscoped(app.cells.directory, listOrganizations)
  const byId = new Map(organizations.map(organization => [organization.id, organization]))
  const counts = { entries: 0, documents: 0, containers: 0, memories: 0, unknown: 0 }
  const report: ReplayReport = { ...counts, kept: [], unreadable: [] }
  const containers: DeletedTag[] = []
  const parts: string[] = []
  for await (const { key, entry } of app.journal.read(since)) {
    report.entries++
    const organization = entry && byId.get(entry.org)
    if (!entry) report.unreadable.push(key)
    else if (!organization) report.unknown++
    else if (entry.kind === 'container') containers.push({ key, organization })
    else if (!(await isInDatabase(app.cells, entry))) {
      await replay(app, organization, entry, report)
      if (isPart(entry)) parts.push(key)
    }
    onProgress(report)
  }
  await restoreReceipts(app, parts)
  const again = await replayContainers(app, () => deletedContainers(app, containers))
  for (const name of ['documents', 'containers', 'memories'] as const) report[name] += again[name]
  await restartCollecting(app.cells)
  return { ...report, kept: [...again.kept] }
}

/** A bulk deletion has several entries. Its receipt is stored after all of them: with it, a repeated replay would skip the others. */
const isPart = ({ kind, documents, requested }: JournalEntry) =>
  kind === 'documents' && documents.length < requested

async function restoreReceipts({ cells, journal }: ReplayApp, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    const entry = await journal.get(key)
    if (entry) await inScope(cells.of(entry.shard), { org: entry.org }, db => restoreEntry(db, entry))
  }
}

type DeletedTag = { key: string; organization: Organization }

/** Read again each time: an entry may name many documents. */
async function* deletedContainers(
  { journal }: ReplayApp,
  deleted: readonly DeletedTag[],
): AsyncGenerator<DeletedContainer, void> {
  for (const { key, organization } of deleted) {
    const entry = await journal.get(key)
    if (entry) yield { organization, entry }
  }
}

async function replay(
  app: ReplayApp,
  organization: Organization,
  entry: JournalEntry,
  report: ReplayReport,
): Promise<void> {
  if (entry.kind === 'memory') report.memories += await forgetAgain(app, organization, entry)
  else
    for (let from = 0; from < entry.documents.length; from += documentsPerStep)
      report.documents += await eraseAgain(app, organization, entry, { from, to: from + documentsPerStep })
}

/**
 * The restored document may be in another container than when it was deleted, and then in another shard, where it has a receipt
 * of its own. The last step of an entry stores the old one.
 */
async function eraseAgain(
  { cells, wakes }: ReplayApp,
  organization: Organization,
  entry: JournalEntry,
  { from, to }: { from: number; to: number },
): Promise<number> {
  const { org, shard, id, kind, target, askedBy, documents } = entry
  const shards = cells.shardsOfSameCell(organization, shard)
  return inScope(cells.of(shard), { org }, async db => {
    const erased = await eraseLive(db, { wakes, org, shards }, documents.slice(from, to), key =>
      key.shard === shard ? { id, kind, target, askedBy } : newReceipt(key, entry),
    )
    if (to >= documents.length && !isPart(entry)) await restoreEntry(db, entry)
    return erased
  })
}

/**
 * The restored memory may be in another container than when it was forgotten, because containers were merged, and may be an older
 * version, because it was edited.
 */
async function forgetAgain(
  { cells, wakes }: ReplayApp,
  organization: Organization,
  entry: JournalEntry,
): Promise<number> {
  const { shard, org, target, memories } = entry
  const shards = cells.shardsOfSameCell(organization, shard)
  const ids = target ? [target, ...memories] : memories
  // Those that were forgotten together have the receipt of their batch.
  const batch = target ? null : entry.id
  return inScope(cells.of(shard), { org }, async db => {
    const current = await listCurrentVersions(db, { org, shards }, ids)
    let forgotten = 0
    for (const { id, ...key } of current) {
      forgotten += (await forgetMemories(db, key, [id], { reason: null, batch })).length
      await wakeDreams(db, wakes.of(key.shard), key, 0)
    }
    // The check of the receipt looks for the memories where they are now.
    const there = current.find(version => version.shard === shard)
    await restoreEntry(db, { ...entry, container: there?.container ?? entry.container })
    return forgotten
  })
}

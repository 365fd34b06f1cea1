import { collectFiles } from '../../features/containers/upkeep/collect-files.ts'
import { openJournal } from '../../features/erasures/open-journal.ts'
import type { BlobStore } from '../../platform/blobs/blob-store.ts'
import { openBlobs } from '../../platform/blobs/registry.ts'
import type { Config } from '../../platform/config.ts'
import type { Cells } from '../../platform/db/cells.ts'
import { Wakes } from '../../platform/lanes/wakes.ts'
import { type ReplayReport, replayErasures } from '../../processes/replay/replay-erasures.ts'
import { CommandError } from './command-error.ts'
import { withCells } from './directory.ts'

export type ReplayOptions = { since?: Date; files?: boolean; json?: boolean }

const progressEvery = 1_000

/** Repeats the deletions in the journal, after a restore. */
export async function replayErasuresCommand(
  config: Config,
  { since = new Date(0), files = false, json = false }: ReplayOptions,
): Promise<void> {
  const blobs = await openBlobs(config)
  try {
    const journal = await openJournal(config, blobs)
    const report = await withCells(config, async cells => {
      const replayed = await replayErasures({ cells, wakes: new Wakes(cells), journal }, since, showProgress)
      return files ? { ...replayed, files: await removeFiles(cells, blobs) } : replayed
    })
    console.log(json ? JSON.stringify(report) : inWords(report))
    if (report.unreadable.length > 0) throw new CommandError(namesOf(report.unreadable))
  } finally {
    await blobs.close()
  }
}

const mostNamed = 10

function namesOf(unreadable: readonly string[]): string {
  const shown = unreadable.slice(0, mostNamed).join('\n  ')
  return `${unreadable.length} files of the journal cannot be read, so their deletions were not repeated. Restore them from a copy, or remove them. Then run the command again:\n  ${shown}`
}

/**
 * Removes every file that no row names, however young: erased files come back with the backup of the files. A running server
 * would lose files of uploads that have no row yet. Returns how many there were.
 */
async function removeFiles(cells: Cells, blobs: BlobStore): Promise<number> {
  const { signal } = new AbortController()
  const collected = await collectFiles({ cells, blobs, graceMs: 0, holder: 'erasures replay', signal })
  if (!collected || collected.skipped > 0)
    throw new CommandError('Not all files could be compared with their rows. Run the command again.')
  return collected.orphans
}

function showProgress({ entries }: ReplayReport): void {
  if (process.stderr.isTTY && entries % progressEvery === 0) process.stderr.write(`\r${entries} entries`)
}

function inWords(report: ReplayReport & { files?: number }): string {
  const { entries, documents, containers, memories, unknown, kept, files } = report
  const lines = [
    `Read ${entries} deletions from the journal.`,
    `Deleted again: ${documents} documents and ${containers} container tags. Forgotten again: ${memories} memories.`,
  ]
  if (entries === 0)
    lines.push(
      'Is this the right journal? It is in ERASURE_JOURNAL_DIR, else in the store of uploaded files.',
    )
  for (const tag of kept)
    lines.push(
      `Not deleted again, because it holds documents that had been moved out of it before: container tag ${tag}. Move them, then delete it.`,
    )
  if (unknown > 0)
    lines.push(`${unknown} deletions belong to organizations that this database does not know.`)
  if (files !== undefined) lines.push(`Removed ${files} files without a document.`)
  lines.push('A worker now purges what was deleted. GET /v3/erasures/{id} shows the receipts.')
  return lines.join('\n')
}

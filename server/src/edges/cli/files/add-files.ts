import { createHash } from 'node:crypto'
import { type Reverie, ReverieError } from '@reverie/sdk'
import { hashOf, type Ledger } from './ledger.ts'
import type { FoundFile } from './list-files.ts'
import type { FileCounts, ProgressBar } from './progress-bar.ts'

export type AddFilesOptions = { tag?: string | undefined; concurrency: number; bar: ProgressBar }

export type FileFailure = { name: string; reason: string }

/** Failures after which no other file can fare better. */
const fatal = /^(auth\.|client\.no_answer|quota\.)/

/**
 * Adds files, some at a time, and notes each that the server has accepted. A file that was added before, as it is now, is
 * passed over; a changed one becomes a new revision of its document.
 */
export async function addFiles(
  reverie: Reverie,
  ledger: Ledger,
  files: readonly FoundFile[],
  { tag, concurrency, bar }: AddFilesOptions,
): Promise<FileCounts & { failures: FileFailure[] }> {
  const counts: FileCounts = { total: files.length, added: 0, unchanged: 0, failed: 0 }
  const failures: FileFailure[] = []
  const waiting = [...files]
  const addNext = async (): Promise<void> => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      try {
        counts[(await addFile(reverie, ledger, file, tag)) ? 'added' : 'unchanged']++
      } catch (error) {
        if (!(error instanceof ReverieError) || fatal.test(error.code)) throw error
        counts.failed++
        failures.push({ name: file.name, reason: `${error.message} (${error.code})` })
      }
      bar.show(counts, file.name)
    }
  }
  try {
    await Promise.all(Array.from({ length: concurrency }, addNext))
  } finally {
    // After a fatal failure the others stop too.
    waiting.length = 0
    bar.end()
  }
  return { ...counts, failures }
}

/** Returns false if the server has the file already. */
export async function addFile(
  reverie: Reverie,
  ledger: Ledger,
  file: FoundFile,
  tag: string | undefined,
): Promise<boolean> {
  if (await ledger.has(file)) return false
  // Before it is sent: a change while it is sent is noticed the next time.
  const sha256 = await hashOf(file.path)
  const { id } = await reverie.upload(
    { path: file.path },
    {
      customId: customIdOf(file.path),
      filepath: `/${file.name.replaceAll('\\', '/')}`,
      ...(tag && { containerTag: tag }),
    },
  )
  await ledger.note(file, sha256, id)
  return true
}

/** The same file always has the same document. Paths have characters that a customId may not have. */
export const customIdOf = (path: string): string =>
  `file:${createHash('sha256').update(path).digest('hex').slice(0, 32)}`

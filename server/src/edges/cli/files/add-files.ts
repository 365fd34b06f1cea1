import { createHash } from 'node:crypto'
import { type Reverie, ReverieError } from '@reverie/sdk'
import { hashOf, type Ledger } from './ledger.ts'
import type { FoundFile } from './list-files.ts'
import type { FileCounts, ProgressBar } from './progress-bar.ts'

export type AddFilesOptions = {
  tag?: string | undefined
  concurrency: number
  bar: ProgressBar
  /** Sends files that were added before, too. */
  again?: boolean | undefined
  /** When it is aborted, no further file is begun. */
  signal?: AbortSignal
}

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
  { tag, concurrency, bar, again = false, signal }: AddFilesOptions,
): Promise<FileCounts & { failures: FileFailure[] }> {
  const counts: FileCounts = { total: files.length, added: 0, unchanged: 0, failed: 0 }
  const failures: FileFailure[] = []
  const waiting = [...files]
  const addNext = async (): Promise<void> => {
    for (let file = waiting.shift(); file && !signal?.aborted; file = waiting.shift()) {
      try {
        const isKnown = !again && (await ledger.has(file))
        if (!isKnown) await addFile(reverie, ledger, file, tag)
        counts[isKnown ? 'unchanged' : 'added']++
      } catch (error) {
        const reason = reasonOf(error)
        if (reason === undefined) throw error
        counts.failed++
        failures.push({ name: file.name, reason })
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

/** Why this file was not added. Undefined: for a reason that stops the others too. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof ReverieError)
    return fatal.test(error.code) ? undefined : `${error.message} (${error.code})`
  // The file cannot be read, or is gone since it was listed.
  return isFileError(error) ? error.message : undefined
}

/** Sends a file, and notes it. */
export async function addFile(
  reverie: Reverie,
  ledger: Ledger,
  file: FoundFile,
  tag: string | undefined,
): Promise<void> {
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
}

/** Whether the file system refused a file. */
export const isFileError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'path' in error && 'syscall' in error

/** The same file always has the same document. Paths have characters that a customId may not have. */
export const customIdOf = (path: string): string =>
  `file:${createHash('sha256').update(path).digest('hex').slice(0, 32)}`

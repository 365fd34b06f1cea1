import type { Config } from '../../platform/config.ts'
import { CommandError } from './command-error.ts'
import { exitCodes } from './exit-codes.ts'
import { addFiles, type FileFailure } from './files/add-files.ts'
import { Ledger } from './files/ledger.ts'
import { listFiles } from './files/list-files.ts'
import { type FileCounts, ProgressBar } from './files/progress-bar.ts'
import { printable } from './printable.ts'
import { type RemoteOptions, withServer } from './remote.ts'

export type AddFilesOptions = RemoteOptions & { concurrency?: number; again?: boolean }

const defaultConcurrency = 4

/** Adds the files of a folder or a pattern. Run again, it goes on where it stopped and passes over what has not changed. */
export async function addFilesCommand(config: Config, what: string, options: AddFilesOptions): Promise<void> {
  const unreadable: FileFailure[] = []
  const files = await listFiles(what, (name, { message }) => unreadable.push({ name, reason: message }))
  if (files.length + unreadable.length === 0)
    throw new CommandError(`No file matches ${what}. Hidden files are left out.`, exitCodes.usage)
  await withServer(config, options, async (reverie, server) => {
    const { tag, again, concurrency = defaultConcurrency } = options
    const ledger = await Ledger.open(config, { ...server, tag })
    const { signal, release } = stopOnInterrupt()
    const bar = new ProgressBar()
    const sent = await addFiles(reverie, ledger, files, { tag, concurrency, again, bar, signal })
    release()
    const { failures, ...counts } = { ...sent, failures: [...unreadable, ...sent.failures] }
    if (options.json) console.log(JSON.stringify({ ...counts, failed: failures.length, failures }, null, 2))
    else {
      for (const { name, reason } of failures) console.error(`${printable(name)}: ${printable(reason)}`)
      console.log(`${counts.added} added, ${counts.unchanged} unchanged, ${failures.length} failed`)
    }
    refuseIncomplete(counts, failures.length)
  })
}

/** The first Ctrl-C lets the files that are being sent finish, so that none is sent twice. A second one ends the command. */
function stopOnInterrupt(): { signal: AbortSignal; release(): void } {
  const stopper = new AbortController()
  const stop = () => stopper.abort()
  process.once('SIGINT', stop)
  return { signal: stopper.signal, release: () => process.off('SIGINT', stop) }
}

function refuseIncomplete({ total, added, unchanged, failed }: FileCounts, failures: number): void {
  const done = added + unchanged
  if (done + failed < total)
    throw new CommandError(
      `Stopped after ${done + failed} of ${total} files. Run the same command again to go on.`,
      exitCodes.partial,
    )
  if (failures > 0)
    throw new CommandError(
      'Some files were not added. Run the same command again to add only those.',
      done > 0 ? exitCodes.partial : exitCodes.failed,
    )
}

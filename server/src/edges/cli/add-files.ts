import type { Config } from '../../platform/config.ts'
import { CommandError } from './command-error.ts'
import { exitCodes } from './exit-codes.ts'
import { addFiles } from './files/add-files.ts'
import { Ledger } from './files/ledger.ts'
import { listFiles } from './files/list-files.ts'
import { ProgressBar } from './files/progress-bar.ts'
import { printable } from './printable.ts'
import { type RemoteOptions, withServer } from './remote.ts'

export type AddFilesOptions = RemoteOptions & { concurrency?: number }

const defaultConcurrency = 4

/** Adds the files of a folder or a pattern. Run again, it goes on where it stopped and passes over what has not changed. */
export async function addFilesCommand(config: Config, what: string, options: AddFilesOptions): Promise<void> {
  const files = await listFiles(what)
  if (files.length === 0)
    throw new CommandError(`No file matches ${what}. Hidden files are left out.`, exitCodes.usage)
  await withServer(config, options, async (reverie, server) => {
    const { tag, concurrency = defaultConcurrency } = options
    const ledger = await Ledger.open(config, { ...server, tag })
    const bar = new ProgressBar()
    const { failures, ...counts } = await addFiles(reverie, ledger, files, { tag, concurrency, bar })
    if (options.json) console.log(JSON.stringify({ ...counts, failures }, null, 2))
    else {
      for (const { name, reason } of failures) console.error(`${printable(name)}: ${printable(reason)}`)
      console.log(`${counts.added} added, ${counts.unchanged} unchanged, ${counts.failed} failed`)
    }
    if (failures.length > 0)
      throw new CommandError(
        'Some files were not added. Run the same command again to add only those.',
        counts.added + counts.unchanged > 0 ? exitCodes.partial : exitCodes.failed,
      )
  })
}

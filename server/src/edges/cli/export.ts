import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../../platform/config.ts'
import { CommandError } from './command-error.ts'
import { exitCodes } from './exit-codes.ts'
import { describeJob, ProgressLine } from './job-progress.ts'
import { type RemoteOptions, withServer } from './remote.ts'

export type ExportOptions = RemoteOptions & { format: string; vectors?: boolean }

/** Exports to a file, or with `-` to standard output. The file appears under its name when it is complete. */
export async function exportCommand(config: Config, file: string, options: ExportOptions): Promise<void> {
  const { tag, format, vectors = false } = options
  if (format !== 'archive' && format !== 'markdown')
    throw new CommandError(`"${format}" is not a format. Use archive or markdown.`, exitCodes.usage)
  await withServer(config, options, async reverie => {
    const progress = new ProgressLine(file === '-')
    const { id } = await reverie.exports.start({ format, vectors, ...(tag && { containerTag: tag }) })
    const job = await reverie.exports.waitUntilDone(id, {
      onProgress: each => progress.show(describeJob(each)),
    })
    const body = Readable.fromWeb((await reverie.exports.download(id)) as never)
    if (file === '-') await pipeline(body, process.stdout)
    else await save(body, file)
    if (options.json) return progress.end(JSON.stringify(job, null, 2))
    progress.end(`${file === '-' ? '' : `${file}  `}${describeJob(job)}`)
  })
}

async function save(body: Readable, file: string): Promise<void> {
  const partial = `${file}.partial`
  try {
    await pipeline(body, createWriteStream(partial, { mode: 0o600 }))
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

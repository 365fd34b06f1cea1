import { existsSync, statSync } from 'node:fs'
import { createGzip } from 'node:zlib'
import { Reverie, type Uploadable } from '@reverie/sdk'
import { packTar } from 'modern-tar/fs'
import { importFormats } from '../../features/archive/schema.ts'
import type { Config } from '../../platform/config.ts'
import { CommandError } from './command-error.ts'
import { exitCodes } from './exit-codes.ts'
import { describeJob, ProgressLine } from './job-progress.ts'
import { type RemoteOptions, withServer } from './remote.ts'

export type ImportOptions = RemoteOptions & {
  from: string
  sourceUrl?: string
  sourceKey?: string
  sourceTag?: string
}

/** Imports a file, a folder, standard input (`-`), or another server with `--from supermemory`. */
export async function importCommand(
  config: Config,
  what: string | undefined,
  options: ImportOptions,
): Promise<void> {
  const { from, tag } = options
  if (!importFormats.includes(from))
    throw new CommandError(
      `"${from}" is not a format. Use one of: ${importFormats.join(', ')}.`,
      exitCodes.usage,
    )
  const upload = openUpload(what, options)
  await withServer(config, options, async reverie => {
    const progress = new ProgressLine()
    const body = { format: from as 'archive', ...(tag && { containerTag: tag }) }
    const { id } = await reverie.imports.importFile(upload, body, {
      onUpload: bytes => progress.show(`uploaded ${Math.ceil(bytes / 1024 / 1024)} MB`),
    })
    const job = await reverie.imports.waitUntilDone(id, {
      onProgress: each => progress.show(describeJob(each)),
    })
    progress.end(options.json ? JSON.stringify(job, null, 2) : describeJob(job))
  })
}

function openUpload(what: string | undefined, options: ImportOptions): Uploadable {
  if (options.sourceUrl !== undefined) return openSource(options)
  if (what === undefined) throw new CommandError('Name the file or folder to import.', exitCodes.usage)
  if (what === '-') return process.stdin
  if (!existsSync(what))
    throw new CommandError(`There is no file ${what}. Correct the path.`, exitCodes.usage)
  // Names in the tar are relative to the folder.
  return statSync(what).isDirectory() ? packTar(what).pipe(createGzip()) : { path: what }
}

/** Checked before an import is created. */
function openSource(options: ImportOptions): Uploadable {
  const { from, sourceKey, sourceTag } = options
  if (from !== 'supermemory')
    throw new CommandError('--source-url needs --from supermemory.', exitCodes.usage)
  if (!sourceKey || !sourceTag)
    throw new CommandError('Set --source-key and --source-tag as well.', exitCodes.usage)
  return pagesOf(options, sourceKey, sourceTag)
}

const documentsPerPage = 50
const memoriesPerPage = 500

/** Reads the pages of a server with this interface, one in each line. Its key never leaves this machine. */
async function* pagesOf(
  { sourceUrl }: ImportOptions,
  sourceKey: string,
  sourceTag: string,
): AsyncGenerator<Uint8Array> {
  const source = new Reverie({ baseUrl: sourceUrl!, apiKey: sourceKey })
  const tags = { containerTags: [sourceTag] }
  yield* eachPage(async page => {
    const body = { ...tags, page, limit: documentsPerPage, includeContent: true, order: 'asc' as const }
    return (await source.api.POST('/v3/documents/list', { body })).data
  })
  yield* eachPage(async page => {
    const body = { ...tags, page, limit: memoriesPerPage, order: 'asc' as const }
    return (await source.api.POST('/v4/memories/list', { body })).data
  })
}

type Page = { pagination: { totalPages: number } }

async function* eachPage(read: (page: number) => Promise<Page | undefined>): AsyncGenerator<Uint8Array> {
  for (let page = 1; ; page++) {
    const answer = await read(page)
    if (!answer)
      throw new CommandError('The other server refused the request. Check --source-url and --source-key.')
    yield Buffer.from(`${JSON.stringify(answer)}\n`)
    if (page >= answer.pagination.totalPages) return
  }
}

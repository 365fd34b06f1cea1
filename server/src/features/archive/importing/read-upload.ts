import { inScope } from '../../../platform/db/tx.ts'
import { defaultContainerTag } from '../../containers/place-container.ts'
import type { ArchiveApp, Step } from '../archive-app.ts'
import { ArchiveError } from '../archive-error.ts'
import { findImporter } from '../importers/registry.ts'
import { readParts } from '../job-files.ts'
import { sumParts } from '../part-store.ts'
import { readArchive } from './read-archive.ts'
import type { StageWriter } from './staging.ts'
import { isTarFault, listUploadFiles } from './upload-files.ts'

/** Reads the upload of an import to its end and stages what it contains. */
export async function readUpload(app: ArchiveApp, step: Step, stage: StageWriter): Promise<void> {
  if (step.job.format === 'archive') return readArchive(app, step, stage)
  const { job } = step
  const importer = findImporter(job.format)
  if (!importer) throw new ArchiveError('import.unrecognized', job.format)
  const { bytes } = await inScope(app.cells.of(job.shard), { org: job.org }, db =>
    sumParts(db, job, 'upload'),
  )
  const name = typeof job.options.fileName === 'string' ? job.options.fileName : 'upload'
  const files = listUploadFiles(readParts(app, job, 'upload'), { name, bytes })
  await stage.open({ staged: 'items' }, job.containerTag ?? defaultContainerTag)
  try {
    for await (const item of importer.read(files)) await stage.add([JSON.stringify(item, storable)])
  } catch (error) {
    throw asImportError(error)
  }
  if (stage.units === 0) throw new ArchiveError('import.nothing_found')
  await stage.flush()
}

/** Postgres can store neither U+0000 nor half of a surrogate pair. */
const storable = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\ufffd') : value

/** Damage that zlib or the tar reader reports is a fault of the upload. */
function asImportError(error: unknown): unknown {
  if (error instanceof ArchiveError) return error
  const { code } = error as { code?: string }
  return code?.startsWith('Z_') || (code === undefined && isTarFault(error))
    ? new ArchiveError('import.malformed', undefined, { cause: error })
    : error
}

import { Readable } from 'node:stream'
import { blobKey } from '../../platform/blobs/blob-key.ts'
import type { BlobStore } from '../../platform/blobs/blob-store.ts'
import type { Cells } from '../../platform/db/cells.ts'
import { inScope } from '../../platform/db/tx.ts'
import { nilUuid } from '../../platform/lib/ids.ts'
import type { JobKey, JobRow } from './job-store.ts'
import { listParts, type Part, type PartRole } from './part-store.ts'

/**
 * The folders of job files in the blob store. The collector of loose files keeps them for as long as the job has a row. Pieces of
 * an upload lie with other uploads; their part names them.
 */
const folders = { output: 'exports', staged: 'staged', stagedFile: 'staged-files' }
type Folder = keyof typeof folders

export function partKey({ org, id }: JobKey, role: Folder, part: number): string {
  return blobKey({ organization: org, container: folders[role], document: id, revision: part })
}

type FilesOf = { cells: Cells; blobs: BlobStore }

const partsPerPage = 200

type JobOf = Pick<JobRow, 'shard' | 'org' | 'id' | 'ofContainer'>

/** A download reads after its request was handled, so it names the container itself. */
const scopeOf = ({ org, ofContainer }: JobOf) =>
  ofContainer === nilUuid ? { org } : { org, container: ofContainer }

async function* eachPart({ cells }: FilesOf, job: JobOf, role: PartRole): AsyncGenerator<Part> {
  for (let after = -1; ; ) {
    const page = await inScope(cells.of(job.shard), scopeOf(job), db =>
      listParts(db, job, role, after, partsPerPage),
    )
    yield* page
    if (page.length < partsPerPage) return
    after = page.at(-1)!.part
  }
}

/** All parts of a job, one after another. A part that is missing from the store ends the stream with an error. */
export async function* readParts(
  app: FilesOf,
  job: JobOf,
  role: 'upload' | 'output',
): AsyncGenerator<Uint8Array> {
  for await (const { part, name } of eachPart(app, job, role))
    yield* readBlob(app.blobs, role === 'upload' ? name! : partKey(job, role, part))
}

export const readStagedFile = (blobs: BlobStore, job: JobKey, part: number): AsyncGenerator<Uint8Array> =>
  readBlob(blobs, partKey(job, 'stagedFile', part))

async function* readBlob(blobs: BlobStore, key: string): AsyncGenerator<Uint8Array> {
  const found = await blobs.get(key)
  if (!found) throw new Error(`${key} is not in the blob store`)
  yield* found.body as AsyncIterable<Uint8Array>
}

/** The parts as a stream, for a download. */
export const streamParts = (app: FilesOf, job: JobOf, role: 'output'): Readable =>
  Readable.from(readParts(app, job, role), { objectMode: false })

/** Removes the files of a job. If that fails, the collector of loose files removes them later. */
export async function deleteFiles(app: FilesOf, job: JobOf): Promise<void> {
  for await (const { name } of eachPart(app, job, 'upload'))
    if (name) await app.blobs.delete(name).catch(() => undefined)
  for (const folder of Object.values(folders))
    await app.blobs.deletePrefix(`${job.org}/${folder}/${job.id}/`).catch(() => undefined)
}

import { allowedTags, type Principal } from '../../platform/access/principal.ts'
import { reaches } from '../../platform/access/roles.ts'
import { blobKey } from '../../platform/blobs/blob-key.ts'
import { inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { lanes } from '../../platform/lanes/lane.ts'
import { newId, nilUuid } from '../../platform/lib/ids.ts'
import type { UploadedFile } from '../../platform/routing/route.ts'
import type { ArchiveApp } from './archive-app.ts'
import { type FoundJob, getJob } from './get-job.ts'
import { insertJob, type JobRow, startUploaded } from './job-store.ts'
import { findPart, type PartSums, putPart, sumParts } from './part-store.ts'
import type { CreateImportBody } from './schema.ts'

/** Creates an import that waits for its upload. */
export async function createImport(
  app: ArchiveApp,
  principal: Principal,
  { format, containerTag, fileName }: CreateImportBody,
): Promise<FoundJob> {
  const { organization, key } = principal
  const [tag] = allowedTags(principal, containerTag === undefined ? [] : [containerTag])
  // Only a scoped key needs the container now: its rows are bound to it. Otherwise, a refused import makes no container.
  const container =
    principal.containerTag === undefined
      ? undefined
      : await app.containers.resolve(organization, principal.containerTag)
  const shard = container?.shard ?? organization.homeShard
  const scope = { org: organization.id, container: container?.container }
  const job = await inScope(app.cells.of(shard), scope, db =>
    insertJob(db, {
      ...{ shard, org: organization.id, id: newId(shard), kind: 'import', format, status: 'uploading' },
      askedBy: key.id,
      ofContainer: container?.container ?? nilUuid,
      containerTag: tag ?? null,
      options: { fileName, mayOrganize: mayOrganize(principal) },
    }),
  )
  return { job, bytes: null }
}

/** An archive of a whole organization brings settings, which members may not change. */
function mayOrganize({ containerTag, person, grant }: Principal): boolean {
  const least = person?.role ?? grant?.role
  return containerTag === undefined && (least === undefined || reaches(least, 'admin'))
}

/** Notes a piece of the upload, which is stored already. */
export async function addUploadPart(
  app: ArchiveApp,
  principal: Principal,
  text: string,
  part: number,
  file: UploadedFile,
): Promise<{ job: JobRow; sums: PartSums }> {
  const { job } = await getJob(app, principal, 'import', text)
  if (job.status !== 'uploading') throw new AppError('import.started')
  const { sums, former } = await inScope(app.cells.of(job.shard), { org: job.org }, async db => {
    const replaced = await findPart(db, job, 'upload', part)
    await putPart(db, job, 'upload', { part, bytes: file.bytes, name: file.blobKey, sha256: file.sha256 })
    return { sums: await sumParts(db, job, 'upload'), former: replaced?.name }
  })
  // If that fails, the collector of loose files removes it.
  if (former) await app.blobs.delete(former).catch(() => undefined)
  return { job, sums }
}

/** The key of a piece while it arrives. Its import is not known yet. */
export const uploadKey = ({ organization }: Principal): string =>
  blobKey({
    organization: organization.id,
    container: 'upload',
    document: newId(organization.homeShard),
    revision: 1,
  })

/** Starts an import whose pieces are all there. The status and the wake of its lane commit together. */
export async function startImport(app: ArchiveApp, principal: Principal, text: string): Promise<FoundJob> {
  const { job } = await getJob(app, principal, 'import', text)
  const { shard, org, id } = job
  return inScope(app.cells.of(shard), { org }, async db => {
    const { parts, last } = await sumParts(db, job, 'upload')
    if (parts === 0 || last !== parts - 1)
      throw new AppError('import.incomplete', {
        details: `Pieces 0 to ${Math.max(0, last)} are needed; ${parts} are there`,
      })
    const started = await startUploaded(db, job)
    if (!started) throw new AppError('import.started')
    await app.wakes.of(shard).wake(db, { shard, org, container: id, kind: lanes.archive })
    return { job: started, bytes: null }
  })
}

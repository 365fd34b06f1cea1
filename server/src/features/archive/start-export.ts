import { allowedTags, type Principal } from '../../platform/access/principal.ts'
import { inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { lanes } from '../../platform/lanes/lane.ts'
import { newId, nilUuid } from '../../platform/lib/ids.ts'
import { FileReply } from '../../platform/routing/replies.ts'
import { findContainerByTag } from '../memories/find-container-by-tag.ts'
import type { ArchiveApp } from './archive-app.ts'
import { type FoundJob, getJob } from './get-job.ts'
import { deleteFiles, streamParts } from './job-files.ts'
import { deleteJob, insertJob } from './job-store.ts'
import type { StartExportBody } from './schema.ts'

/** Starts an export. The job and the wake of its lane commit together. */
export async function startExport(
  app: ArchiveApp,
  principal: Principal,
  { containerTag, format, vectors }: StartExportBody,
): Promise<FoundJob> {
  const { organization, key } = principal
  const [tag] = allowedTags(principal, containerTag === undefined ? [] : [containerTag])
  const container = tag === undefined ? undefined : await findContainerByTag(app.cells, principal, tag)
  if (tag !== undefined && !container) throw new AppError('container.not_found')
  const shard = container?.shard ?? organization.homeShard
  const id = newId(shard)
  const scope = { org: organization.id, container: container?.container }
  const job = await inScope(app.cells.of(shard), scope, async db => {
    const inserted = await insertJob(db, {
      ...{ shard, org: organization.id, id, kind: 'export', format, status: 'queued', askedBy: key.id },
      ofContainer: container?.container ?? nilUuid,
      containerTag: tag ?? null,
      options: { vectors },
    })
    await app.wakes.of(shard).wake(db, { shard, org: organization.id, container: id, kind: lanes.archive })
    return inserted
  })
  return { job, bytes: null }
}

/** The file of a finished export. */
export async function openExport(app: ArchiveApp, principal: Principal, text: string): Promise<FileReply> {
  const { job, bytes } = await getJob(app, principal, 'export', text)
  if (job.status !== 'done' || bytes === null)
    throw new AppError('export.not_ready', job.errorMessage === null ? {} : { details: job.errorMessage })
  const day = job.createdAt.toISOString().slice(0, 10)
  const name = `reverie-${job.containerTag ?? principal.organization.slug}-${day}${job.format === 'markdown' ? '-markdown' : ''}.tar.gz`
  return new FileReply({
    contentType: 'application/gzip',
    name,
    bytes,
    body: streamParts(app, job, 'output'),
  })
}

/** Deletes an export and its file. One that is being written stops at its next step. */
export async function deleteExport(app: ArchiveApp, principal: Principal, text: string): Promise<void> {
  const { job } = await getJob(app, principal, 'export', text)
  await inScope(app.cells.of(job.shard), { org: job.org }, db => deleteJob(db, job))
  await deleteFiles(app, job)
}

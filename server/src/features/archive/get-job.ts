import type { Principal } from '../../platform/access/principal.ts'
import { inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { decodeId, shardOf } from '../../platform/lib/ids.ts'
import type { ArchiveApp } from './archive-app.ts'
import { findJob, type JobKey, type JobKind, type JobRow, listJobs } from './job-store.ts'
import { sumParts } from './part-store.ts'

/** A job, and the size of its file once that is written. */
export type FoundJob = { job: JobRow; bytes: number | null }

const notFound = (kind: JobKind) => new AppError(kind === 'export' ? 'export.not_found' : 'import.not_found')

/** Finds a job that the caller may see. For a scoped key, row-level security shows only jobs of its container. */
export async function getJob(
  { cells }: Pick<ArchiveApp, 'cells'>,
  { organization, containerTag }: Principal,
  kind: JobKind,
  text: string,
): Promise<FoundJob> {
  const id = decodeId(text)
  const isOurs = id && (organization.spread || shardOf(id) === organization.homeShard)
  if (!isOurs) throw notFound(kind)
  const key: JobKey = { shard: shardOf(id), org: organization.id, id }
  const found = await inScope(cells.of(key.shard), { org: key.org }, async db => {
    const job = await findJob(db, key)
    if (job?.kind !== kind) return undefined
    const isWritten = kind === 'export' && job.status === 'done'
    return { job, bytes: isWritten ? (await sumParts(db, job, 'output')).bytes : null }
  })
  const isHidden = containerTag !== undefined && found?.job.containerTag !== containerTag
  if (!found || isHidden) throw notFound(kind)
  return found
}

const listed = 50

/** The newest jobs of the organization, or of the container of a scoped key. */
export async function listNewestJobs(
  { cells }: Pick<ArchiveApp, 'cells'>,
  { organization, containerTag }: Principal,
  kind: JobKind,
): Promise<JobRow[]> {
  const { id: org } = organization
  const lists = await Promise.all(
    cells
      .reach(organization)
      .map(({ cell, shards }) => inScope(cell, { org }, db => listJobs(db, { shards, org, kind }, listed))),
  )
  return lists
    .flat()
    .filter(job => containerTag === undefined || job.containerTag === containerTag)
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .slice(0, listed)
}

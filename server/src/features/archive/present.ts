import { encodeId } from '../../platform/lib/ids.ts'
import type { FoundJob } from './get-job.ts'
import type { JobRow } from './job-store.ts'
import type { PartSums } from './part-store.ts'
import type { JobJson } from './schema.ts'

/** The only place that builds the JSON of jobs. */
export function presentJob({ job, bytes }: FoundJob): JobJson {
  return {
    id: encodeId(job.id),
    format: job.format,
    containerTag: job.containerTag,
    status: job.status,
    phase: job.phase as JobJson['phase'],
    counts: job.counts,
    total: job.total,
    bytes,
    errorCode: job.errorCode,
    errorMessage: job.errorMessage,
    createdAt: job.createdAt.toISOString(),
    updatedAt: job.updatedAt.toISOString(),
    finishedAt: job.finishedAt?.toISOString() ?? null,
  }
}

const plain = (job: JobRow) => presentJob({ job, bytes: null })

export const presentExports = (jobs: readonly JobRow[]) => ({ exports: jobs.map(plain) })
export const presentImports = (jobs: readonly JobRow[]) => ({ imports: jobs.map(plain) })

export const presentParts = ({ id }: Pick<JobRow, 'id'>, { parts, bytes }: PartSums) => ({
  id: encodeId(id),
  parts,
  bytes,
})

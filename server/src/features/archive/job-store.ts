import { sql } from 'kysely'
import { deleteOldest } from '../../platform/db/delete-oldest.ts'
import type { Db } from '../../platform/db/tx.ts'
import { nilUuid } from '../../platform/lib/ids.ts'

/** Jobs that export or import. A job lies in the shard of its container, or of its organization. */

export type JobKind = 'export' | 'import'
export type JobStatus = 'uploading' | 'queued' | 'running' | 'done' | 'failed'
export type JobKey = { shard: number; org: string; id: string }

export type JobRow = JobKey & {
  /** The nil uuid for a job of the whole organization. */
  ofContainer: string
  kind: JobKind
  format: string
  containerTag: string | null
  options: Record<string, unknown>
  askedBy: string
  status: JobStatus
  phase: string | null
  /** Where the job goes on. Each phase has its own fields. */
  place: Record<string, unknown>
  counts: Record<string, number>
  total: number | null
  errorCode: string | null
  errorMessage: string | null
  attempts: number
  fence: number
  createdAt: Date
  updatedAt: Date
  finishedAt: Date | null
}

const columns = sql`shard, org, id, of_container as "ofContainer", kind, format, container_tag as "containerTag", options,
  asked_by as "askedBy", status, phase, place, counts, total, error_code as "errorCode", error_message as "errorMessage", attempts, fence,
  created_at as "createdAt", updated_at as "updatedAt", finished_at as "finishedAt"`

const named = ({ shard, org, id }: JobKey) => sql`shard = ${shard} and org = ${org} and id = ${id}`

export type NewJob = Pick<
  JobRow,
  | 'shard'
  | 'org'
  | 'id'
  | 'ofContainer'
  | 'kind'
  | 'format'
  | 'containerTag'
  | 'options'
  | 'askedBy'
  | 'status'
>

export async function insertJob(db: Db, job: NewJob): Promise<JobRow> {
  const { rows } = await sql<JobRow>`
    insert into cell.archive_jobs (shard, org, id, of_container, kind, format, container_tag, options, asked_by, status)
    values (${job.shard}, ${job.org}, ${job.id}, ${job.ofContainer}, ${job.kind}, ${job.format}, ${job.containerTag},
            ${JSON.stringify(job.options)}::jsonb, ${job.askedBy}, ${job.status}) returning ${columns}`.execute(
    db,
  )
  return rows[0]!
}

export async function findJob(db: Db, key: JobKey): Promise<JobRow | undefined> {
  const { rows } = await sql<JobRow>`select ${columns} from cell.archive_jobs where ${named(key)}`.execute(db)
  return rows[0]
}

/** The newest jobs of a kind. */
export async function listJobs(
  db: Db,
  { shards, org, kind }: { shards: readonly number[]; org: string; kind: JobKind },
  most: number,
): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
    select ${columns} from cell.archive_jobs where shard = any(${shards}::smallint[]) and org = ${org} and kind = ${kind}
     order by id desc limit ${most}`.execute(db)
  return rows
}

/** Queues a job whose upload is complete. Undefined: it was started before. */
export async function startUploaded(db: Db, key: JobKey): Promise<JobRow | undefined> {
  const { rows } = await sql<JobRow>`
    update cell.archive_jobs set status = 'queued', updated_at = now() where ${named(key)} and status = 'uploading'
    returning ${columns}`.execute(db)
  return rows[0]
}

/** Takes a job, unless another worker has it. The fence of the row then belongs to this worker. */
export async function claimJob(db: Db, key: JobKey, leaseMs: number): Promise<JobRow | undefined> {
  const { rows } = await sql<JobRow>`
    update cell.archive_jobs
       set status = 'running', fence = fence + 1, attempts = attempts + 1, leased_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
     where ${named(key)} and status in ('queued', 'running') and (leased_until is null or leased_until <= clock_timestamp())
    returning ${columns}`.execute(db)
  return rows[0]
}

/** Extends the lease. Returns false when the job is no longer ours. */
export async function renewJob(
  db: Db,
  { fence, ...key }: JobKey & { fence: number },
  leaseMs: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update cell.archive_jobs set leased_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
     where ${named(key)} and fence = ${fence} and status = 'running'`.execute(db)
  return numAffectedRows === 1n
}

export type JobProgress = Partial<Pick<JobRow, 'phase' | 'place' | 'counts' | 'total'>>

/** Stores how far the job has come. Returns false when another worker has it. */
export async function advanceJob(
  db: Db,
  { fence, ...key }: JobKey & { fence: number },
  { phase, place, counts, total }: JobProgress,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update cell.archive_jobs
       set phase = coalesce(${phase ?? null}, phase), place = coalesce(${json(place)}::jsonb, place),
           counts = coalesce(${json(counts)}::jsonb, counts), total = coalesce(${total ?? null}::bigint, total),
           attempts = 0, updated_at = now()
     where ${named(key)} and fence = ${fence} and status = 'running'`.execute(db)
  return numAffectedRows === 1n
}

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))

/** Lets other workers have the job. An attempt that failed for the fault of others does not count. */
export async function releaseJob(
  db: Db,
  { fence, ...key }: JobKey & { fence: number },
  { isCounted = true } = {},
): Promise<void> {
  await sql`
    update cell.archive_jobs set leased_until = null, attempts = case when ${isCounted} then attempts else greatest(attempts - 1, 0) end
     where ${named(key)} and fence = ${fence}`.execute(db)
}

export async function endJob(
  db: Db,
  { fence, ...key }: JobKey & { fence: number },
  failure?: { code: string; message: string },
): Promise<void> {
  await sql`
    update cell.archive_jobs
       set status = ${failure ? 'failed' : 'done'}, error_code = ${failure?.code ?? null}, error_message = ${failure?.message ?? null},
           leased_until = null, finished_at = now(), updated_at = now()
     where ${named(key)} and fence = ${fence}`.execute(db)
}

/** Deletes the job and its list of files. The collector of loose files removes the files, if the caller has not. */
export async function deleteJob(db: Db, key: JobKey): Promise<void> {
  await sql`delete from cell.archive_parts where shard = ${key.shard} and org = ${key.org} and job = ${key.id}`.execute(
    db,
  )
  await sql`delete from cell.archive_jobs where ${named(key)}`.execute(db)
}

/** Lists unfinished jobs that no worker holds. */
export async function findUnfinishedJobs(
  db: Db,
  after: { shard: number; org: string; container: string } | undefined,
  most: number,
): Promise<{ shard: number; org: string; container: string; due: boolean }[]> {
  const { rows } = await sql<{ shard: number; org: string; container: string; due: boolean }>`
    select shard, org, id as container, leased_until is null or leased_until <= clock_timestamp() as due from cell.archive_jobs
     where status in ('queued', 'running')
       and (shard, org, id) > (${after?.shard ?? -1}::smallint, ${after?.org ?? nilUuid}::uuid, ${after?.container ?? nilUuid}::uuid)
     order by shard, org, id limit ${most}`.execute(db)
  return rows
}

/** Deletes jobs that are older, and the lists of their files. Returns how many rows. */
export async function dropOldJobs(db: Db, olderThanHours: number, most: number): Promise<number> {
  const parts = await deleteOldest(
    db,
    { table: 'cell.archive_parts', age: 'created_at', olderThanHours },
    most,
  )
  const jobs = await deleteOldest(db, { table: 'cell.archive_jobs', age: 'created_at', olderThanHours }, most)
  return Math.max(parts, jobs)
}

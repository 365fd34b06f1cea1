import type { Cell } from '../../platform/db/cells.ts'
import { isPassing } from '../../platform/db/pool.ts'
import { inScope, unscoped } from '../../platform/db/tx.ts'
import { AppError, type ErrorCode } from '../../platform/errors.ts'
import { type Lane, lanes } from '../../platform/lanes/lane.ts'
import { waitBriefly } from '../../platform/lanes/lease.ts'
import type { WakeQueue } from '../../platform/lanes/queue.ts'
import type { NextStep } from '../../platform/lanes/run-lanes.ts'
import { startRenewal } from '../../platform/lanes/start-renewal.ts'
import { wakeContainers } from '../../platform/lanes/wake-pages.ts'
import type { ArchiveApp, Step } from './archive-app.ts'
import { ArchiveError, type ArchiveFailure, archiveFailures } from './archive-error.ts'
import { runExport } from './exporting/run-export.ts'
import { runMarkdown } from './exporting/run-markdown.ts'
import { runImport } from './importing/run-import.ts'
import { deleteFiles } from './job-files.ts'
import * as store from './job-store.ts'
import { findJobOrganization } from './organization-store.ts'

/** Long enough that opening a step costs little, short enough that a stop need not wait. */
const stepMs = 3_000

/** A job that ends its workers this often without any progress is given up. */
const maxAttempts = 6

/** Pause before the next try when a dependency fails: the blob store, another cell, the embedding model. */
const retryMs = 5_000

export type ArchiveWorker = ArchiveApp & {
  leaseMs: number
  stopping: AbortSignal
  onError(error: unknown): void
}

class LeaseLost extends Error {}

/** Does one step of an export or import. The lane's `container` is the id of the job. */
export async function runArchiveStep(app: ArchiveWorker, cell: Cell, lane: Lane): Promise<NextStep> {
  const key = { shard: lane.shard, org: lane.org, id: lane.container }
  const job = await inScope(cell, { org: key.org }, db => store.claimJob(db, key, app.leaseMs))
  if (!job) return 'done'
  const renewal = startRenewal(app.leaseMs / 3, () =>
    inScope(cell.leases, { org: key.org }, async db => {
      await waitBriefly(db)
      return store.renewJob(db, job, app.leaseMs)
    }),
  )
  try {
    const next = await runJob(app, cell, job, AbortSignal.any([renewal.signal, app.stopping]))
    await inScope(cell, { org: key.org }, db =>
      next === 'done' ? store.endJob(db, job) : store.releaseJob(db, job),
    )
    return next
  } catch (error) {
    return await settleFailure(app, cell, job, error)
  } finally {
    renewal.release()
  }
}

async function runJob(
  app: ArchiveWorker,
  cell: Cell,
  job: store.JobRow,
  signal: AbortSignal,
): Promise<NextStep> {
  if (job.attempts > maxAttempts) throw new ArchiveError('archive.interrupted')
  const organization = await unscoped(app.cells.directory, db => findJobOrganization(db, job.org))
  if (!organization) throw new ArchiveError('internal')
  const until = performance.now() + stepMs
  const step: Step = {
    job,
    signal,
    isOver: () => performance.now() > until || app.stopping.aborted,
    async save(write) {
      if (!(await inScope(cell, { org: job.org }, write))) throw new LeaseLost()
    },
  }
  if (job.kind === 'import') return runImport(app, organization, step)
  return job.format === 'markdown' ? runMarkdown(app, organization, step) : runExport(app, organization, step)
}

/** A fault of the upload ends the job. An outage is waited for. Anything else may pass, and is tried again a few times. */
async function settleFailure(
  app: ArchiveWorker,
  cell: Cell,
  job: store.JobRow,
  error: unknown,
): Promise<NextStep> {
  if (error instanceof LeaseLost) return 'done'
  const failure = failureOf(error)
  const isOutage = app.stopping.aborted || isOutageOf(error)
  if (!failure && !app.stopping.aborted) app.onError(error)
  const isFinal = failure !== undefined || (!isOutage && job.attempts >= maxAttempts)
  await inScope(cell, { org: job.org }, db =>
    isFinal
      ? store.endJob(db, job, failure ?? { code: 'internal', message: archiveFailures.internal })
      : store.releaseJob(db, job, { isCounted: !isOutage }),
  )
  // A failed job is never continued, and its upload may be large.
  if (isFinal) await deleteFiles(app, job).catch(app.onError)
  return isFinal ? 'done' : { notBefore: new Date(Date.now() + retryMs) }
}

const outages = new Set<string>(['embed.unavailable', 'blob.unavailable'])

/** The blob store, a database or the embedding model does not answer. */
const isOutageOf = (error: unknown): boolean =>
  isPassing(error) || outages.has((error as { code?: string }).code ?? '')

const refusals = new Set<ErrorCode>(['request.invalid', 'request.malformed', 'request.too_large'])

/** A value that Postgres refuses (class 22, 23 and 54) or that the API would refuse is a fault of the upload. */
function failureOf(error: unknown): { code: ArchiveFailure; message: string } | undefined {
  if (error instanceof ArchiveError) return { code: error.code, message: error.message }
  if (error instanceof AppError && error.code === 'quota.exceeded')
    return { code: 'quota.exceeded', message: archiveFailures['quota.exceeded'] }
  if (error instanceof AppError && refusals.has(error.code)) {
    const { code, message } = new ArchiveError('import.malformed', error.message)
    return { code, message }
  }
  const { code } = error as { code?: string }
  if (/^(?:2[23]|54)/.test(code ?? ''))
    return { code: 'archive.malformed', message: archiveFailures['archive.malformed'] }
  return undefined
}

/** Wakes jobs that no worker holds. Losing a wake costs a round and nothing else. */
export async function wakeArchiveJobs(
  cell: Cell,
  queue: Pick<WakeQueue, 'wakeInBatches'>,
  signal?: AbortSignal,
): Promise<void> {
  await wakeContainers(cell, queue, lanes.archive, store.findUnfinishedJobs, signal)
}

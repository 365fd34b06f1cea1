import { sourceFaultOf } from '../../features/connections/check-source.ts'
import type { ConnectionRow } from '../../features/connections/connection-store.ts'
import type { RunRow } from '../../features/connections/run-store.ts'
import { SourceError } from '../../platform/connectors/connector.ts'
import type { Cell } from '../../platform/db/cells.ts'
import { isPassing } from '../../platform/db/pool.ts'
import { inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { NextStep } from '../../platform/lanes/run-lanes.ts'
import { LeaseLost } from './lease-lost.ts'
import { nextRunAfterFailure } from './schedule.ts'
import { advanceRun, endRun, forgetCheckpoint, releaseConnection } from './store.ts'
import type { SyncApp } from './sync-app.ts'

/** Pause before the next try when something of ours fails: the blob store, a database, the backlog of documents. */
const retryMs = 5_000
/** A run that ends its workers this often without any progress is given up. */
export const mostAttempts = 5
const mostRestarts = 1
const mostMessageChars = 1_000

type FailedStep = {
  app: SyncApp
  cell: Cell
  connection: ConnectionRow
  run: RunRow | undefined
  signal: AbortSignal
}

/**
 * A fault of the source ends the run, with a code that says what a person can do. An outage of ours is waited for. Anything
 * else may pass, and is tried again a few times.
 */
export async function settleFailure(step: FailedStep, error: unknown): Promise<NextStep> {
  const { app, signal } = step
  // The lease is ended early where it is still ours: a connection that was paused may be resumed at once, and one that was
  // deleted may be removed.
  if (error instanceof LeaseLost || signal.reason instanceof LeaseLost)
    return release(step, { isCounted: false }, 'done')
  if (app.stopping.aborted) return release(step, { isCounted: false }, 'again')
  const failure = failureOf(error)
  if (failure && step.run) return failed(step, step.run, failure)
  if (isOutage(error)) return release(step, { isCounted: false }, later(error))
  app.onError(error)
  if (step.connection.attempts < mostAttempts || !step.run) return release(step, {}, later(error))
  return failed(
    step,
    step.run,
    new SourceError('internal', 'The run failed unexpectedly. The log of the worker has the cause'),
  )
}

async function release(
  { cell, connection }: FailedStep,
  options: { isCounted?: boolean },
  next: NextStep,
): Promise<NextStep> {
  await inScope(cell, { org: connection.org }, db => releaseConnection(db, connection, options))
  return next
}

const later = (error: unknown): NextStep => {
  const { retryAfterSeconds } = error as { retryAfterSeconds?: number }
  return { notBefore: new Date(Date.now() + (retryAfterSeconds ?? retryMs / 1000) * 1000) }
}

type Failure = SourceError | (Omit<SourceError, 'code'> & { code: 'quota_exceeded' })

function failureOf(error: unknown): Failure | undefined {
  if (error instanceof AppError && error.code === 'quota.exceeded')
    return Object.assign(new Error(error.message), {
      code: 'quota_exceeded' as const,
      retryAfterMs: undefined,
    })
  return sourceFaultOf(error)
}

/** The queue of documents is full, or the blob store, a database or a model does not answer. */
const outages = new Set(['backlog.limited', 'blob.unavailable', 'cell.unavailable', 'storage.unavailable'])

const isOutage = (error: unknown): boolean =>
  isPassing(error) || outages.has((error as { code?: string }).code ?? '')

async function failed(step: FailedStep, run: RunRow, failure: Failure): Promise<NextStep> {
  const { app, cell, connection } = step
  if (failure.code === 'checkpoint_expired' && run.restarts < mostRestarts) return restart(step, run)
  const { code, message } = failure
  const needsAuthorization = code === 'auth_expired'
  const usual =
    (await app.sources.connectors.find(connection.provider).catch(() => undefined))?.describe.everyMinutes ??
    60
  const nextRunAt = needsAuthorization ? null : nextRunAfterFailure(connection, usual, failure)
  const ending = {
    failure: { code, message: message.slice(0, mostMessageChars) },
    nextRunAt,
    needsAuthorization,
  }
  await inScope(cell, { org: connection.org }, db => endRun(db, connection, run.id, ending))
  app.onRun?.('failed', (Date.now() - run.startedAt.getTime()) / 1000)
  return 'done'
}

/** The source no longer knows the checkpoint. Everything is read again, and what is not met is gone. */
async function restart({ cell, connection }: FailedStep, run: RunRow): Promise<NextStep> {
  await inScope(cell, { org: connection.org }, async db => {
    await forgetCheckpoint(db, connection)
    await advanceRun(db, connection, run.id, { restarts: run.restarts + 1, phase: 'pull', pulls: true })
    await releaseConnection(db, connection)
  })
  return 'again'
}

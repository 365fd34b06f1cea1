import { findJobOrganization } from '../../features/archive/organization-store.ts'
import type { ConnectionKey, ConnectionRow } from '../../features/connections/connection-store.ts'
import { openSource } from '../../features/connections/open-source.ts'
import { findDueConnections, type RunPhase, type RunRow } from '../../features/connections/run-store.ts'
import type { Organization } from '../../platform/access/principal.ts'
import { SourceError } from '../../platform/connectors/connector.ts'
import type { Cell } from '../../platform/db/cells.ts'
import { inScope, unscoped } from '../../platform/db/tx.ts'
import { type Lane, lanes } from '../../platform/lanes/lane.ts'
import { waitBriefly } from '../../platform/lanes/lease.ts'
import type { WakeQueue } from '../../platform/lanes/queue.ts'
import type { NextStep } from '../../platform/lanes/run-lanes.ts'
import { type LeaseHandle, startRenewal } from '../../platform/lanes/start-renewal.ts'
import { wakeContainers } from '../../platform/lanes/wake-pages.ts'
import { finishRun } from './finish-run.ts'
import { LeaseLost } from './lease-lost.ts'
import { phases, wantFailed } from './phases.ts'
import { QuietBatches } from './quiet-batches.ts'
import { removeConnection } from './remove-connection.ts'
import { mostAttempts, settleFailure } from './settle-failure.ts'
import {
  advanceRun,
  beginRun,
  claimConnection,
  findAsked,
  findRun,
  isHeld,
  releaseConnection,
  renewConnection,
} from './store.ts'
import type { BaseStep, SyncApp, SyncStep } from './sync-app.ts'

/**
 * Long enough that a connector which begins anew costs little, short enough that other connections and a stop need not wait
 * long.
 */
const usualStepMs = 15_000

/**
 * Does one step of a connection: as many batches as fit into the time. The lane's `container` is the id of the connection. Its
 * lease lets one worker at a time have it, and everything that the step stores is refused once another has taken over.
 */
export async function runSyncStep(app: SyncApp, cell: Cell, lane: Lane): Promise<NextStep> {
  const key = { shard: lane.shard, org: lane.org, id: lane.container }
  const claimed = await claim(app, cell, key)
  if (!claimed) return 'done'
  const { connection, run, isNew } = claimed
  const renewal = renew(app, cell, connection)
  const signal = AbortSignal.any([renewal.signal, app.stopping])
  try {
    const organization = await unscoped(app.cells.directory, db => findJobOrganization(db, key.org))
    if (!organization) return 'done'
    const next = run
      ? await runPhases(await openStep(app, cell, { organization, connection, run, signal }), isNew)
      : await removeConnection(baseStep(app, cell, { organization, connection, signal }))
    if (next !== 'done') await inScope(cell, { org: key.org }, db => releaseConnection(db, connection))
    return next === 'done' ? await lookAgain(cell, key) : next
  } catch (error) {
    const next = await settleFailure({ app, cell, connection, run, signal }, error)
    return next === 'done' ? await lookAgain(cell, key) : next
  } finally {
    renewal.release()
  }
}

type Claimed = { connection: ConnectionRow; run: RunRow | undefined; isNew: boolean }

/** Takes the connection and, unless it is to be removed, begins its run or goes on with it. */
function claim(app: SyncApp, cell: Cell, key: ConnectionKey): Promise<Claimed | undefined> {
  return inScope(cell, { org: key.org }, async db => {
    const asked = await findAsked(db, key)
    const connection = asked && (await claimConnection(db, key, app.leaseMs))
    if (!asked || !connection) return undefined
    if (connection.state === 'deleting') return { connection, run: undefined, isNew: false }
    const current = connection.currentRun && (await findRun(db, connection, connection.currentRun))
    const run = current || (await beginRun(db, { ...connection, ...asked }))
    return { connection: { ...connection, currentRun: run.id }, run, isNew: !current }
  })
}

function renew(app: SyncApp, cell: Cell, connection: ConnectionRow): LeaseHandle {
  return startRenewal(
    app.leaseMs / 3,
    () =>
      inScope(cell.leases, { org: connection.org }, async db => {
        await waitBriefly(db)
        return renewConnection(db, connection, app.leaseMs)
      }),
    () => new LeaseLost(),
  )
}

function baseStep(
  app: SyncApp,
  cell: Cell,
  {
    organization,
    connection,
    signal,
  }: { organization: Organization; connection: ConnectionRow; signal: AbortSignal },
): BaseStep {
  const until = performance.now() + (app.stepMs ?? usualStepMs)
  const scope = { org: connection.org }
  return {
    app,
    connection,
    signal,
    principal: {
      organization,
      key: { id: connection.createdBy, name: connection.provider },
      containerTag: undefined,
    },
    isOver: () => performance.now() > until || app.stopping.aborted,
    save: write =>
      inScope(cell, scope, async db => {
        if (!(await isHeld(db, connection))) throw new LeaseLost()
        return write(db)
      }),
    read: read => inScope(cell, scope, read),
  }
}

async function openStep(
  app: SyncApp,
  cell: Cell,
  given: { organization: Organization; connection: ConnectionRow; run: RunRow; signal: AbortSignal },
): Promise<SyncStep> {
  const { connection, run, signal } = given
  const connector = await app.sources.connectors.find(connection.provider)
  if (!connector)
    throw new SourceError(
      'settings_invalid',
      `This server has no connector for ${connection.provider} any more`,
    )
  const source = openSource(app, connector, connection, signal)
  return { ...baseStep(app, cell, given), run, connector, source, quiet: new QuietBatches() }
}

const following: Record<Exclude<RunPhase, 'done'>, RunPhase> = { fetch: 'pull', pull: 'prune', prune: 'done' }

async function runPhases(step: SyncStep, isNew: boolean): Promise<NextStep> {
  const { app, run, connection, principal } = step
  if (connection.attempts > mostAttempts)
    throw new SourceError(
      'internal',
      'The run ended its workers several times. Look at the log of the worker',
    )
  // An organization whose documents have waited for too long gets no further ones.
  await app.imports?.check(principal.organization)
  if (isNew && run.pulls && run.trigger !== 'event') await wantFailed(step)
  while (run.phase !== 'done') {
    if ((await phases[run.phase](step)) === 'again') return 'again'
    const phase = following[run.phase]
    if (phase !== 'done') await step.save(db => advanceRun(db, connection, run.id, { phase }))
    run.phase = phase
  }
  await finishRun(step)
  return 'done'
}

/** Whoever asked for a run meanwhile, or deleted the connection, found this one, and perhaps queued no wake. */
async function lookAgain(cell: Cell, key: ConnectionKey): Promise<NextStep> {
  const asked = await inScope(cell, { org: key.org }, db => findAsked(db, key))
  return asked?.isAsked ? 'again' : 'done'
}

/** Wakes connections that are due and that no worker holds. */
export async function wakeConnections(
  cell: Cell,
  queue: Pick<WakeQueue, 'wakeInBatches'>,
  signal?: AbortSignal,
): Promise<void> {
  await wakeContainers(cell, queue, lanes.sync, findDueConnections, signal)
}

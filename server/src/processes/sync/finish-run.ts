import { sealSubscription } from '../../features/connections/credentials.ts'
import { eventAddress } from '../../features/connections/event-address.ts'
import { openSource } from '../../features/connections/open-source.ts'
import type { Subscription } from '../../platform/connectors/connector.ts'
import { inScope } from '../../platform/db/tx.ts'
import { LeaseLost } from './lease-lost.ts'
import { hiddenItems } from './phases.ts'
import { nextRunAfter } from './schedule.ts'
import { endRun, lockAnyState } from './store.ts'
import type { SyncStep } from './sync-app.ts'

/** Ends a run that is up to date, and plans the next. */
export async function finishRun(step: SyncStep): Promise<void> {
  const { app, connector, connection, run } = step
  const subscription = await subscribe(step)
  const isWhole = run.pulls && hiddenItems(step) === undefined
  const nextRunAt = run.pulls
    ? nextRunAfter(connection, connector.describe.everyMinutes)
    : connection.nextRunAt
  const sealed = subscription && sealSubscription(app, connection, subscription)
  try {
    await step.save(db => endRun(db, connection, run.id, { nextRunAt, subscription: sealed, isWhole }))
  } catch (error) {
    if (subscription && error instanceof LeaseLost) await withdraw(step, subscription)
    throw error
  }
  app.onRun?.('completed', (Date.now() - run.startedAt.getTime()) / 1000)
}

/**
 * Registers for events or renews the registration. It only makes changes arrive sooner, so a failure is reported and the run
 * succeeds.
 */
async function subscribe({
  app,
  connector,
  connection,
  source,
  run,
}: SyncStep): Promise<Subscription | undefined> {
  if (!connector.subscribe || !run.pulls || app.sources.publicUrl === '') return undefined
  try {
    return await connector.subscribe(source, eventAddress(app.sources.publicUrl, connection))
  } catch (error) {
    app.onError(error)
    return undefined
  }
}

/** Of a connection that was deleted while the run registered for events, nobody else knows the registration. */
async function withdraw({ app, connector, connection }: SyncStep, subscription: Subscription) {
  const cell = app.cells.of(connection.shard)
  const state = await inScope(cell, { org: connection.org }, db => lockAnyState(db, connection))
  if (state !== undefined && state !== 'deleting') return
  const source = openSource(app, connector, connection, AbortSignal.timeout(mostClosingMs))
  await connector.close?.({ ...source, subscription }).catch(error => app.onError(error))
}

const mostClosingMs = 30_000

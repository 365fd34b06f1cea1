import { sealSubscription } from '../../features/connections/credentials.ts'
import { eventAddress } from '../../features/connections/event-address.ts'
import type { SealedValue } from '../../platform/lib/seal.ts'
import { hiddenItems } from './phases.ts'
import { nextRunAfter } from './schedule.ts'
import { endRun } from './store.ts'
import type { SyncStep } from './sync-app.ts'

/** Ends a run that is up to date, and plans the next. */
export async function finishRun(step: SyncStep): Promise<void> {
  const { app, connector, connection, run } = step
  const subscription = await subscribe(step)
  const isWhole = run.pulls && hiddenItems(step) === undefined
  const nextRunAt = run.pulls
    ? nextRunAfter(connection, connector.describe.everyMinutes)
    : connection.nextRunAt
  await step.save(db => endRun(db, connection, run.id, { nextRunAt, subscription, isWhole }))
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
}: SyncStep): Promise<SealedValue | undefined> {
  if (!connector.subscribe || !run.pulls || app.sources.publicUrl === '') return undefined
  try {
    const subscription = await connector.subscribe(source, eventAddress(app.sources.publicUrl, connection))
    return subscription && sealSubscription(app, connection, subscription)
  } catch (error) {
    app.onError(error)
    return undefined
  }
}

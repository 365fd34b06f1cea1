import { sayEvery } from '../../measure/report.ts'
import { createClient, install } from '../installation.ts'
import { command } from '../trial.ts'
import { countBroken } from './broken-invariants.ts'
import { type Damage, planFaults, type Targets } from './faults.ts'
import { compareMemories, Talk } from './talk.ts'

/** Shorter than the defaults, so that leases of a killed worker expire in seconds; the mechanism is the same. */
export const quick = {
  LEASE_MS: '5000',
  RECONCILE_MS: '3000',
  DREAM_QUIET_MS: '500',
  DREAM_MAX_WAIT_MS: '3000',
  EMBEDDER_THREADS: '1',
}

/**
 * Conversations are dreamed of while workers are killed, Postgres crashes and the queue is emptied, and again in a
 * second organization without faults. Both end with the same memories: words, versions, chains and sources.
 */
export const dreams = command({
  options: { conversations: 1_000, workerKills: 6, postgresKills: 1, concurrency: 8 },
  deadlineSeconds: ({ conversations }) => 240 + conversations / 2,
  async run(trial, options) {
    const done: Damage = { workerKills: 0, postgresKills: 0, wakesDeleted: 0 }
    const { conversations, concurrency } = options
    const cluster = await trial.clusters.create('a')
    const settings = await install(trial, [cluster], quick)
    const api = await trial.processes.start('serve', 'api', settings)
    const disturbed = new Talk(await createClient(trial, settings, 'disturbed', api.url), cluster)
    const peaceful = new Talk(await createClient(trial, settings, 'peaceful', api.url), cluster)
    const workers = await Promise.all(
      ['worker-1', 'worker-2'].map(name => trial.processes.start('worker', name, settings)),
    )
    const progress = sayEvery(
      5,
      () =>
        `${disturbed}; killed ${done.workerKills} workers, ${done.postgresKills} Postgres; in peace ${peaceful}`,
    )
    const last = Math.floor(conversations * 0.9)
    const sending = disturbed.send(0, last, concurrency)
    const sendLast = () => disturbed.send(last, conversations, concurrency)
    await Promise.all([sending, strike(disturbed, { cluster, workers, done, sending, sendLast }, options)])
    await disturbed.untilDreamed(conversations)
    await peaceful.send(0, conversations, concurrency)
    await peaceful.untilDreamed(conversations)
    progress.stop()
    const { missing, surplus, memories } = await compareMemories(disturbed, peaceful)
    const crashes = trial.processes.crashes
    const invariantsBroken = await countBroken(cluster)
    Object.assign(trial.figures, {
      conversations,
      memories,
      missing,
      surplus,
      invariantsBroken,
      crashes,
      ...done,
    })
    return missing === 0 && surplus === 0 && memories > 0 && invariantsBroken === 0 && crashes === 0
  },
})

/** The first fault comes in the middle of the adds; the others are spread evenly over the progress of dreaming. */
async function strike(
  talk: Talk,
  targets: Targets,
  options: { conversations: number; workerKills: number; postgresKills: number },
): Promise<void> {
  const faults = planFaults(options)
  for (const [turn, fault] of faults.entries()) {
    if (turn === 0) await talk.untilAccepted(options.conversations * 0.2)
    else await talk.untilDreamed((options.conversations * 0.9 * turn) / faults.length)
    await fault(targets, turn)
  }
}

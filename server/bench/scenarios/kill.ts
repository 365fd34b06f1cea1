import { say, sayEvery } from '../../measure/report.ts'
import type { Cluster } from '../clusters.ts'
import { createClient, install } from '../installation.ts'
import { command, type Trial } from '../trial.ts'
import { countBroken } from './broken-invariants.ts'
import { type Damage, planFaults, type Targets } from './faults.ts'
import { recount } from './recount.ts'
import { Submission } from './submission.ts'

/** Shorter than the defaults, so that leases of a killed worker expire in seconds; the mechanism is the same. */
const quick = { LEASE_MS: '5000', RECONCILE_MS: '3000', EMBEDDER_THREADS: '1' }

/** Each of these must be zero. `crashes` are exits of our processes that nobody asked for. */
const broken = {
  lost: null,
  doubled: null,
  stuck: null,
  failed: null,
  countersWrong: null,
  termCountsWrong: null,
  invariantsBroken: null,
  crashes: null,
  internalErrors: null,
}

type Options = { documents: number; workerKills: number; postgresKills: number; concurrency: number }

/**
 * Sends documents while workers are killed, Postgres crashes and the queue is emptied. Every acknowledged add ends
 * `done`, once, and every counter is right. Adds without an answer are retried, as clients do.
 */
export const kill = command({
  options: { documents: 10_000, workerKills: 10, postgresKills: 2, concurrency: 16 },
  deadlineSeconds: ({ documents }) => 240 + documents / 12,
  async run(trial, options) {
    const done: Damage = { workerKills: 0, postgresKills: 0, wakesDeleted: 0 }
    Object.assign(trial.figures, { documents: 0, ...broken, ...done })
    const cluster = await trial.clusters.create('a')
    const { submission, workers } = await start(trial, cluster)
    const progress = sayEvery(5, () => {
      Object.assign(trial.figures, { documents: submission.accepted.size, ...done })
      return `${submission}; killed ${done.workerKills} workers, ${done.postgresKills} Postgres`
    })
    const { documents, concurrency } = options
    const last = Math.floor(documents * 0.95)
    const sending = submission.send(0, last, concurrency)
    const sendLast = () => submission.send(last, documents, concurrency)
    const striking = strike(submission, { cluster, workers, done, sending, sendLast }, options)
    await Promise.all([sending, striking])
    await submission.untilDone(documents)
    progress.stop()
    Object.assign(trial.figures, { documents: submission.accepted.size, ...done })
    return conclude(trial, submission, cluster)
  },
})

async function start(trial: Trial, cluster: Cluster) {
  const settings = await install(trial, [cluster], quick)
  const api = await trial.processes.start('serve', 'api', settings)
  const submission = new Submission([
    await createClient(trial, settings, 'north', api.url),
    await createClient(trial, settings, 'south', api.url),
  ])
  const workers = await Promise.all(
    ['worker-1', 'worker-2'].map(name => trial.processes.start('worker', name, settings)),
  )
  say(`one API and two worker processes; LEASE_MS=${quick.LEASE_MS}, RECONCILE_MS=${quick.RECONCILE_MS}`)
  return { submission, workers }
}

/** The first fault comes in the middle of the adds; the others are spread evenly over the documents done. */
async function strike(submission: Submission, targets: Targets, options: Options): Promise<void> {
  const faults = planFaults(options)
  for (const [turn, fault] of faults.entries()) {
    if (turn === 0) await submission.untilAccepted(options.documents * 0.2)
    else await submission.untilDone((options.documents * (turn + 0.5)) / (faults.length + 0.5))
    await fault(targets, turn)
  }
}

async function conclude(trial: Trial, submission: Submission, cluster: Cluster): Promise<boolean> {
  const { answers } = submission
  say(`answers: ${JSON.stringify(answers)}`)
  Object.assign(trial.figures, await recount(cluster, submission.accepted), {
    invariantsBroken: await countBroken(cluster),
    crashes: trial.processes.crashes,
    internalErrors: answers['500 internal'] ?? 0,
    // Adds during the outage, which were retried.
    refused: (answers['503 cell.unavailable'] ?? 0) + (answers.none ?? 0),
  })
  const wrong = Object.keys(broken).filter(name => trial.figures[name] !== 0)
  if (wrong.length > 0) say(`not zero: ${wrong.join(', ')}`)
  // Without a lost wake the reconciler has proved nothing.
  return wrong.length === 0 && trial.figures.wakesDeleted !== 0
}

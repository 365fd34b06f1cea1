import { setTimeout as sleep } from 'node:timers/promises'
import { say, sayEvery } from '../../measure/report.ts'
import { type Receiver, startReceiver } from '../../test/webhook-receiver.ts'
import type { Cluster } from '../clusters.ts'
import { createClient, install } from '../installation.ts'
import type { Reverie } from '../processes.ts'
import { command, type Trial } from '../trial.ts'
import { Submission } from './submission.ts'

/** Leases of events end after 21 s with this timeout; the mechanism is the same with the default. */
const quick = {
  LEASE_MS: '5000',
  RECONCILE_MS: '3000',
  EMBEDDER_THREADS: '1',
  WEBHOOK_TIMEOUT_MS: '500',
  FETCH_ALLOW: '127.0.0.1',
}

/** Each of these must be zero. */
const broken = { lost: null, pending: null, failed: null, unsigned: null, crashes: null }

/**
 * Sends documents while workers are killed at random moments and Postgres crashes. One answer in fifteen of the receiver is
 * an error. Every document that ends is told of, and every event that was noted arrives.
 */
export const webhooks = command({
  options: { documents: 1_000, workerKills: 12, postgresKills: 1, concurrency: 8 },
  deadlineSeconds: ({ documents }) => 300 + documents / 5,
  async run(trial, { documents, workerKills, postgresKills, concurrency }) {
    Object.assign(trial.figures, { documents, ...broken })
    const receiver = await startReceiver()
    failSometimes(receiver)
    const cluster = await trial.clusters.create('a')
    const { submission, workers } = await start(trial, cluster, receiver)
    const progress = sayEvery(5, () => `${submission}; ${receiver.messages.length} messages`)
    const sending = submission.send(0, documents, concurrency)
    const striking = strike(cluster, workers, { workerKills, postgresKills })
    await Promise.all([sending, striking])
    await submission.untilDone(documents)
    await untilSent(cluster)
    progress.stop()
    Object.assign(trial.figures, { workerKills, postgresKills })
    const ok = await conclude(trial, submission, cluster, receiver)
    await receiver.close()
    return ok
  },
})

/** The first attempt of some events fails. The next one comes after five seconds. */
function failSometimes(receiver: Receiver): void {
  receiver.answer('/hook', response => {
    const { id } = receiver.messages.at(-1)!
    const isFirst = receiver.messages.filter(message => message.id === id).length === 1
    const fails = isFirst && id.charCodeAt(id.length - 1) % 15 === 0
    response.writeHead(fails ? 503 : 204).end()
  })
}

async function start(trial: Trial, cluster: Cluster, receiver: Receiver) {
  const settings = await install(trial, [cluster], quick)
  const api = await trial.processes.start('serve', 'api', settings)
  const clients = [
    await createClient(trial, settings, 'north', api.url),
    await createClient(trial, settings, 'south', api.url),
  ] as const
  for (const client of clients) {
    const { status } = await client.request('POST', '/v3/webhooks', {
      url: `${receiver.url}/hook`,
      events: ['document.done', 'document.failed', 'memory.formed', 'memory.superseded', 'memory.forgotten'],
    })
    if (status !== 201) throw new Error(`the webhook was refused with ${status}`)
  }
  const workers = await Promise.all(
    ['worker-1', 'worker-2'].map(name => trial.processes.start('worker', name, settings)),
  )
  return { submission: new Submission([...clients]), workers }
}

/** Kills by SIGKILL after a random time of work, so that some die between an answer and its record. */
async function strike(
  cluster: Cluster,
  workers: readonly Reverie[],
  { workerKills, postgresKills }: { workerKills: number; postgresKills: number },
): Promise<void> {
  for (let kills = 0; kills < workerKills; kills++) {
    const worker = workers[kills % workers.length]!
    await worker.answers()
    await sleep(Math.random() * 2_500)
    say(`kill ${kills + 1} of ${workerKills}`)
    await worker.kill()
    if (kills >= postgresKills) continue
    await cluster.crash()
    await cluster.start()
  }
}

type Counts = { pending: number; failed: number; events: number }

async function countDeliveries(cluster: Cluster): Promise<Counts> {
  const [counts] = await cluster.query<Counts>(
    `select count(*) filter (where state = 'pending')::int as pending, count(*) filter (where state = 'failed')::int as failed,
            count(*)::int as events from cell.webhook_deliveries`,
    [],
  )
  return counts!
}

/** Dreaming goes on for a while after the last document, and notes events until it ends. */
async function untilSent(cluster: Cluster): Promise<void> {
  for (let quiet = 0; quiet < 3; ) {
    const { pending } = await countDeliveries(cluster)
    quiet = pending === 0 ? quiet + 1 : 0
    await sleep(500)
  }
}

async function conclude(
  trial: Trial,
  submission: Submission,
  cluster: Cluster,
  { messages }: Receiver,
): Promise<boolean> {
  const done = new Set(
    messages.filter(({ body }) => body.type === 'document.done').map(({ body }) => body.data.id),
  )
  const lost = [...submission.accepted.values()].filter(({ id }) => !done.has(id)).length
  const { pending, failed, events } = await countDeliveries(cluster)
  const arrived = new Set(messages.map(({ id }) => id)).size
  Object.assign(trial.figures, {
    lost: lost + Math.max(0, events - arrived),
    pending,
    failed,
    unsigned: messages.filter(({ headers }) => !headers['webhook-signature']).length,
    crashes: trial.processes.crashes,
    events,
    messages: messages.length,
    // Allowed: at least once.
    repeated: messages.length - arrived,
  })
  const wrong = Object.keys(broken).filter(name => trial.figures[name] !== 0)
  if (wrong.length > 0) say(`not zero: ${wrong.join(', ')}`)
  return wrong.length === 0
}

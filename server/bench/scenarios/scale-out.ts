import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../../measure/percentile.ts'
import { say } from '../../measure/report.ts'
import { type Client, concurrently } from '../client.ts'
import { createClient, install } from '../installation.ts'
import type { Settings } from '../supervised.ts'
import { shortText } from '../texts.ts'
import { command, type Trial } from '../trial.ts'

const double = join(import.meta.dirname, '../../test/embedding-server.ts')
const goals = { two: 1.8, four: 3.2 }

/**
 * One container, a slow embedder, and one, two or four worker processes with one slot each: the rate at which they
 * drain the container. The embedder only waits, so this measures whether workers get in each other's way.
 */
export const scaleOut = command({
  options: { documents: 1_360, delayMs: 200, rounds: 3 },
  deadlineSeconds: ({ documents, rounds }) => 120 + rounds * documents * 0.15,
  async run(trial, { documents, delayMs, rounds }) {
    const settings = await startSystem(trial, delayMs)
    const api = await trial.processes.start('serve', 'api', settings)
    const client = await createClient(trial, settings, 'scale-out', api.url)
    const rates: Record<number, number[]> = { 1: [], 2: [], 4: [] }
    for (let round = 1; round <= rounds; round++) {
      for (const workers of [1, 2, 4]) {
        const seconds = await drain(trial, settings, client, { workers, documents, round })
        rates[workers]!.push(documents / seconds)
        say(`round ${round}: ${workers} workers, ${(documents / seconds).toFixed(0)} documents/s`)
      }
    }
    const [one, two, four] = [1, 2, 4].map(workers => percentile(rates[workers]!, 0.5)) as [
      number,
      number,
      number,
    ]
    const ratio = (rate: number) => Math.round((rate / one) * 100) / 100
    Object.assign(trial.figures, {
      documents,
      delayMs,
      rounds,
      rate1: Math.round(one),
      rate2: Math.round(two),
      rate4: Math.round(four),
      ratio2: ratio(two),
      ratio4: ratio(four),
      goal2: goals.two,
      goal4: goals.four,
    })
    return ratio(two) >= goals.two && ratio(four) >= goals.four
  },
})

async function startSystem(trial: Trial, delayMs: number): Promise<Settings> {
  const { port } = await trial.processes.startProgram('embeddings', port => [
    double,
    '--port',
    String(port),
    '--delay',
    String(delayMs),
  ])
  return install(trial, [await trial.clusters.create('a')], {
    EMBEDDER: 'http',
    EMBEDDER_URL: `http://127.0.0.1:${port}/v1`,
    EMBEDDER_MODEL: 'double',
    WORKER_SLOTS: '1',
  })
}

type Round = { workers: number; documents: number; round: number }

/** Seconds from the moment all workers may begin to the last document done. */
async function drain(trial: Trial, settings: Settings, client: Client, run: Round): Promise<number> {
  const containerTag = `round-${run.round}-with-${run.workers}`
  const workers = await Promise.all(
    Array.from({ length: run.workers }, (_, i) =>
      trial.processes.start('worker', `worker-${i + 1}`, settings),
    ),
  )
  // Workers are stopped while the container is filled, so that all begin at the same moment. They are not stopped
  // while they connect, because a connection that takes too long counts as failed.
  await sleep(1_000)
  for (const worker of workers) worker.signal('SIGSTOP')
  await concurrently(run.documents, 16, async n => {
    await client.mustAdd({ content: shortText(n), containerTag, taskType: 'rag' })
  })
  const started = performance.now()
  for (const worker of workers) worker.signal('SIGCONT')
  while ((await client.countPending(containerTag)) !== 0) await sleep(25)
  const seconds = (performance.now() - started) / 1000
  await Promise.all(workers.map(worker => worker.end()))
  return seconds
}

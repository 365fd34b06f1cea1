import { say } from '../measure/report.ts'
import type { App } from '../src/app/app.ts'
import { startWorker } from '../src/edges/worker/start-worker.ts'
import { addMany } from '../src/features/documents/add-many.ts'
import type { Bench } from './bare/bench.ts'
import { type Figure, rateOf } from './bare/figure.ts'
import { timed } from './bare/measure.ts'
import { hundredTokensOf } from './bare/plain-texts.ts'
import { type BenchApp, startApp } from './bare/start-app.ts'

/**
 * A worker that drains short documents of one chunk each, against the same texts given to the same model's threads at
 * once.
 */
export async function benchPipeline(bench: Bench): Promise<Figure[]> {
  const embedder = await bench.localEmbedder()
  const app = await startApp(bench.databaseUrl, embedder)
  const rounds = 2
  const perRound = bench.isQuick ? 200 : 750
  const seconds = { ours: 0, bare: 0 }
  try {
    // One unmeasured round warms up threads, pools and plans, as in a process that runs for weeks.
    await drain(app, textsOf(-1, 64))
    for (let round = 0; round < rounds; round++) {
      say(`pipeline: round ${round + 1} of ${rounds}`)
      const texts = textsOf(round, perRound)
      seconds.bare += (await timed(() => embedder.embed(texts, { purpose: 'document' }))) / 1000
      seconds.ours += await drain(app, texts)
    }
    const total = rounds * perRound
    return [rateOf('pipeline_chunks', total / seconds.ours, total / seconds.bare, { atLeast: 0.85 })]
  } finally {
    await app.stop()
  }
}

export function textsOf(round: number, count: number): string[] {
  return Array.from({ length: count }, (_, i) => hundredTokensOf((round + 1) * 10_000 + i))
}

/**
 * Dreaming starts when a container is quiet, which may be during the next round. It is not part of the pipeline, so
 * it is delayed.
 */
const withoutDreams = { DREAM_QUIET_MS: 3_600_000, DREAM_MAX_WAIT_MS: 3_600_000 }

/** Seconds from the start of a worker until these texts, and as many documents that were queued before, are done. */
export async function drain({ app, organization }: BenchApp, texts: string[], queued = 0): Promise<number> {
  const principal = { organization, key: { id: 'bench', name: 'bench' }, containerTag: undefined }
  const bodies = texts.map(content => ({ content, containerTag: 'pipeline' }))
  if (bodies.length > 0) await addMany(app, principal, bodies, { source: 'bench' })
  const wanted = (await countDone(app)) + texts.length + queued
  const started = performance.now()
  const worker = startWorker({ ...app, config: { ...app.config, ...withoutDreams } })
  try {
    while ((await countDone(app)) < wanted) await new Promise(resolve => setTimeout(resolve, 5))
    return (performance.now() - started) / 1000
  } finally {
    await worker.stop()
  }
}

/**
 * Read from the worker's own metrics: asking the database fifty times a second took a hundredth of the measured time.
 */
async function countDone({ metrics }: App): Promise<number> {
  const { values } = await metrics.documentsProcessed.get()
  const count = (outcome: string) => values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0
  if (count('failed') > 0) throw new Error(`${count('failed')} documents failed`)
  return count('done')
}

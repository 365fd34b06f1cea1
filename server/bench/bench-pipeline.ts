import type pg from 'pg'
import { addMany } from '../src/documents/add-many.ts'
import { startWorker } from '../src/worker/start-worker.ts'
import type { Bench } from './bare/bench.ts'
import { connect } from './bare/database.ts'
import { type Figure, rateOf } from './bare/figure.ts'
import { timed } from './bare/measure.ts'
import { hundredTokensOf } from './bare/plain-texts.ts'
import { type BenchApp, startApp } from './bare/start-app.ts'
import { say } from './report.ts'

/** A worker that drains short documents, one chunk each, against the same texts given to the same model's threads at once. */
export async function benchPipeline(bench: Bench): Promise<Figure[]> {
  const embedder = await bench.localEmbedder()
  const app = await startApp(bench.databaseUrl, embedder)
  const client = await connect(bench.databaseUrl)
  const rounds = 2
  const perRound = bench.isQuick ? 200 : 750
  const seconds = { ours: 0, bare: 0 }
  try {
    // Once outside the account: threads, pools and plans are warm then, as they are in a process that lives for weeks.
    await drain(app, client, textsOf(-1, 64))
    for (let round = 0; round < rounds; round++) {
      say(`pipeline: round ${round + 1} of ${rounds}`)
      const texts = textsOf(round, perRound)
      seconds.bare += (await timed(() => embedder.embed(texts, { purpose: 'document' }))) / 1000
      seconds.ours += await drain(app, client, texts)
    }
    const total = rounds * perRound
    return [rateOf('pipeline_chunks', total / seconds.ours, total / seconds.bare, { atLeast: 0.85 })]
  } finally {
    await client.end()
    await app.stop()
  }
}

function textsOf(round: number, count: number): string[] {
  return Array.from({ length: count }, (_, i) => hundredTokensOf((round + 1) * 10_000 + i))
}

/** Seconds from the start of a worker until everything queued before is done. */
async function drain({ app, organization }: BenchApp, client: pg.Client, texts: string[]): Promise<number> {
  const principal = { organization, key: { id: 'bench', name: 'bench' }, containerTag: undefined }
  const bodies = texts.map(content => ({ content, containerTag: 'pipeline' }))
  await addMany(app, principal, bodies, { source: 'bench' })
  const started = performance.now()
  const worker = startWorker(app)
  try {
    while ((await countPending(client)) > 0) await new Promise(resolve => setTimeout(resolve, 20))
    return (performance.now() - started) / 1000
  } finally {
    await worker.stop()
  }
}

async function countPending(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pending: number; failed: number }>(
    `select pending::int, failed::int from cell.containers where tag = 'pipeline'`,
  )
  if (rows[0]!.failed > 0) throw new Error(`${rows[0]!.failed} documents failed`)
  return rows[0]!.pending
}

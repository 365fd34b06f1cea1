import { setTimeout as sleep } from 'node:timers/promises'
import { spreadOf } from '../../measure/percentile.ts'
import { say, sayEvery } from '../../measure/report.ts'
import type { Client } from '../client.ts'
import { createClient, install } from '../installation.ts'
import { shortText, uniqueWord } from '../texts.ts'
import { command, verdict } from '../trial.ts'

const goalMs = 1_000
const pollMs = 20

/** From POST to a search hit on an idle system, with API and worker in one process at default settings. */
export const latency = command({
  options: { texts: 200 },
  deadlineSeconds: ({ texts }) => 60 + texts * 5,
  async run(trial, { texts }) {
    const settings = await install(trial, [await trial.clusters.create('a')])
    const reverie = await trial.processes.start('all', 'all', settings)
    const client = await createClient(trial, settings, 'latency', reverie.url)
    const times: number[] = []
    const progress = sayEvery(5, () => `${times.length} of ${texts} texts found`)
    // The first text finds everything cold: connections, caches, the container itself. It is shown separately.
    trial.figures.firstMs = Math.round(await timeToFound(client, 0))
    for (let n = 1; n <= texts; n++) {
      // At varying moments of the worker's polling.
      await sleep((n * 37) % 200)
      times.push(await timeToFound(client, n))
      trial.figures.texts = times.length
    }
    progress.stop()
    const { p50, p95, max } = spreadOf(times)
    Object.assign(trial.figures, { p50Ms: p50, p95Ms: p95, maxMs: max, goalMs })
    say(`found after ${p50} ms (p50), ${p95} ms (p95), ${max} ms at most`)
    return verdict(true, p95 < goalMs)
  },
})

async function timeToFound(client: Client, n: number): Promise<number> {
  const started = performance.now()
  const id = await client.mustAdd({ content: shortText(n), containerTag: 'notes' })
  for (;;) {
    const { status, body } = await client.search(`What is ${uniqueWord(n)}?`, 'notes')
    if (status !== 200) throw new Error(`a search answered ${status}`)
    if (body.results!.some(({ documentId }) => documentId === id)) return performance.now() - started
    await sleep(pollMs)
  }
}

import { say } from '../measure/report.ts'
import { startReceiver } from '../test/webhook-receiver.ts'
import type { Bench } from './bare/bench.ts'
import { type Figure, rateOf } from './bare/figure.ts'
import { openHttpClient } from './bare/http-client.ts'
import { kilobyteOf } from './bare/plain-texts.ts'
import { type BenchApp, startApp } from './bare/start-app.ts'
import { drain, textsOf } from './bench-pipeline.ts'
import { concurrently } from './client.ts'

const width = 16

/**
 * What a webhook costs: adds a second, and documents a second of a worker, with an endpoint that gets every event against
 * the same without one. Both take turns in one run. The receiver shares the process, and so its core.
 */
export async function benchWebhooks(bench: Bench): Promise<Figure[]> {
  const app = await startApp(bench.databaseUrl, await bench.localEmbedder(), undefined, {
    FETCH_ALLOW: '127.0.0.1',
  })
  const receiver = await startReceiver()
  const http = openHttpClient(app.url, app.key, width)
  const rounds = bench.isQuick ? 2 : 4
  const seconds = { add: { with: 0, without: 0 }, pipeline: { with: 0, without: 0 } }
  const [adds, documents] = bench.isQuick ? [400, 200] : [800, 400]
  try {
    const id = await createWebhook(app, receiver.url)
    await drain(app, textsOf(-1, 64))
    for (let round = 0; round < rounds * 2; round++) {
      const side = round % 2 === 0 ? 'with' : 'without'
      say(`webhooks: round ${round + 1} of ${rounds * 2}, ${side}`)
      await setEnabled(app, id, side === 'with')
      const started = performance.now()
      await concurrently(adds, width, async i => {
        await http.post('/v3/documents', {
          content: kilobyteOf(i),
          containerTag: `adds_${round}`,
          taskType: 'rag',
        })
      })
      seconds.add[side] += (performance.now() - started) / 1000
      // The documents of the adds are not part of the next measurement.
      await drain(app, [], adds)
      seconds.pipeline[side] += await drain(app, textsOf(round, documents))
    }
    say(`${receiver.messages.length} messages arrived`)
    const rate = (part: 'add' | 'pipeline', count: number) =>
      rateOf(
        `webhooks_${part}`,
        (rounds * count) / seconds[part].with,
        (rounds * count) / seconds[part].without,
        { atLeast: 0.9 },
      )
    return [rate('add', adds), rate('pipeline', documents)]
  } finally {
    http.close()
    await app.stop()
    await receiver.close()
  }
}

async function createWebhook(app: BenchApp, url: string): Promise<string> {
  const { id } = await call(app, 'POST', '/v3/webhooks', { url, events: ['document.done', 'memory.formed'] })
  return id
}

const setEnabled = (app: BenchApp, id: string, enabled: boolean) =>
  call(app, 'PATCH', `/v3/webhooks/${id}`, { enabled })

async function call(
  { url, key }: BenchApp,
  method: string,
  path: string,
  body: unknown,
): Promise<{ id: string }> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as { id: string }
}

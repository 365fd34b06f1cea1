import type pg from 'pg'
import { connect } from '../measure/connect.ts'
import { say } from '../measure/report.ts'
import { newId } from '../src/platform/lib/ids.ts'
import type { Bench } from './bare/bench.ts'
import { type Figure, figureOf, rateOf } from './bare/figure.ts'
import { openHttpClient } from './bare/http-client.ts'
import { compare, timed } from './bare/measure.ts'
import { createPlainTable, plainInsert } from './bare/plain-table.ts'
import { kilobyteOf } from './bare/plain-texts.ts'
import { type BenchApp, startApp } from './bare/start-app.ts'
import { concurrently } from './client.ts'

const width = 16

/** `POST /v3/documents` against a prepared single-row insert of the same text; both are durable when they answer. */
export async function benchAdd(bench: Bench): Promise<Figure[]> {
  const app = await startApp(bench.databaseUrl, await bench.localEmbedder())
  const client = await connect(bench.databaseUrl)
  try {
    await createPlainTable(client)
    await warmUp(app, client, bench.isQuick ? 500 : 3_000)
    return [
      await compareSingle(app, client, bench.isQuick),
      await compareFlush(client),
      await compareTogether(app, bench, { where: 'one container', tagOf: () => 'together', goal: 1_500 }),
      await compareTogether(app, bench, {
        where: `${width} containers`,
        tagOf: i => `together_${i % width}`,
        goal: 2_000,
      }),
    ]
  } finally {
    await client.end()
    await app.stop()
  }
}

/**
 * A server that has run for a minute has compiled what it runs often. A new one takes three times the CPU for its first 500
 * adds, and a fifth more for the next 1,500.
 */
async function warmUp({ url, key }: BenchApp, client: pg.Client, count: number): Promise<void> {
  say(`add: ${count} adds that do not count`)
  const http = openHttpClient(url, key, width)
  await concurrently(count, width, async i => {
    await http.post('/v3/documents', { content: kilobyteOf(i), containerTag: `warm_${i % width}` })
  })
  http.close()
  const container = newId(0)
  for (let i = 0; i < count; i++) await client.query(plainInsert(container, kilobyteOf(i)))
}

async function compareSingle({ url, key }: BenchApp, client: pg.Client, isQuick: boolean): Promise<Figure> {
  say('add: one at a time')
  const http = openHttpClient(url, key)
  const container = newId(0)
  const comparison = await compare(
    i => timed(() => http.post('/v3/documents', { content: kilobyteOf(i), containerTag: 'single' })),
    i => timed(() => client.query(plainInsert(container, kilobyteOf(i)))),
    { rounds: isQuick ? 8 : 20, perRound: 25, warmup: 50 },
  )
  http.close()
  return figureOf('add_single', comparison, { oursAtMost: 1.4 })
}

/**
 * For information: the share of the bare insert that waits for the disk. Where the disk answers from memory, this is
 * next to nothing, and the ratio above compares an HTTP request with a few dozen microseconds of Postgres.
 */
async function compareFlush(client: pg.Client): Promise<Figure> {
  const container = newId(0)
  const insert = (isFlushed: boolean) => async (i: number) => {
    await client.query(`set synchronous_commit = ${isFlushed ? 'on' : 'off'}`)
    return timed(() => client.query(plainInsert(container, kilobyteOf(i))))
  }
  const comparison = await compare(insert(true), insert(false), { rounds: 10, perRound: 10, warmup: 10 })
  await client.query('reset synchronous_commit')
  return figureOf('bare_insert_flushed_or_not', comparison)
}

/**
 * Adds per second with several clients at once. Clients and server share one process and so one core, as the bare
 * clients do.
 */
async function compareTogether(
  { url, key }: BenchApp,
  { databaseUrl, isQuick }: Bench,
  { where, tagOf, goal }: { where: string; tagOf: (i: number) => string; goal: number },
): Promise<Figure> {
  say(`add: ${width} at a time, ${where}`)
  const http = openHttpClient(url, key, width)
  const clients = await Promise.all(Array.from({ length: width }, () => connect(databaseUrl)))
  const container = newId(0)
  const count = isQuick ? 400 : 800
  const seconds = { ours: 0, bare: 0 }
  const rounds = 3
  for (let round = 0; round < rounds; round++) {
    seconds.ours += await secondsOf(() =>
      concurrently(count, width, async i => {
        await http.post('/v3/documents', { content: kilobyteOf(i), containerTag: tagOf(i) })
      }),
    )
    const free = [...clients]
    seconds.bare += await secondsOf(() =>
      concurrently(count, width, async i => {
        const client = free.pop()!
        await client.query(plainInsert(container, kilobyteOf(i)))
        free.push(client)
      }),
    )
  }
  http.close()
  await Promise.all(clients.map(client => client.end()))
  const total = count * rounds
  const rates = { ours: total / seconds.ours, bare: total / seconds.bare }
  return rateOf(`add_${width}_at_once (${where})`, rates.ours, rates.bare, { oursAtLeast: goal })
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  return (await timed(work)) / 1000
}

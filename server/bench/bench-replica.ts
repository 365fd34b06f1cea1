import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { connect } from '../measure/connect.ts'
import { percentile } from '../measure/percentile.ts'
import { printFigures, say, secondsSinceStart } from '../measure/report.ts'
import { migrateAll } from '../src/edges/cli/migrate.ts'
import { loadConfig } from '../src/platform/config.ts'
import { embeddingSetOf } from '../src/platform/providers/embedding/embedder.ts'
import { openEmbedder } from '../src/platform/providers/registry.ts'
import { freeEmbedder } from './bare/free-embedder.ts'
import { openHttpClient } from './bare/http-client.ts'
import { loadContainer, type Query } from './bare/load-container.ts'
import { timed } from './bare/measure.ts'
import { kilobyteOf } from './bare/plain-texts.ts'
import { type BenchApp, type Owner, startApp } from './bare/start-app.ts'
import { concurrently } from './client.ts'
import { type Cluster, Clusters } from './clusters.ts'

/**
 *   npm run bench -- replica          the load of searches and lists on a primary, without and with a replica; a minute
 *   --chunks N                        size of the container; default 5,000
 *   --requests N                      requests of each part; default 600
 *
 * Load is the time that Postgres spends on statements (`pg_stat_database.active_time`), for each request. Both servers share this
 * machine with the clients, so only the share that moves says something, and not the time of a request. The last line is one JSON
 * object.
 */
const { values } = parseArgs({
  options: { chunks: { type: 'string', default: '5000' }, requests: { type: 'string', default: '600' } },
})
const requests = Number(values.requests)
const width = 4
const tag = 'searched'

type Part = {
  primaryMs: number
  replicaMs: number
  p50Ms: number
  outcomes: Record<string, number>
}

const clusters = new Clusters('bench-replica')
const real = await openEmbedder(loadConfig({}))
const known = new Map<string, Float32Array>()
const embedder = freeEmbedder(real, known)
const parts: Record<string, Part> = {}
try {
  const primary = await clusters.create('primary')
  await migrateAll(loadConfig({ DATABASE_URL: primary.url }), { takeOver: true })
  const alone = await startApp(primary.url, embedder)
  const queries = await load(alone, primary)
  const standby = await clusters.create('standby', primary)
  const shared = await startApp(primary.url, embedder, alone, { REPLICA_URLS: `main=${standby.url}` })
  const bench = { primary, standby, queries }
  await untilFollowing(shared)
  await measure(bench, alone, 200, false)
  await measure(bench, shared, 200, false)
  parts.alone = await measure(bench, alone, requests, false)
  parts.shared = await measure(bench, shared, requests, false)
  parts.aloneWithAdds = await measure(bench, alone, requests, true)
  parts.sharedWithAdds = await measure(bench, shared, requests, true)
  await alone.stop()
  await shared.stop()
} finally {
  await clusters.close({ keep: false })
  await real.close()
}
const moved = (before: Part, after: Part) => Math.round((1 - after.primaryMs / before.primaryMs) * 100)
const movedPercent = moved(parts.alone!, parts.shared!)
const movedPercentWithAdds = moved(parts.aloneWithAdds!, parts.sharedWithAdds!)
printFigures(
  {
    bench: ['replica'],
    chunks: Number(values.chunks),
    requests,
    seconds: secondsSinceStart(),
    movedPercent,
    movedPercentWithAdds,
    parts,
  },
  movedPercent > 50,
)
process.exit(movedPercent > 50 ? 0 : 1)

async function load({ app, organization }: BenchApp, primary: Cluster): Promise<Query[]> {
  say(`loading ${values.chunks} chunks`)
  const client = await connect(primary.url)
  const key = await app.containers.resolve(organization, tag)
  const queries = await loadContainer(client, key, embeddingSetOf(real.model), Number(values.chunks))
  for (const { text, vector } of queries) known.set(text, vector)
  await client.query('vacuum analyze')
  await client.end()
  return queries
}

async function untilFollowing({ app }: BenchApp): Promise<void> {
  while (app.cells.all[0]!.replica!.state !== 'following') await sleep(100)
}

type Bench = { primary: Cluster; standby: Cluster; queries: readonly Query[] }

/** Three searches and a list in turn; on request 50 adds a second to another container of the organization, and 5 to this one. */
async function measure(
  { primary, standby, queries }: Bench,
  { app, url, key }: BenchApp & Owner,
  count: number,
  withAdds: boolean,
): Promise<Part> {
  const outcomes: Record<string, number> = {}
  const { replica } = app.cells.all[0]!
  if (replica)
    replica.onRead = outcome => {
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    }
  const before = await Promise.all([activeMs(primary), activeMs(standby)])
  const http = openHttpClient(url, key, width + 1)
  const taken: number[] = []
  let isOver = false
  const adding = withAdds ? addUntil(http, () => isOver) : undefined
  await concurrently(count, width, async i => {
    const { text: q } = queries[i % queries.length]!
    const ask = () =>
      i % 4 === 3
        ? http.post('/v3/documents/list', { containerTags: [tag], limit: 20 })
        : http.post('/v3/search', { q, containerTag: tag })
    taken.push(await timed(ask))
  })
  isOver = true
  await adding
  http.close()
  const after = await Promise.all([activeMs(primary), activeMs(standby)])
  const part = {
    primaryMs: each(after[0] - before[0], count),
    replicaMs: each(after[1] - before[1], count),
    p50Ms: Math.round(percentile(taken, 0.5) * 100) / 100,
    outcomes,
  }
  say(JSON.stringify(part))
  return part
}

const each = (ms: number, count: number) => Math.round((ms / count) * 1000) / 1000

async function addUntil(http: ReturnType<typeof openHttpClient>, isOver: () => boolean): Promise<void> {
  for (let i = 0; !isOver(); i++) {
    await http.post('/v3/documents', { content: kilobyteOf(i), containerTag: i % 10 === 0 ? tag : 'other' })
    await sleep(20)
  }
}

/** Backends report their figures within a second. */
async function activeMs(cluster: Cluster): Promise<number> {
  await sleep(1_500)
  const [row] = await cluster.query<{ ms: number }>(
    `select active_time as ms from pg_stat_database where datname = current_database()`,
  )
  return row!.ms
}

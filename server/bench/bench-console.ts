import { parseArgs } from 'node:util'
import { connect } from '../measure/connect.ts'
import { type Spread, spreadOf } from '../measure/percentile.ts'
import { printFigures, say, secondsSinceStart } from '../measure/report.ts'
import type { ContainerKey } from '../src/features/containers/store.ts'
import { loadConfig } from '../src/platform/config.ts'
import { encodeId } from '../src/platform/lib/ids.ts'
import { openEmbedder } from '../src/platform/providers/registry.ts'
import { createBenchDatabase } from './bare/database.ts'
import { timed } from './bare/measure.ts'
import { type BenchApp, startApp } from './bare/start-app.ts'
import { loadOrganization } from './console/load-organization.ts'
import { type Asked, consoleRequests } from './console/requests.ts'

/**
 *   npm run bench -- console          the requests of the console's pages, in an organization of 100,000 documents and
 *                                     50,000 memories; three minutes
 *   --documents N --memories N        other sizes
 *   --only TEXT                       only requests whose name has this text
 *
 * Each request is sent 20 times, one after the other. The goal is a 95th percentile below 200 ms. The last line is one
 * JSON object.
 */
const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '100000' },
    memories: { type: 'string', default: '50000' },
    only: { type: 'string', default: '' },
  },
})
const goalMs = 200
const rounds = 20
const warmup = 3
const containers = 200
const sizes = {
  ...{ documents: Number(values.documents), memories: Number(values.memories) },
  ...{ containers, requests: 200_000 },
}

const database = await createBenchDatabase()
const embedder = await openEmbedder(loadConfig({}))
const client = await connect(database.url)
const spreads: Record<string, Spread> = {}
try {
  const app = await startApp(database.url, embedder)
  try {
    for (const asked of await prepare(app)) {
      spreads[asked.name] = await measure(app, asked)
      const { p50, p95 } = spreads[asked.name]!
      say(`${asked.name.padEnd(40)} p50 ${p50} ms, p95 ${p95} ms${p95 < goalMs ? '' : '  MISSED'}`)
    }
  } finally {
    await app.stop()
  }
} finally {
  await client.end()
  await embedder.close()
  await database.drop()
}
const missed = Object.keys(spreads).filter(name => spreads[name]!.p95 >= goalMs)
printFigures(
  { bench: ['console'], ...sizes, seconds: secondsSinceStart(), goalMs, missed, milliseconds: spreads },
  missed.length === 0,
)
process.exit(missed.length > 0 ? 1 : 0)

async function prepare({ app, organization }: BenchApp): Promise<Asked[]> {
  const tags = Array.from({ length: containers }, (_, i) => `container-${i}`)
  const keys: ContainerKey[] = []
  for (const tag of tags) keys.push(await app.containers.resolve(organization, tag))
  await loadOrganization(client, keys, sizes)
  const ofLargest = async (table: string, where: string) => {
    const { rows } = await client.query<{ id: string }>(
      `select id from cell.${table} where org = $1 and container = $2 and ${where} order by id desc limit 1`,
      [organization.id, keys[0]!.container],
    )
    return encodeId(rows[0]!.id)
  }
  const memory = await ofLargest('memories', 'is_latest and not is_forgotten')
  const document = await ofLargest('documents', `status = 'done'`)
  return consoleRequests(tags, { memory, document }).filter(({ name }) => name.includes(values.only))
}

async function measure({ url, key }: BenchApp, { name, method, path, body }: Asked): Promise<Spread> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const ask = async () => {
    const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}: ${text}`)
  }
  for (let i = 0; i < warmup; i++) await ask()
  const times: number[] = []
  for (let i = 0; i < rounds; i++) times.push(await timed(ask))
  return spreadOf(times)
}

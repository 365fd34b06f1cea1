import { parseArgs } from 'node:util'
import { printFigures, say, secondsSinceStart } from '../measure/report.ts'
import { loadConfig } from '../src/platform/config.ts'
import type { Embedder } from '../src/platform/providers/embedding/embedder.ts'
import { openEmbedder } from '../src/platform/providers/registry.ts'
import type { Part } from './bare/bench.ts'
import { createBenchDatabase } from './bare/database.ts'
import { type Figure, isMet, toJson, toTable } from './bare/figure.ts'
import { benchAdd } from './bench-add.ts'
import { benchBulk } from './bench-bulk.ts'
import { benchChats } from './bench-chats.ts'
import { benchLists } from './bench-lists.ts'
import { benchOrganization } from './bench-organization.ts'
import { benchPaths } from './bench-paths.ts'
import { benchPipeline } from './bench-pipeline.ts'
import { benchPooler } from './bench-pooler.ts'
import { benchProfile } from './bench-profile.ts'
import { benchRateLimit } from './bench-rate-limit.ts'
import { benchRecall } from './bench-recall.ts'
import { benchSearch } from './bench-search.ts'
import { benchTraces } from './bench-traces.ts'
import { benchUpkeep } from './bench-upkeep.ts'
import { benchWebhooks } from './bench-webhooks.ts'

/**
 *   npm run bench                       ours against bare, in one run on one machine; about eight minutes
 *   npm run bench -- search add         only these parts
 *   npm run bench -- --quick            smaller, for CI
 *   npm run bench -- --large search     also a million chunks, in one container and over a thousand; takes long
 *   npm run bench -- --large chats      1,000 chats of 500 turns; takes hours
 *   npm run bench -- chats --chats 100  as many chats as there is time for
 *   npm run bench -- organization       4,000 containers of 60 chunks, searched whole; ten minutes
 *   npm run bench -- organization --containers 10000
 *   npm run bench -- webhooks           adds and processing with a webhook against without one
 *   npm run bench -- traces             requests with a trace collector against without one
 *   npm run bench -- pooler             requests through PgBouncer in transaction mode against without it
 *   npm run bench -- --data <folder>    folder of the public data sets (default: ../shared/data)
 *
 * Needs a Postgres like the tests (`npm run postgres up`, or TEST_DATABASE_URL). Ends with one line of JSON; fails
 * when a goal is missed.
 */
const parts: Record<string, Part> = {
  search: benchSearch,
  add: benchAdd,
  bulk: benchBulk,
  pipeline: benchPipeline,
  chats: benchChats,
  recall: benchRecall,
  lists: benchLists,
  profile: benchProfile,
  'rate-limit': benchRateLimit,
  upkeep: benchUpkeep,
  paths: benchPaths,
  organization: benchOrganization,
  webhooks: benchWebhooks,
  traces: benchTraces,
  pooler: benchPooler,
}

/** Parts that take long, and measure nothing that changes often. */
const onlyByName = ['paths', 'organization', 'webhooks', 'traces', 'pooler']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    large: { type: 'boolean', default: false },
    chats: { type: 'string' },
    containers: { type: 'string' },
    data: { type: 'string', default: '../shared/data' },
  },
})
const wanted =
  positionals.length > 0 ? positionals : Object.keys(parts).filter(name => !onlyByName.includes(name))
for (const name of wanted)
  if (!parts[name]) throw new Error(`No part is called ${name}: ${Object.keys(parts).join(', ')}`)

let embedder: Promise<Embedder> | undefined
const common = {
  isQuick: values.quick,
  isLarge: values.large,
  ...(values.chats !== undefined && { chats: Number(values.chats) }),
  ...(values.containers !== undefined && { containers: Number(values.containers) }),
  dataDir: values.data,
  localEmbedder: () => (embedder ??= openEmbedder(loadConfig({}))),
}
const measured: Figure[] = []
const skipped: string[] = []
try {
  for (const name of wanted) {
    const figures = await measurePart(parts[name]!)
    if (figures) measured.push(...figures)
    else skipped.push(name)
  }
} finally {
  await (await embedder)?.close()
}
const missed = measured.filter(figure => isMet(figure) === false).map(({ name }) => name)
const seconds = secondsSinceStart()
say(missed.length > 0 ? `missed: ${missed.join(', ')}` : 'every goal is met')
console.log()
printFigures(
  { bench: wanted, quick: values.quick, seconds, skipped, missed, ...toJson(measured) },
  missed.length === 0,
)
process.exit(missed.length > 0 ? 1 : 0)

/** Each part has its own database: its worker would process documents that another part left queued. */
async function measurePart(part: Part): Promise<Figure[] | undefined> {
  const database = await createBenchDatabase()
  try {
    const figures = await part({ ...common, databaseUrl: database.url })
    if (figures) console.log(`\n${toTable(figures)}`)
    return figures
  } finally {
    await database.drop()
  }
}

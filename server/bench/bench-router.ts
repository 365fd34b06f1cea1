import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { percentile } from '../measure/percentile.ts'
import { printFigures, say, secondsSinceStart } from '../measure/report.ts'
import { drawWord, makeVocabulary, seeded } from '../measure/seeded.ts'
import { Background } from '../src/features/router/background.ts'
import { privateHosts, toRouterSettings } from '../src/features/router/settings.ts'
import { loadConfig } from '../src/platform/config.ts'
import { openEmbedder } from '../src/platform/providers/registry.ts'
import { toFetchSettings } from '../src/processes/pipeline/fetch/fetch-settings.ts'
import { openForwarder } from '../src/processes/pipeline/fetch/safe-forward.ts'
import { createBenchDatabase } from './bare/database.ts'
import { type BenchApp, startApp } from './bare/start-app.ts'

/**
 *   npm run bench -- router           the latency that the memory router adds to a provider on this machine
 *   --quick                           fewer chats, for CI
 *
 * Sends the same streamed chat to a provider directly, through the router without memory, and through the router for a user
 * with 1,000 memories, in turns, one at a time and then eight at once. The provider runs in a process of its own and answers at
 * once, so the difference is what the router adds. The last line is one JSON object.
 */
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })

const chats = values.quick ? 60 : 300
const memories = values.quick ? 200 : 1_000
/** Added to the first byte at p95, one chat at a time. */
const goalMs = 60

const random = seeded(11)
const vocabulary = makeVocabulary(3_000)
const sentence = (words: number) =>
  Array.from({ length: words }, () => drawWord(random, vocabulary)).join(' ')

type Way = 'direct' | 'forwarded' | 'routed'
const ways: Way[] = ['direct', 'forwarded', 'routed']
type Timing = { firstByteMs: number; endMs: number }

const database = await createBenchDatabase()
const embedder = await openEmbedder(loadConfig({}))
const child = fork(join(import.meta.dirname, 'router-provider.ts'))
const [provider] = (await once(child, 'message')) as [string]
const bench = await startApp(database.url, embedder)
openRouter(bench, provider)
const results: Record<string, unknown> = {}
let added = Number.NaN
try {
  await load(bench)
  for (const atOnce of [1, 8]) {
    say(`router: ${chats} chats in each way, ${atOnce} at once`)
    const timings = await measure(bench, atOnce)
    const figures = Object.fromEntries(ways.map(way => [way, toFigures(timings[way])]))
    results[`atOnce${atOnce}`] = figures
    if (atOnce === 1) added = figures.routed!.firstByteP95 - figures.direct!.firstByteP95
  }
} finally {
  await bench.stop()
  child.kill()
  await embedder.close()
  await database.drop()
}
const isMet = added <= goalMs
printFigures(
  {
    bench: ['router'],
    seconds: secondsSinceStart(),
    chats,
    memories,
    addedFirstByteP95: round(added),
    goalMs,
    ...results,
  },
  isMet,
)
process.exit(isMet ? 0 : 1)

function openRouter({ app }: BenchApp, origin: string): void {
  const config = { ...loadConfig({ DATABASE_URL: database.url }), ROUTER_PROVIDERS: origin }
  const settings = toRouterSettings(config)
  app.router = {
    settings,
    ...openForwarder(toFetchSettings(config), { hosts: privateHosts(settings), timeoutMs: 60_000 }),
    background: new Background(app.logger),
  }
}

async function load({ url, key }: BenchApp): Promise<void> {
  say(`router: ${memories} memories`)
  for (let at = 0; at < memories; at += 100) {
    const body = {
      containerTag: 'ada',
      memories: Array.from({ length: 100 }, () => ({ content: `Ada knows ${sentence(9)}.` })),
    }
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const response = await fetch(`${url}/v4/memories`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (response.status !== 201)
      throw new Error(`memories answered ${response.status}: ${await response.text()}`)
  }
}

/** In turns, so that a slow moment of the machine slows every way alike. */
async function measure(app: BenchApp, atOnce: number): Promise<Record<Way, Timing[]>> {
  const timings: Record<Way, Timing[]> = { direct: [], forwarded: [], routed: [] }
  for (let n = 0; n < 10; n++) for (const way of ways) await chat(app, way)
  for (let round = 0; round < chats / atOnce; round++)
    for (const way of ways)
      timings[way].push(...(await Promise.all(Array.from({ length: atOnce }, () => chat(app, way)))))
  return timings
}

async function chat({ url, key }: BenchApp, way: Way): Promise<Timing> {
  const path = '/v1/chat/completions'
  const headers = { authorization: 'Bearer sk-bench', 'content-type': 'application/json' }
  const own = { 'x-supermemory-api-key': key, 'x-sm-user-id': 'ada' }
  // A chat in which the user says nothing is forwarded without memory.
  const role = way === 'forwarded' ? 'assistant' : 'user'
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role, content: `What about ${sentence(8)}?` },
  ]
  const started = performance.now()
  const response = await fetch(way === 'direct' ? provider + path : `${url}/v3/${provider}${path}`, {
    method: 'POST',
    headers: way === 'direct' ? headers : { ...headers, ...own },
    body: JSON.stringify({ model: 'bench', stream: true, messages }),
  })
  const reader = response.body!.getReader()
  await reader.read()
  const firstByteMs = performance.now() - started
  while (!(await reader.read()).done);
  const isWrong =
    response.status !== 200 ||
    (way === 'routed' && response.headers.get('x-supermemory-context-modified') !== 'true')
  if (isWrong) throw new Error(`${way} answered ${response.status} ${JSON.stringify([...response.headers])}`)
  return { firstByteMs, endMs: performance.now() - started }
}

function toFigures(timings: readonly Timing[]) {
  const at = (of: (timing: Timing) => number, share: number) => round(percentile(timings.map(of), share))
  return {
    firstByteP50: at(({ firstByteMs }) => firstByteMs, 0.5),
    firstByteP95: at(({ firstByteMs }) => firstByteMs, 0.95),
    endP50: at(({ endMs }) => endMs, 0.5),
    endP95: at(({ endMs }) => endMs, 0.95),
  }
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10
}

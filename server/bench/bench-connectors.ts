import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile, spreadOf } from '../measure/percentile.ts'
import { say } from '../measure/report.ts'
import { memoryMbOf, processTree } from '../src/platform/extraction/box/watch-memory.ts'
import { createBenchDatabase } from './bare/database.ts'
import type { Client } from './client.ts'
import { addressesOf, startMadeUpSite } from './connectors/made-up-site.ts'
import { createClient } from './installation.ts'
import type { Reverie } from './processes.ts'
import { shortText } from './texts.ts'
import { command, type Trial } from './trial.ts'

/**
 *   npm run bench -- connectors                            50,000 files of a folder, then a site of 20,000 pages
 *   npm run bench -- connectors --files 1000 --pages 500   a quick trial
 *   --files 0 or --pages 0                                 leaves that part out
 *
 * Imports both through the real processes, each twice: the first time everything, the second time nothing has changed. Beside it stand
 * a bare listing of the folder (readdir and lstat) and bare requests for the pages, one after the other. Meanwhile another organization
 * adds single documents and waits until each can be found. Vectors come from a double, because the model would be all that is measured.
 * Goals: each item once; the second run under 2 % of the first; the worker grows by at most 300 MB; the foreign adds take at most
 * three times as long as at rest. The last line is one JSON object.
 */
const double = join(import.meta.dirname, '../test/embedding-server.ts')
const unpaced = join(import.meta.dirname, 'connectors/unpaced-site.ts')

const mostShare = 0.02
const mostGrowthMb = 300
const mostSlowdown = 3
/** Below this many items a run is too short for the goals of time to mean anything. */
const leastItems = 10_000

type Options = { files: number; pages: number }

type Bench = {
  trial: Trial
  client: Client
  foreign: Client
  worker: Reverie
  /** The time of a foreign add at rest, in milliseconds. */
  restMs: number
}

const run = command({
  options: { files: 50_000, pages: 20_000 },
  deadlineSeconds: ({ files, pages }) => 300 + (files + pages) / 25,
  async run(trial, options: Options) {
    const folder = mkdtempSync(join(tmpdir(), 'reverie-bench-connectors-'))
    const database = await createBenchDatabase()
    try {
      const bench = await open(trial, database.url, folder)
      const parts: boolean[] = []
      if (options.files > 0) parts.push(await benchFolder(bench, folder, options.files))
      if (options.pages > 0) parts.push(await benchSite(bench, options.pages))
      return parts.every(Boolean)
    } finally {
      await trial.processes.close()
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
})

async function open(trial: Trial, databaseUrl: string, folder: string): Promise<Bench> {
  const embeddings = await trial.processes.startProgram('embeddings', port => [
    double,
    '--port',
    String(port),
  ])
  const settings = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(folder, 'data'),
    EMBEDDER: 'http',
    EMBEDDER_URL: `http://127.0.0.1:${embeddings.port}/v1`,
    EMBEDDER_MODEL: 'double',
    CONNECTOR_FOLDERS: join(folder, 'files'),
    CONNECTOR_MODULES: unpaced,
    FETCH_ALLOW: '127.0.0.1',
    // Memories are not what is measured.
    DREAM_QUIET_MS: '3600000',
    DREAM_MAX_WAIT_MS: '3600000',
  }
  mkdirSync(join(folder, 'files'))
  const api = await trial.processes.start('serve', 'api', settings)
  const worker = await trial.processes.start('worker', 'worker', settings)
  const client = await createClient(trial, settings, 'importing', api.url)
  const foreign = await createClient(trial, settings, 'foreign', api.url)
  const bench = { trial, client, foreign, worker, restMs: 0 }
  await addsUntil(bench, sleep(2_000))
  const rest = spreadOf(await addsUntil(bench, sleep(10_000)))
  trial.figures.atRest = { addMs: rest }
  return { ...bench, restMs: rest.p50 }
}

/** Adds a document at a time, and waits until it can be found, until the work ends. */
async function addsUntil({ foreign }: Pick<Bench, 'foreign'>, work: Promise<unknown>): Promise<number[]> {
  let isOver = false
  const ended = work.finally(() => {
    isOver = true
  })
  const times: number[] = []
  for (let n = 0; !isOver; n++) {
    const started = performance.now()
    const id = await foreign.mustAdd({ content: shortText(n), containerTag: 'foreign', taskType: 'rag' })
    while ((await foreign.get(id)).body.status !== 'done') await sleep(5)
    times.push(performance.now() - started)
    await sleep(200)
  }
  await ended
  return times
}

async function benchFolder(bench: Bench, folder: string, count: number): Promise<boolean> {
  const root = join(folder, 'files')
  say(`writing ${count} files`)
  for (let n = 0; n < count; n++) {
    const at = join(root, `f${Math.floor(n / 250)}`)
    if (n % 250 === 0) mkdirSync(at)
    writeFileSync(join(at, `${n}.md`), `# Note ${n}\n\n${shortText(n)}\n`)
    utimesSync(join(at, `${n}.md`), 1_700_000_000 + n, 1_700_000_000 + n)
  }
  const bareMs = await timed(async () => {
    for (const name of readdirSync(root, { recursive: true }) as string[]) lstatSync(join(root, name))
  })
  const expected = Array.from({ length: count }, (_, n) => `f${Math.floor(n / 250)}/${n}.md`)
  return measure(bench, 'folder', { provider: 'folder', settings: { path: root }, bareMs, expected })
}

async function benchSite(bench: Bench, count: number): Promise<boolean> {
  const site = await startMadeUpSite(count)
  try {
    const expected = addressesOf(count)
    say(`asking for ${count} pages without a crawler`)
    const bareMs = await timed(async () => {
      for (const address of expected) await (await fetch(site.url + address)).text()
    })
    const settings = { startUrl: `${site.url}/`, maxPages: count, maxDepth: 50 }
    return await measure(bench, 'site', { provider: 'unpaced-site', settings, bareMs, expected })
  } finally {
    site.close()
  }
}

type Part = {
  provider: string
  settings: object
  bareMs: number
  /** The paths of all items. */
  expected: readonly string[]
}

async function measure(bench: Bench, name: string, part: Part): Promise<boolean> {
  const { client, worker, trial, restMs } = bench
  const memory = sampleMemory(worker)
  const path = `/v3/connections/${part.provider}`
  const { status, body } = await client.request('POST', path, { containerTag: name, settings: part.settings })
  if (status !== 200) throw new Error(`a connection answered ${status}: ${JSON.stringify(body)}`)
  const id = body.id!
  say(`importing ${part.expected.length} items of the ${name}`)
  let firstMs = 0
  const adds = await addsUntil(
    bench,
    endedRun(client, id, 1).then(ms => {
      firstMs = ms
    }),
  )
  const mb = memory.stop()
  say('waiting until everything is indexed')
  const indexed = await untilIndexed(client, name, part.expected.length)
  await client.request('POST', `/v3/connections/${id}/import`, {})
  const secondMs = await endedRun(client, id, 2)
  const faults = await compare(client, name, part.expected)
  const { length } = part.expected
  const slowdown = percentile(adds, 0.5) / restMs
  const share = secondMs / firstMs
  trial.figures[name] = {
    items: length,
    firstMs: Math.round(firstMs),
    itemsPerSecond: Math.round((length / firstMs) * 1_000),
    bareMs: Math.round(part.bareMs),
    timesBare: Math.round((firstMs / part.bareMs) * 10) / 10,
    indexedAfterMs: Math.round(indexed),
    secondMs: Math.round(secondMs),
    secondShare: Math.round(share * 10_000) / 10_000,
    workerMb: mb,
    foreignAddMs: spreadOf(adds),
    foreignSlowdown: Math.round(slowdown * 100) / 100,
    faults: faults.slice(0, 10),
  }
  const isTimely = length < leastItems || (share < mostShare && slowdown <= mostSlowdown)
  return faults.length === 0 && mb.grown <= mostGrowthMb && isTimely
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

type Run = { status: string; error: string | null; startedAt: string; completedAt: string }

/** Waits for the n-th run. Returns how long it took by the clock of the server. */
async function endedRun(client: Client, id: string, count: number): Promise<number> {
  for (;;) {
    const { body } = await client.request('GET', `/v3/connections/${id}/sync-runs`)
    const runs = body as unknown as Run[]
    const [last] = runs
    if (runs.length >= count && last!.status === 'completed')
      return Date.parse(last!.completedAt) - Date.parse(last!.startedAt)
    if (last?.status === 'failed') throw new Error(`the run failed: ${last.error}`)
    await sleep(100)
  }
}

type Memory = { rest: number; most: number; grown: number; mostOfChildren: number }

/** The memory of a process and its children, each second. Children are the boxes that read files; `mostOfChildren` is their part of `most`. */
function sampleMemory({ pid }: Reverie): { stop(): Memory } {
  const now = () => {
    const [own, ...children] = processTree(pid!)
    const ofChildren = memoryMbOf(children)
    return { ofChildren, all: memoryMbOf([own!]) + ofChildren }
  }
  const rest = now()
  let most = rest
  const timer = setInterval(() => {
    const sample = now()
    if (sample.all > most.all) most = sample
  }, 1_000)
  return {
    stop() {
      clearInterval(timer)
      return {
        rest: Math.round(rest.all),
        most: Math.round(most.all),
        grown: Math.round(most.all - rest.all),
        mostOfChildren: Math.round(most.ofChildren),
      }
    },
  }
}

async function untilIndexed(client: Client, containerTag: string, count: number): Promise<number> {
  const started = performance.now()
  for (;;) {
    const { body } = await client.request('POST', '/v3/documents/list', {
      ...{ containerTags: [containerTag], statuses: ['done'], limit: 1 },
    })
    const { pagination } = body as unknown as { pagination: { totalItems: number } }
    if (pagination.totalItems >= count) return performance.now() - started
    await sleep(500)
  }
}

/** Items without a document, documents without an item, and items with two. */
async function compare(client: Client, containerTag: string, expected: readonly string[]): Promise<string[]> {
  const left = new Set(expected)
  const faults: string[] = []
  for (let page = 1; ; page++) {
    const { body } = await client.request('POST', '/v3/documents/list', {
      ...{ containerTags: [containerTag], limit: 500, page },
    })
    const { memories, pagination } = body as unknown as {
      memories: { filepath: string }[]
      pagination: { totalPages: number }
    }
    for (const { filepath } of memories)
      if (!left.delete(filepath)) faults.push(`twice or foreign: ${filepath}`)
    if (page >= pagination.totalPages) return [...faults, ...[...left].map(path => `missing: ${path}`)]
  }
}

await run(process.argv.slice(2))

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { Reverie as Sdk } from '@reverie/sdk'
import { say } from '../measure/report.ts'
import { memoryMbOf } from '../src/platform/extraction/box/watch-memory.ts'
import { type Client, concurrently } from './client.ts'
import type { Cluster } from './clusters.ts'
import { createClient, install } from './installation.ts'
import type { Reverie } from './processes.ts'
import { shortText, uniqueWord } from './texts.ts'
import { command, type Trial } from './trial.ts'

/**
 *   npm run bench -- archive                             20,000 documents and 20,000 memories in 50 containers
 *   npm run bench -- archive --documents 1000 --memories 1000 --containers 5
 *   --worker-kills 2                                     kills the worker so often in the export, and in the import
 *   --vectors 1                                          with vectors in the archive
 *
 * Exports an organization from one server and imports it into an empty one, on Postgres clusters of their own, and kills workers
 * meanwhile. Then 200 searches and 50 profiles have to answer the same on both, and a second import has to change nothing. Vectors
 * come from a double, because the archive is what this measures. The last line is one JSON object.
 */
const double = join(import.meta.dirname, '../test/embedding-server.ts')

/** Leases of a killed worker expire in seconds; the mechanism is the same. */
const quick = { LEASE_MS: '5000', RECONCILE_MS: '3000', DREAM_QUIET_MS: '0', WORKER_POLL_MS: '50' }

/** An export or import may take this much more than the worker takes at rest. */
const mostGrowthMb = 300

type Options = {
  documents: number
  memories: number
  containers: number
  workerKills: number
  vectors: number
}

const run = command({
  options: { documents: 20_000, memories: 20_000, containers: 50, workerKills: 2, vectors: 0 },
  deadlineSeconds: ({ documents, memories }) => 600 + (documents + memories) / 10,
  async run(trial, options: Options) {
    const blobs = ['a', 'b'].map(() => mkdtempSync(join(tmpdir(), 'reverie-archive-')))
    try {
      return await runIn(trial, options, blobs as [string, string])
    } finally {
      for (const folder of blobs) rmSync(folder, { recursive: true, force: true })
    }
  },
})

type Server = { cluster: Cluster; client: Client; sdk: Sdk; worker: Reverie }

async function open(trial: Trial, letter: string, blobs: string, embeddings: number): Promise<Server> {
  const cluster = await trial.clusters.create(letter)
  const settings = await install(trial, [cluster], {
    ...quick,
    BLOB_DIR: blobs,
    EMBEDDER: 'http',
    EMBEDDER_URL: `http://127.0.0.1:${embeddings}/v1`,
    EMBEDDER_MODEL: 'double',
  })
  const api = await trial.processes.start('serve', `api-${letter}`, settings)
  const client = await createClient(trial, settings, `org-${letter}`, api.url)
  const worker = await trial.processes.start('worker', `worker-${letter}`, settings)
  return { cluster, client, worker, sdk: new Sdk({ baseUrl: api.url, apiKey: client.key }) }
}

async function runIn(trial: Trial, options: Options, blobs: [string, string]): Promise<boolean> {
  const { figures } = trial
  const { port } = await trial.processes.startProgram('embeddings', at => [double, '--port', String(at)])
  const source = await open(trial, 'a', blobs[0], port)
  await fill(source, options)
  const target = await open(trial, 'b', blobs[1], port)

  say('exporting')
  const exported = await watched(source, options, async () => {
    const { id } = await source.sdk.exports.start({ vectors: options.vectors === 1 })
    const job = await source.sdk.exports.waitUntilDone(id)
    return { id, bytes: job.bytes, counts: job.counts }
  })
  figures.export = exported
  say('importing')
  const send = async () => {
    const archive = await source.sdk.exports.download(exported.id)
    const { id } = await target.sdk.imports.importFile(archive as never)
    return (await target.sdk.imports.waitUntilDone(id)).counts
  }
  figures.import = await watched(target, options, async () => ({ counts: await send() }))
  await untilQuiet(target.cluster)

  figures.answers = await compareAnswers(source.client, target.client, options)
  const before = await rowsOf(target.cluster)
  figures.secondImport = await send()
  const after = await rowsOf(target.cluster)
  figures.rows = after
  const { searches, profiles, differing, empty } = figures.answers as Answers
  const isBounded = [figures.export, figures.import].every(each => (each as Watched).grownMb < mostGrowthMb)
  if (!isBounded) say('memory was not within its bounds')
  const isIdempotent = isDeepStrictEqual(before, after)
  if (!isIdempotent) say(`the second import has changed rows: ${JSON.stringify([before, after])}`)
  const hasSame = isDeepStrictEqual(await rowsOf(source.cluster), after)
  if (!hasSame) say(`rows differ: ${JSON.stringify([await rowsOf(source.cluster), after])}`)
  const isCompared = searches === 200 && profiles === 50 && differing === 0 && empty === 0
  return isCompared && isBounded && isIdempotent && hasSame
}

const tagOf = (n: number, { containers }: Options) => `tag-${n % containers}`

async function fill({ client, cluster }: Server, options: Options): Promise<void> {
  const perBatch = 500
  say(`adding ${options.documents} documents`)
  await concurrently(Math.ceil(options.documents / perBatch), 2, async batch => {
    const documents = Array.from(
      { length: Math.min(perBatch, options.documents - batch * perBatch) },
      (_, i) => {
        const n = batch * perBatch + i
        return {
          content: shortText(n),
          containerTag: tagOf(n, options),
          customId: `d-${n}`,
          metadata: { n, even: n % 2 === 0 },
          taskType: 'rag',
        }
      },
    )
    const { status } = await client.request('POST', '/v3/documents/batch', { documents })
    if (status !== 200) throw new Error(`a batch answered ${status}`)
  })
  say(`adding ${options.memories} memories`)
  const perCall = 100
  const ofContainer = options.memories / options.containers
  await concurrently(options.containers, 2, async container => {
    for (let at = 0; at < ofContainer; at += perCall) {
      const memories = Array.from({ length: Math.min(perCall, ofContainer - at) }, (_, i) => ({
        content: `Person ${uniqueWord(container * ofContainer + at + i)} likes ${uniqueWord(i)}`,
        metadata: { i },
      }))
      const { status } = await client.request('POST', '/v4/memories', {
        containerTag: `tag-${container}`,
        memories,
      })
      if (status !== 201) throw new Error(`memories answered ${status}`)
    }
  })
  say('waiting until everything is processed')
  await untilQuiet(cluster)
}

async function untilQuiet(cluster: Cluster): Promise<void> {
  for (;;) {
    const [left] = await cluster.query<{ left: number }>(
      `select ((select count(*) from cell.documents where due_at is not null or dream_since is not null)
             + (select count(*) from cell.memories where dream_since is not null)
             + (select count(*) from cell.embedding_builds where done_at is null))::int as left`,
    )
    if (left!.left === 0) return
    await sleep(1_000)
  }
}

type Watched = { seconds: number; restMb: number; peakMb: number; grownMb: number; kills: number }

/** Runs a job, samples the memory of the worker and kills it a few times on the way. */
async function watched<T>(
  { worker }: Server,
  { workerKills }: Options,
  work: () => Promise<T>,
): Promise<T & Watched> {
  const restMb = memoryOf(worker)
  let peakMb = restMb
  let isEnded = false
  let kills = 0
  const sampling = (async () => {
    while (!isEnded) {
      peakMb = Math.max(peakMb, memoryOf(worker))
      await sleep(100)
    }
  })()
  const killing = (async () => {
    for (; kills < workerKills && !isEnded; kills++) {
      await sleep(2_000 + Math.random() * 3_000)
      if (!isEnded) await worker.kill()
    }
  })()
  const started = performance.now()
  const result = await work()
  const seconds = Math.round((performance.now() - started) / 100) / 10
  isEnded = true
  await Promise.all([sampling, killing])
  return { ...result, seconds, restMb, peakMb, grownMb: peakMb - restMb, kills }
}

const memoryOf = ({ pid }: Reverie): number => (pid === undefined ? 0 : Math.round(memoryMbOf([pid])))

/** `empty`: answers that are the same because nothing was found, which proves nothing. */
type Answers = { searches: number; profiles: number; differing: number; empty: number }

async function compareAnswers(source: Client, target: Client, options: Options): Promise<Answers> {
  const answers: Answers = { searches: 0, profiles: 0, differing: 0, empty: 0 }
  const compare = async (path: string, body: unknown) => {
    const [one, other] = await Promise.all([source, target].map(client => client.request('POST', path, body)))
    const isSame = one!.status === 200 && isDeepStrictEqual(withoutIds(one!.body), withoutIds(other!.body))
    if (isEmpty(one!.body)) answers.empty++
    if (isSame) return
    answers.differing++
    say(`${path} ${JSON.stringify(body)} differs: ${JSON.stringify([one!.body, other!.body]).slice(0, 600)}`)
  }
  for (let i = 0; i < 200; i++) {
    const n = Math.floor((i * options.documents) / 200)
    const containerTag = tagOf(n, options)
    if (i % 2 === 0) await compare('/v3/search', { q: shortText(n).slice(0, 60), containerTag, limit: 10 })
    else
      await compare('/v4/search', {
        ...{
          q: `likes ${uniqueWord(i)}`,
          containerTag,
          threshold: 0,
          searchMode: i % 4 === 1 ? 'memories' : 'hybrid',
        },
      })
    answers.searches++
  }
  for (let i = 0; i < 50; i++) {
    await compare('/v4/profile', { containerTag: `tag-${i % options.containers}` })
    answers.profiles++
  }
  return answers
}

type Found = { results?: unknown[]; profile?: Record<string, unknown> }

function isEmpty({ results, profile = {} }: Found): boolean {
  return (results ? [results] : Object.values(profile)).every(part => isDeepStrictEqual(part, []))
}

/** Ids differ in their shard; times of answering differ anyway. */
function withoutIds(body: unknown): unknown {
  const dropped = new Set(['id', 'documentId', 'timing'])
  return JSON.parse(JSON.stringify(body, (name, value) => (dropped.has(name) ? undefined : value)))
}

async function rowsOf(cluster: Cluster): Promise<Record<string, number>> {
  const tables = [
    'documents',
    'revisions',
    'chunks',
    'chunk_vectors',
    'chunk_terms',
    'memories',
    'memory_vectors',
    'memory_terms',
    'facts',
    'fact_keys',
    'memory_relations',
    'memory_sources',
  ]
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const [row] = await cluster.query<{ count: number }>(`select count(*)::int as count from cell.${table}`)
    counts[table] = row!.count
  }
  return counts
}

await run(process.argv.slice(2))

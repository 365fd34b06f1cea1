import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { say, sayEvery } from '../../measure/report.ts'
import { memoryMbOf, processTree } from '../../src/platform/extraction/box/watch-memory.ts'
import { type Client, concurrently } from '../client.ts'
import type { Cluster } from '../clusters.ts'
import { createClient, install } from '../installation.ts'
import type { Reverie } from '../processes.ts'
import { command, type Trial } from '../trial.ts'
import { generateFiles, listFixtureFiles, type UploadFile } from '../upload-files.ts'
import { recount, type Sent } from './recount.ts'

const double = join(import.meta.dirname, '../../test/embedding-server.ts')

/** Shorter than the defaults, so that leases of a killed worker expire in seconds; the mechanism is the same. */
const quick = { LEASE_MS: '5000', RECONCILE_MS: '3000' }
const memoryMb = 1_024

/** A file of 50 MB and a text of ten million characters, with its chunks and vectors, are held in memory whole. */
const maxWorkerMb = 1_500

/** Each of these must be zero. */
const broken = {
  lost: null,
  doubled: null,
  stuck: null,
  countersWrong: null,
  withoutCode: null,
  crashes: null,
}

/**
 * Uploads files of all kinds, including damaged and hostile ones, while workers are killed at random. Every document
 * ends, once, in text or with a code, and neither a worker nor its boxes exceed their memory limits. Vectors come
 * from a double, because extraction is what this tests.
 */
export const uploads = command({
  options: { documents: 1_000, workerKills: 12, concurrency: 4, generated: 0, timeoutMs: 30_000 },
  deadlineSeconds: ({ documents }) => 300 + documents * 2,
  async run(trial, options) {
    Object.assign(trial.figures, { documents: 0, done: null, failed: null, ...broken, workerKills: 0 })
    const files = options.generated > 0 ? [] : listFixtureFiles(options.documents)
    const isReal = files.length > 0
    const upload = new Upload(isReal ? files : generateFiles(options.documents))
    say(isReal ? `${files.length} fixtures` : `${options.documents} generated files`)
    const blobs = mkdtempSync(join(tmpdir(), 'reverie-uploads-'))
    try {
      return await runIn(trial, upload, blobs, options)
    } finally {
      rmSync(blobs, { recursive: true })
    }
  },
})

type Options = { documents: number; workerKills: number; concurrency: number; timeoutMs: number }

async function runIn(trial: Trial, upload: Upload, blobs: string, options: Options): Promise<boolean> {
  const cluster = await trial.clusters.create('a')
  const { port } = await trial.processes.startProgram('embeddings', port => [double, '--port', String(port)])
  const settings = await install(trial, [cluster], {
    ...quick,
    BLOB_DIR: blobs,
    EMBEDDER: 'http',
    EMBEDDER_URL: `http://127.0.0.1:${port}/v1`,
    EMBEDDER_MODEL: 'double',
    EXTRACT_MEMORY_MB: String(memoryMb),
    EXTRACT_TIMEOUT_MS: String(options.timeoutMs),
  })
  const api = await trial.processes.start('serve', 'api', settings)
  const client = await createClient(trial, settings, 'uploads', api.url)
  const workers = await Promise.all(
    ['worker-1', 'worker-2'].map(name => trial.processes.start('worker', name, settings)),
  )
  const memory = new MemoryWatch(workers)
  const progress = sayEvery(10, () => {
    Object.assign(trial.figures, { documents: upload.accepted.size, ...memory.figures })
    return `${upload}; killed ${trial.figures.workerKills} workers; worker ${memory.figures.maxWorkerMb} MB, boxes ${memory.figures.maxBoxMb} MB at most`
  })
  const sending = upload.send(client, options.concurrency)
  await Promise.all([sending, killAtRandom(trial, upload, workers, options)])
  await upload.untilEnded(options.documents)
  progress.stop()
  memory.stop()
  Object.assign(trial.figures, { documents: upload.accepted.size, ...memory.figures })
  return conclude(trial, upload, cluster)
}

/** Spread over the whole time, at any moment of a worker's work, and not after its end. */
async function killAtRandom(
  trial: Trial,
  upload: Upload,
  workers: Reverie[],
  { documents, workerKills }: Options,
): Promise<void> {
  for (let turn = 1; turn <= workerKills; turn++) {
    // Documents end slice by slice, so a pause without one is as good a moment.
    await upload.untilEnded((documents * turn) / (workerKills + 1), 5_000 + Math.random() * 10_000)
    if (upload.ended === documents) return
    const worker = workers[Math.floor(Math.random() * workers.length)]!
    await worker.answers()
    await sleep(Math.random() * 1_000)
    trial.figures.workerKills = turn
    await worker.kill()
  }
}

async function conclude(trial: Trial, upload: Upload, cluster: Cluster): Promise<boolean> {
  const { failed, lostAttempts, ...counted } = await recount(cluster, upload.accepted)
  const codes = await cluster.query<{ code: string | null; count: number }>(
    `select error_code as code, count(*)::int as count from cell.documents where status = 'failed' group by 1 order by 2 desc`,
  )
  const byCode = Object.fromEntries(codes.map(({ code, count }) => [code ?? 'none', count]))
  const { termCountsWrong: _, ...figures } = counted
  Object.assign(trial.figures, figures, {
    done: upload.accepted.size - failed - counted.stuck,
    failed,
    byCode,
    withoutCode: byCode.none ?? 0,
    crashes: trial.processes.crashes,
    lostAttempts,
  })
  const wrong = Object.keys(broken).filter(name => trial.figures[name] !== 0)
  if (wrong.length > 0) say(`not zero: ${wrong.join(', ')}`)
  const isBounded =
    Number(trial.figures.maxBoxMb) < memoryMb * 1.25 && Number(trial.figures.maxWorkerMb) < maxWorkerMb
  if (!isBounded) say('memory was not within its bounds')
  return wrong.length === 0 && isBounded && upload.accepted.size > 0
}

/** The files of one organization, and their progress according to the API. */
class Upload {
  readonly accepted = new Map<string, Sent>()
  readonly #files: UploadFile[]
  #client: Client | undefined
  ended = 0

  constructor(files: UploadFile[]) {
    this.#files = files
  }

  async send(client: Client, concurrency: number): Promise<void> {
    this.#client = client
    await concurrently(this.#files.length, concurrency, async n => {
      const { name, read } = this.#files[n]!
      const fields = { containerTag: `folder-${n % 5}`, customId: `file-${n}`, taskType: 'rag' }
      const id = await client.uploadUntilAccepted({ name, bytes: read() }, fields)
      this.accepted.set(fields.customId, { id, revision: 1 })
    })
  }

  async untilEnded(documents: number, atMostMs = Number.POSITIVE_INFINITY): Promise<void> {
    const until = performance.now() + atMostMs
    while ((await this.#countEnded()) < documents && performance.now() < until) await sleep(200)
  }

  async #countEnded(): Promise<number> {
    const accepted = this.accepted.size
    const pending = await this.#client?.countPending()
    if (pending !== undefined) this.ended = Math.max(0, accepted - pending)
    return this.ended
  }

  toString(): string {
    return `${this.ended} ended of ${this.accepted.size} accepted`
  }
}

/** The peak memory of any worker, and of its boxes together. */
class MemoryWatch {
  readonly figures = { maxWorkerMb: 0, maxBoxMb: 0 }
  readonly #timer: NodeJS.Timeout

  constructor(workers: Reverie[]) {
    this.#timer = setInterval(() => {
      for (const { pid } of workers) if (pid !== undefined) this.#sample(pid)
    }, 100)
  }

  #sample(pid: number): void {
    const [worker, ...boxes] = processTree(pid)
    const keep = (name: keyof typeof this.figures, mb: number) => {
      this.figures[name] = Math.max(this.figures[name], Math.round(mb))
    }
    keep('maxWorkerMb', memoryMbOf([worker!]))
    keep('maxBoxMb', memoryMbOf(boxes))
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}

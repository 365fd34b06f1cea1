import { keepUsagePartitions } from '../analytics/store.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Config } from '../config.ts'
import { collectFiles } from '../containers/upkeep/collect-files.ts'
import { keepContainer, wakeUnfinished, wakeUnsought } from '../containers/upkeep/keep-container.ts'
import { keepIndexes } from '../containers/upkeep/keep-indexes.ts'
import type { Cell, Cells } from '../db/cells.ts'
import { unscoped } from '../db/tx.ts'
import { type DreamApp, dreamContainer } from '../dreaming/dream.ts'
import type { Extractor } from '../dreaming/extractor.ts'
import { dropExpiredAnswers } from '../dreaming/llm-store.ts'
import type { LlmSummarizer } from '../dreaming/llm-summarizer.ts'
import { wakeDreamers } from '../dreaming/schedule.ts'
import { buildContainer, wakeBuilds } from '../embeddings/build-container.ts'
import { dropExpiredKeys } from '../idempotency/store.ts'
import { lanes } from '../lanes/lane.ts'
import { reconcileLanes } from '../lanes/reconcile.ts'
import { type RunLaneOptions, runLanes } from '../lanes/run-lanes.ts'
import { runReads } from '../lanes/run-reads.ts'
import type { Wakes } from '../lanes/wakes.ts'
import type { Fetching } from '../pipeline/fetch/fetching.ts'
import type { FileReader } from '../pipeline/file-reader.ts'
import { dropExpiredVectors } from '../pipeline/paid-store.ts'
import { type Pipeline, processSlice } from '../pipeline/process-slice.ts'
import type { Embedder } from '../providers/embedder.ts'
import { ChunkSizes } from '../settings/chunk-sizes.ts'
import type { Logger } from '../telemetry/logger.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { reportEnding } from './report-ending.ts'
import { heartbeatMs, recordHeartbeat, removeWorker } from './store.ts'

export type WorkerParts = {
  config: Pick<
    Config,
    | 'WORKER_SLOTS'
    | 'WORKER_READ_SLOTS'
    | 'WORKER_POLL_MS'
    | 'LEASE_MS'
    | 'RECONCILE_MS'
    | 'BLOB_GRACE_MS'
    | 'MAX_ATTEMPTS'
    | 'USAGE_RETENTION_DAYS'
    | 'DREAM_QUIET_MS'
    | 'DREAM_MAX_WAIT_MS'
    | 'FORGET_EPISODIC_AFTER_DAYS'
  >
  cells: Cells
  wakes: Wakes
  embedder: Embedder
  nextEmbedder?: Embedder | undefined
  blobs: BlobStore
  reader: FileReader
  fetching: Fetching
  extractor: Extractor
  summarizer?: LlmSummarizer | undefined
  logger: Logger
  metrics: Metrics
  processName: string
}

export type Worker = { stop(): Promise<void> }

/** Every ten minutes somebody looks what has become large: that reads a row for each container. */
const roundsPerLook = 20

/** Works in every cell, each on its own: a cell that is away stops nobody else's documents. */
export function startWorker(process: WorkerParts): Worker {
  const parts = { ...process, cells: process.cells.atWork }
  const pipeline = toPipeline(parts)
  const dreams = toDreamApp(parts)
  const workers = parts.cells.all.map(cell => workInCell(parts, pipeline, dreams, cell))
  const heartbeat = keepHeartbeat(parts)
  const collector = keepFiles(parts)
  return {
    async stop() {
      await Promise.all([...workers.map(worker => worker.stop()), heartbeat.stop(), collector.stop()])
    },
  }
}

/** Looks now and then for files that nobody names, in turn with other workers. */
function keepFiles({ cells, blobs, config, processName, logger, metrics }: WorkerParts): Worker {
  const graceMs = config.BLOB_GRACE_MS
  const stopping = new AbortController()
  const report = (error: unknown) => logger.warn({ err: error }, 'loose files could not be collected')
  const collecting = repeat(graceMs, report, async () => {
    const { signal } = stopping
    const collected = await collectFiles({ cells, blobs, graceMs, holder: processName, signal })
    if (!collected) return
    const { orphans, drafts } = collected
    metrics.filesCollected.inc({ kind: 'orphan' }, orphans)
    metrics.filesCollected.inc({ kind: 'draft' }, drafts)
    if (orphans + drafts > 0) logger.info(collected, 'removed files that no document names')
  })
  return {
    async stop() {
      stopping.abort()
      await collecting.stop()
    },
  }
}

/** Lets `reverie doctor` see that somebody works. A directory that is away is reported by those who need it. */
function keepHeartbeat({ cells, processName }: WorkerParts): Worker {
  // The first cell's database holds the directory. A worker whose connections are all in use is alive.
  const directory = cells.all[0]!.leases
  const beating = repeat(
    heartbeatMs,
    () => undefined,
    () => unscoped(directory, db => recordHeartbeat(db, processName)),
  )
  return {
    async stop() {
      await beating.stop()
      await unscoped(directory, db => removeWorker(db, processName)).catch(() => undefined)
    },
  }
}

function workInCell(parts: WorkerParts, pipeline: Pipeline, dreams: DreamApp, cell: Cell): Worker {
  const { config, logger, metrics, processName } = parts
  const queue = parts.wakes.ofCell(cell.name)
  const report = reportOnce(logger, cell.name)
  const building = { embedders: pipeline, leaseMs: config.LEASE_MS }
  const running: RunLaneOptions = {
    cell,
    queue,
    worker: processName,
    leaseMs: config.LEASE_MS,
    work: (cell, slice, signal) => processSlice(pipeline, cell, slice, signal),
    steps: {
      [lanes.upkeep]: (cell, lane) => keepContainer(cell, queue, lane, parts.blobs),
      [lanes.reembed]: (cell, lane) => buildContainer(building, cell, lane),
      [lanes.dream]: (cell, lane) => dreamContainer(dreams, cell, lane),
    },
    onError: report,
    onRun: (_, documents) => metrics.laneRuns.inc({ outcome: documents > 0 ? 'worked' : 'empty' }),
  }
  const pollMs = config.WORKER_POLL_MS
  const runner = runLanes({ ...running, queue, pollMs, slots: config.WORKER_SLOTS })
  const reader = runReads({ ...running, queue, pollMs, slots: config.WORKER_READ_SLOTS })
  const upkeep = repeat(config.RECONCILE_MS, report, async () => {
    await reconcileLanes(cell, queue)
    await wakeUnfinished(cell, queue)
    await wakeBuilds(cell, queue)
    await wakeDreamers(cell, queue)
    await unscoped(cell.maintenance, db => dropExpiredVectors(db, 24))
    await unscoped(cell.maintenance, db => dropExpiredAnswers(db, 24))
    await unscoped(cell.maintenance, dropExpiredKeys)
    await unscoped(cell.maintenance, db => keepUsagePartitions(db, config.USAGE_RETENTION_DAYS))
  })
  const stopping = new AbortController()
  // Containers grow slowly and an index takes minutes: beside the rounds, which must not wait for it.
  const growth = repeat(config.RECONCILE_MS * roundsPerLook, report, async () => {
    await wakeUnsought(cell, queue)
    await keepIndexes(cell, { signal: stopping.signal })
  })
  return {
    async stop() {
      stopping.abort()
      // All at once: a round of upkeep may take a second, in which slots went on taking what came.
      await Promise.all([runner.stop(), reader.stop(), upkeep.stop(), growth.stop()])
    },
  }
}

function toPipeline(parts: WorkerParts): Pipeline {
  const { embedder, nextEmbedder, blobs, reader, fetching, config, wakes, metrics, logger } = parts
  const chunkSizes = new ChunkSizes(parts.cells.directory)
  return {
    embedder,
    nextEmbedder,
    blobs,
    reader,
    fetching,
    chunkSizeOf: org => chunkSizes.of(org),
    maxAttempts: config.MAX_ATTEMPTS,
    dreamQuietMs: config.DREAM_QUIET_MS,
    queueOf: cell => wakes.ofCell(cell.name),
    onStage: (stage, seconds) => metrics.stageSeconds.observe({ stage }, seconds),
    onOutcome: (outcome, documents) => metrics.documentsProcessed.inc({ outcome }, documents),
    onEnding: ({ document: { org, id }, ...ending }) => reportEnding(parts, { org, id, ...ending }),
    onError: error => logger.error({ err: error }, 'a stage failed unexpectedly'),
  }
}

function toDreamApp(parts: WorkerParts): DreamApp {
  const { cells, embedder, nextEmbedder, extractor, summarizer, config, metrics, logger, processName } = parts
  return {
    cells,
    embedder,
    nextEmbedder,
    extractor,
    summarizer,
    pace: { quietMs: config.DREAM_QUIET_MS, maxWaitMs: config.DREAM_MAX_WAIT_MS },
    leaseMs: config.LEASE_MS,
    maxAttempts: config.MAX_ATTEMPTS,
    worker: processName,
    onError: error => logger.error({ err: error }, 'dreaming failed unexpectedly'),
    episodicDays: config.FORGET_EPISODIC_AFTER_DAYS,
    onFacts: (_, seconds) => metrics.stageSeconds.observe({ stage: 'dreaming' }, seconds),
    onEnding: ending => reportEnding(parts, { ...ending, stage: 'dreaming' }),
  }
}

/** A cell that is away fails every slot every second: the log says so once a minute. */
function reportOnce(logger: Logger, cell: string): (error: unknown) => void {
  let silentUntil = 0
  return error => {
    if (Date.now() < silentUntil) return
    silentUntil = Date.now() + 60_000
    logger.error({ err: error, cell }, 'work in this cell fails; it is tried again every second')
  }
}

/** Runs `task` now and then at an interval, one at a time. */
function repeat(everyMs: number, onError: (error: unknown) => void, task: () => Promise<void>): Worker {
  let running: Promise<void> | undefined
  const tick = () => {
    running ??= task()
      .catch(onError)
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(tick, everyMs)
  tick()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

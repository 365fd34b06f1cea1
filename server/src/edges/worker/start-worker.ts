import { type ArchiveWorker, runArchiveStep } from '../../features/archive/run-archive-step.ts'
import type { SourceParts } from '../../features/connections/connections-app.ts'
import { ContainerResolver } from '../../features/containers/resolve-container.ts'
import { TokenQuotas } from '../../features/containers/token-quotas.ts'
import { runUpkeepStep } from '../../features/containers/upkeep/run-upkeep-step.ts'
import { ImportBacklogs } from '../../features/documents/import-backlogs.ts'
import { buildContainer } from '../../features/embeddings/build-container.ts'
import type { ErasureJournal } from '../../features/erasures/journal.ts'
import { ChunkSizes } from '../../features/settings/chunk-sizes.ts'
import { findDueEndpoints } from '../../features/webhooks/claim-store.ts'
import { type DeliveryApp, deliverEvents } from '../../features/webhooks/deliver-events.ts'
import { switchOffEndpoint } from '../../features/webhooks/switch-off-endpoint.ts'
import type { BlobStore } from '../../platform/blobs/blob-store.ts'
import type { Config } from '../../platform/config.ts'
import type { Cell, Cells } from '../../platform/db/cells.ts'
import { unscoped, unscopedPrepared } from '../../platform/db/tx.ts'
import { type GateProbe, Gates } from '../../platform/lanes/gates.ts'
import { lanes } from '../../platform/lanes/lane.ts'
import { type RunLaneOptions, type RunStep, runLanes } from '../../platform/lanes/run-lanes.ts'
import { runReads } from '../../platform/lanes/run-reads.ts'
import type { Wakes } from '../../platform/lanes/wakes.ts'
import type { Embedder } from '../../platform/providers/embedding/embedder.ts'
import type { Logger } from '../../platform/telemetry/logger.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import type { Tracer } from '../../platform/telemetry/span.ts'
import { withoutSecrets } from '../../platform/telemetry/without-secrets.ts'
import { type DreamApp, dreamContainer } from '../../processes/dreaming/dream.ts'
import type { FactExtractor } from '../../processes/dreaming/extract/fact-extractor.ts'
import type { LlmSummarizer } from '../../processes/dreaming/extract/llm-summarizer.ts'
import type { VerdictBook } from '../../processes/dreaming/relate/verdicts.ts'
import type { FetchSettings } from '../../processes/pipeline/fetch/fetch-settings.ts'
import { openPostTarget } from '../../processes/pipeline/fetch/safe-post.ts'
import type { Pipeline } from '../../processes/pipeline/pipeline.ts'
import { processSlice } from '../../processes/pipeline/process-slice.ts'
import type { FileReader } from '../../processes/pipeline/reading/file-reader.ts'
import { runSyncStep } from '../../processes/sync/run-sync-step.ts'
import type { SyncApp } from '../../processes/sync/sync-app.ts'
import { assignedCells } from './assigned-cells.ts'
import { laneGates } from './lane-gates.ts'
import { collectOrphanFiles } from './maintenance/collect-orphan-files.ts'
import { maintainCell } from './maintenance/maintain-cell.ts'
import { repeat } from './repeat.ts'
import { reportAttemptEnd } from './report-attempt-end.ts'
import { reportClaim, reportDocuments } from './report-progress.ts'
import { sendWebhooks } from './send-webhooks.ts'
import { heartbeatMs, recordHeartbeat, removeWorker } from './store.ts'
import { workOnSlice, workOnStep } from './trace-work.ts'

export type WorkerParts = {
  config: Pick<
    Config,
    | 'WORKER_CELLS'
    | 'WORKER_SLOTS'
    | 'WORKER_READ_SLOTS'
    | 'WORKER_POLL_MS'
    | 'LEASE_MS'
    | 'RECONCILE_MS'
    | 'BLOB_GRACE_MS'
    | 'MAX_ATTEMPTS'
    | 'GATE_PROBE_MS'
    | 'USAGE_RETENTION_DAYS'
    | 'REQUEST_LOG_DAYS'
    | 'WEBHOOK_SLOTS'
    | 'WEBHOOK_TIMEOUT_MS'
    | 'WEBHOOK_OFF_AFTER_HOURS'
    | 'WEBHOOK_LOG_DAYS'
    | 'HISTORY_RETENTION_DAYS'
    | 'RECEIPT_RETENTION_DAYS'
    | 'ARCHIVE_RETENTION_DAYS'
    | 'SYNC_LOG_DAYS'
    | 'BULK_MAX_WAIT_SECONDS'
    | 'DREAM_QUIET_MS'
    | 'DREAM_MAX_WAIT_MS'
    | 'FORGET_EPISODIC_AFTER_DAYS'
  >
  cells: Cells
  wakes: Wakes
  embedder: Embedder
  nextEmbedder?: Embedder | undefined
  blobs: BlobStore
  journal: ErasureJournal
  reader: FileReader
  maxTextBytes: number
  maxFileBytes: number
  revisionTails?: boolean
  secretsKey: Buffer
  fetching: FetchSettings
  sources: SourceParts
  extractor: FactExtractor
  verdicts?: VerdictBook | undefined
  summarizer?: LlmSummarizer | undefined
  gateProbes: ReadonlyMap<string, GateProbe>
  oldSecretsKeys: readonly Buffer[]
  logger: Logger
  metrics: Metrics
  tracer?: Tracer | undefined
  processName: string
}

export type Worker = { stop(): Promise<void> }

/** Works in every cell independently: an unreachable cell does not delay the documents of the others. */
export function startWorker(process: WorkerParts): Worker {
  const parts = { ...process, cells: process.cells.atWork }
  const stopping = new AbortController()
  const work: WorkParts = {
    ...parts,
    gates: openGates(parts),
    chunkSizes: new ChunkSizes(parts.cells.directory),
    stopping: stopping.signal,
  }
  const pipeline = toPipeline(work)
  const dreams = toDreamApp(work)
  const archive = toArchiveWorker(work)
  const sync = toSyncApp(work)
  const workers = assignedCells(parts).map(cell =>
    workInCell(work, { pipeline, dreams, archive, sync }, cell),
  )
  const heartbeat = startHeartbeat(parts)
  const collector = collectOrphanFiles(parts)
  return {
    async stop() {
      stopping.abort()
      await Promise.all([...workers.map(worker => worker.stop()), heartbeat.stop(), collector.stop()])
    },
  }
}

type WorkParts = WorkerParts & { gates: Gates; chunkSizes: ChunkSizes; stopping: AbortSignal }

function openGates({ gateProbes, config, logger }: WorkerParts): Gates {
  return new Gates({
    probes: gateProbes,
    probeMs: config.GATE_PROBE_MS,
    onShut: ({ name, code, reason }) =>
      logger.warn(
        { gate: name, code, reason: withoutSecrets(reason) },
        'a gate is shut: documents that need it wait',
      ),
    onOpen: (cell, { name, shutAt }) => {
      const shutSeconds = Math.round((Date.now() - shutAt.getTime()) / 1000)
      logger.info({ cell, gate: name, shutSeconds }, 'a gate is open again: its documents continue')
    },
  })
}

/** Lets `reverie doctor` see that a worker is alive. An unreachable directory is reported by the code that needs it. */
function startHeartbeat({ cells, processName }: WorkerParts): Worker {
  // Not the worker's connections: a worker whose other connections are all in use is alive.
  const directory = cells.heartbeats
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

type LaneApps = { pipeline: Pipeline; dreams: DreamApp; archive: ArchiveWorker; sync: SyncApp }

function workInCell(parts: WorkParts, { pipeline, dreams, archive, sync }: LaneApps, cell: Cell): Worker {
  const { config, logger, metrics, tracer, processName } = parts
  const traced =
    (run: RunStep): RunStep =>
    (cell, lane) =>
      workOnStep(tracer, cell, lane, () => run(cell, lane))
  const queue = parts.wakes.ofCell(cell.name)
  const report = reportOnce(logger, cell.name)
  const building = { embedders: pipeline, leaseMs: config.LEASE_MS }
  const running: RunLaneOptions = {
    cell,
    cellOf: shard => parts.cells.of(shard),
    queue,
    worker: processName,
    leaseMs: config.LEASE_MS,
    work: (cell, slice, signal) => {
      reportClaim(logger, slice)
      return workOnSlice(tracer, cell, slice, () => processSlice(pipeline, cell, slice, signal))
    },
    steps: {
      [lanes.upkeep]: traced((cell, lane) => runUpkeepStep(cell, queue, lane, parts.blobs)),
      [lanes.reembed]: traced((cell, lane) => buildContainer(building, cell, lane)),
      [lanes.dream]: traced((cell, lane) => dreamContainer(dreams, cell, lane)),
      [lanes.archive]: traced((cell, lane) => runArchiveStep(archive, cell, lane)),
      [lanes.sync]: traced((cell, lane) => runSyncStep(sync, cell, lane)),
    },
    gates: laneGates(parts),
    onError: report,
    onLeaseLost: () => metrics.leasesLost.inc({ kind: 'documents' }),
    onRun: (_, documents) => metrics.laneRuns.inc({ outcome: documents > 0 ? 'worked' : 'empty' }),
  }
  const pollMs = config.WORKER_POLL_MS
  const runner = runLanes({ ...running, queue, pollMs, slots: config.WORKER_SLOTS })
  const reader = runReads({ ...running, queue, pollMs, slots: config.WORKER_READ_SLOTS })
  const deliveries = toDeliveryApp(parts)
  const webhooks = sendWebhooks({
    find: except => unscopedPrepared(cell.maintenance, db => findDueEndpoints(db, except, mostDueEndpoints)),
    deliver: (at, stopping) => deliverEvents(deliveries, parts.cells.of(at.shard), at, stopping),
    slots: config.WEBHOOK_SLOTS,
    pollMs,
    onError: report,
  })
  const probing = repeat(probeTickMs(config.GATE_PROBE_MS), report, () => parts.gates.probe(cell, queue))
  const duties = { cell, queue, journal: parts.journal, config, logger, metrics }
  const maintenance = maintainCell({ ...duties, roundMs: config.RECONCILE_MS })
  return {
    async stop() {
      // All at once: a round of maintenance may take a second, in which the slots would take new work.
      await Promise.all([runner.stop(), reader.stop(), webhooks.stop(), probing.stop(), maintenance.stop()])
    },
  }
}

/** Often enough to probe at the set interval. Each look costs one small query, and nothing while no gate is shut. */
const probeTickMs = (probeMs: number) => Math.min(1_000, probeMs)

function toPipeline(parts: WorkParts): Pipeline {
  const { embedder, nextEmbedder, blobs, reader, fetching, config, wakes, metrics, logger } = parts
  const { chunkSizes, gates, stopping } = parts
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
    gates,
    stopping,
    onStage: (stage, seconds, documents) => {
      metrics.stageSeconds.observe({ stage }, seconds)
      reportDocuments(logger, documents, 'a stage has run', { stage, ms: Math.round(seconds * 1000) })
    },
    onDone: documents => reportDocuments(logger, documents, 'a document is indexed'),
    onOutcome: (outcome, documents) => metrics.documentsProcessed.inc({ outcome }, documents),
    onEnding: ({ document: { org, id, requestId }, ...ending }) =>
      reportAttemptEnd(parts, { org, id, requestId, ...ending }),
    onError: error => logger.error({ err: error }, 'a stage failed unexpectedly'),
  }
}

function toDreamApp(parts: WorkParts): DreamApp {
  const { cells, embedder, nextEmbedder, extractor, verdicts, summarizer, gates, stopping } = parts
  const { config, metrics, logger, processName } = parts
  return {
    cells,
    embedder,
    nextEmbedder,
    extractor,
    verdicts,
    summarizer,
    pace: { quietMs: config.DREAM_QUIET_MS, maxWaitMs: config.DREAM_MAX_WAIT_MS },
    leaseMs: config.LEASE_MS,
    maxAttempts: config.MAX_ATTEMPTS,
    gates,
    stopping,
    worker: processName,
    onError: error => logger.error({ err: error }, 'dreaming failed unexpectedly'),
    episodicDays: config.FORGET_EPISODIC_AFTER_DAYS,
    onFacts: (_, seconds) => metrics.stageSeconds.observe({ stage: 'dreaming' }, seconds),
    onEnding: ending => reportAttemptEnd(parts, { ...ending, stage: 'dreaming' }),
    onLeaseLost: () => metrics.leasesLost.inc({ kind: 'dream' }),
  }
}

function toArchiveWorker(parts: WorkParts): ArchiveWorker {
  const { cells, wakes, embedder, nextEmbedder, blobs, config, stopping, logger } = parts
  const { maxTextBytes, maxFileBytes, revisionTails = true, secretsKey } = parts
  return {
    ...{ cells, wakes, embedder, nextEmbedder, blobs, maxTextBytes, maxFileBytes, revisionTails, secretsKey },
    containers: new ContainerResolver(cells, embedder.model),
    quotas: new TokenQuotas(cells),
    leaseMs: config.LEASE_MS,
    stopping,
    onError: error => logger.error({ err: error }, 'a step of an export or import failed; it is tried again'),
  }
}

function toSyncApp(parts: WorkParts): SyncApp {
  const { cells, wakes, blobs, config, stopping, logger, metrics, embedder, sources } = parts
  const { maxTextBytes, maxFileBytes, revisionTails = true, secretsKey, oldSecretsKeys } = parts
  return {
    ...{
      cells,
      wakes,
      blobs,
      maxTextBytes,
      maxFileBytes,
      revisionTails,
      secretsKey,
      oldSecretsKeys,
      sources,
    },
    containers: new ContainerResolver(cells, embedder.model),
    quotas: new TokenQuotas(cells),
    imports: new ImportBacklogs(cells, config.BULK_MAX_WAIT_SECONDS),
    leaseMs: config.LEASE_MS,
    stopping,
    onError: error => logger.error({ err: error }, 'a step of a connection failed; it is tried again'),
    onRun: (outcome, seconds) => metrics.syncSeconds.observe({ outcome }, seconds),
  }
}

/** Endpoints that one look finds: more than can be sent to at once, so that some may be passed over. */
const mostDueEndpoints = 500

function toDeliveryApp(parts: WorkParts): DeliveryApp {
  const { config, cells, fetching, logger, metrics, secretsKey, oldSecretsKeys } = parts
  const sending = { ...fetching, timeoutMs: config.WEBHOOK_TIMEOUT_MS }
  return {
    secretsKey,
    oldSecretsKeys,
    timeoutMs: config.WEBHOOK_TIMEOUT_MS,
    offAfterHours: config.WEBHOOK_OFF_AFTER_HOURS,
    openTarget: (url, connections) => openPostTarget(url, sending, connections),
    async switchOff(org, endpoint, reason) {
      if (await switchOffEndpoint(cells, org, endpoint, reason))
        logger.warn({ org, endpoint, reason }, 'a webhook was switched off')
    },
    onAttempt: (outcome, seconds) => metrics.webhookSeconds.observe({ outcome }, seconds),
  }
}

/** An unreachable cell fails every slot every second, but the log has one line a minute. */
function reportOnce(logger: Logger, cell: string): (error: unknown) => void {
  let silentUntil = 0
  return error => {
    if (Date.now() < silentUntil) return
    silentUntil = Date.now() + 60_000
    logger.error({ err: error, cell }, 'work in this cell fails; the worker retries every second')
  }
}

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { productVersion } from '../lib/version.ts'

/** A search takes a few milliseconds and an upload may take a minute; prom-client's default buckets stop at 10 s. */
const requestBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
const stageBuckets = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

/** A scrape must answer while a cell is down, so it shows the values known by then. */
const gatherWithinMs = 1_000

export type Metrics = ReturnType<typeof createMetrics>

/** All metrics of the process, in a registry of their own, so that two servers in one test stay apart. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const gathering: (() => Promise<void>)[] = []
  collectDefaultMetrics({ register: registry, prefix: 'reverie_' })
  return {
    registry,
    /** Calls `gather` before each scrape, to update gauges. */
    beforeScrape: (gather: () => Promise<void>) => void gathering.push(gather),
    async scrape(): Promise<string> {
      await within(gatherWithinMs, Promise.allSettled(gathering.map(gather => gather())))
      return registry.metrics()
    },
    ...requestMetrics(registers),
    ...processingMetrics(registers),
    ...providerMetrics(registers),
    ...stateMetrics(registers),
    ...replicaMetrics(registers),
    ...processMetrics(registers),
  }
}

function processMetrics(registers: Registry[]) {
  const buildInfo = new Gauge({
    name: 'reverie_build_info',
    help: 'Always 1. The labels name the version of Reverie and of Node.js.',
    labelNames: ['version', 'node'],
    registers,
  })
  buildInfo.set({ version: productVersion(), node: process.versions.node }, 1)
  return {
    buildInfo,
    directoryUp: new Gauge({
      name: 'reverie_directory_up',
      help: '1 if the directory (Postgres) responded to the last query for workers, else 0.',
      registers,
    }),
    workersAlive: new Gauge({
      name: 'reverie_workers_alive',
      help: 'Workers whose heartbeat is at most 40 seconds old, in all processes together.',
      registers,
    }),
    traceSpans: new Counter({
      name: 'reverie_trace_spans_total',
      help: 'Spans of traces, by outcome: exported, dropped (the queue was full) or failed (the collector did not take them).',
      labelNames: ['outcome'],
      registers,
    }),
  }
}

function requestMetrics(registers: Registry[]) {
  return {
    httpRequestSeconds: new Histogram({
      name: 'reverie_http_request_duration_seconds',
      help: 'Time from the first byte of a request to the last byte of its response. Status "aborted": the client disconnected.',
      labelNames: ['method', 'route', 'status'],
      buckets: requestBuckets,
      registers,
    }),
    requestsRefused: new Counter({
      name: 'reverie_requests_refused_total',
      help: 'Requests refused because there were too many, by kind and error code.',
      labelNames: ['kind', 'code'],
      registers,
    }),
    requestsRunning: new Gauge({
      name: 'reverie_requests_running',
      help: 'Requests that this process works on, by kind: search, write or read.',
      labelNames: ['kind'],
      registers,
    }),
    requestsWaiting: new Gauge({
      name: 'reverie_requests_waiting',
      help: 'Requests that wait for a place, by kind.',
      labelNames: ['kind'],
      registers,
    }),
  }
}

/** Work with servers of others. */
function outsideMetrics(registers: Registry[]) {
  return {
    webhookSeconds: new Histogram({
      name: 'reverie_webhook_duration_seconds',
      help: 'Duration of one attempt to send an event to a webhook, by outcome: delivered or failed.',
      labelNames: ['outcome'],
      buckets: stageBuckets,
      registers,
    }),
    syncSeconds: new Histogram({
      name: 'reverie_sync_duration_seconds',
      help: 'Duration of one run of a connection, by outcome: completed or failed.',
      labelNames: ['outcome'],
      buckets: [1, 5, 15, 60, 300, 1_200, 3_600, 14_400],
      registers,
    }),
  }
}

function processingMetrics(registers: Registry[]) {
  return {
    documentsProcessed: new Counter({
      name: 'reverie_documents_processed_total',
      help: 'Finished attempts to process a document, by outcome: done, retry or failed.',
      labelNames: ['outcome'],
      registers,
    }),
    documentsFailed: new Counter({
      name: 'reverie_documents_failed_total',
      help: 'Documents that failed, by error code and stage.',
      labelNames: ['code', 'stage'],
      registers,
    }),
    stageSeconds: new Histogram({
      name: 'reverie_stage_duration_seconds',
      help: 'Duration of one processing stage for one slice of documents.',
      labelNames: ['stage'],
      buckets: stageBuckets,
      registers,
    }),
    filesCollected: new Counter({
      name: 'reverie_files_collected_total',
      help: 'Deleted files without a document, by kind: orphan, or draft of an unfinished upload.',
      labelNames: ['kind'],
      registers,
    }),
    maintenanceFailures: new Counter({
      name: 'reverie_maintenance_failures_total',
      help: 'Runs of a maintenance duty that failed, by duty. The duty runs again in the next round.',
      labelNames: ['duty'],
      registers,
    }),
    leasesLost: new Counter({
      name: 'reverie_leases_lost_total',
      help: 'Leases that this worker lost while it worked, by kind: documents or dream. Another worker repeats the work.',
      labelNames: ['kind'],
      registers,
    }),
    maintenanceLeader: new Gauge({
      name: 'reverie_maintenance_leader',
      help: 'Whether this worker does the maintenance of the cell: 1 or 0. The sum over all workers is 1 for each cell.',
      labelNames: ['cell'],
      registers,
    }),
    ...outsideMetrics(registers),
    laneRuns: new Counter({
      name: 'reverie_lane_runs_total',
      help: 'Runs of a lane, by outcome: worked, or empty.',
      labelNames: ['outcome'],
      registers,
    }),
  }
}

function providerMetrics(registers: Registry[]) {
  return {
    embeddedTexts: new Counter({
      name: 'reverie_embedded_texts_total',
      help: 'Texts embedded, by purpose: document (chunks, memories) or query.',
      labelNames: ['purpose'],
      registers,
    }),
    llmCallSeconds: new Histogram({
      name: 'reverie_llm_call_duration_seconds',
      help: 'Duration of one language model call, including a second attempt, by outcome.',
      labelNames: ['outcome'],
      buckets: stageBuckets,
      registers,
    }),
    llmTokens: new Counter({
      name: 'reverie_llm_tokens_total',
      help: 'Tokens of language model calls, by direction: input or output.',
      labelNames: ['direction'],
      registers,
    }),
    llmUsd: new Counter({
      name: 'reverie_llm_usd_total',
      help: 'Cost of language models in US dollars, at the configured prices.',
      registers,
    }),
    providerUp: new Gauge({
      name: 'reverie_provider_up',
      help: '1 while a provider responds to this process, 0 while its circuit is open.',
      labelNames: ['provider'],
      registers,
    }),
    providerRateLimited: new Gauge({
      name: 'reverie_provider_rate_limited',
      help: '1 while a provider rate-limits this process (429), until a call succeeds again.',
      labelNames: ['provider'],
      registers,
    }),
  }
}

function gateMetrics(registers: Registry[]) {
  return {
    gateShutSeconds: new Gauge({
      name: 'reverie_gate_shut_seconds',
      help: 'Time since something that documents need failed, by cell and gate; 0 when it works again.',
      labelNames: ['cell', 'gate'],
      registers,
    }),
    gateLanes: new Gauge({
      name: 'reverie_gate_lanes',
      help: 'Lanes that wait at a shut gate, by cell and gate.',
      labelNames: ['cell', 'gate'],
      registers,
    }),
    documentsBlocked: new Gauge({
      name: 'reverie_documents_blocked',
      help: 'Documents that wait at a shut gate, by cell and gate. No worker can process them before it opens.',
      labelNames: ['cell', 'gate'],
      registers,
    }),
  }
}

/** Updated before each scrape. */
function stateMetrics(registers: Registry[]) {
  return {
    cellUp: new Gauge({
      name: 'reverie_cell_up',
      help: '1 if the cell (Postgres) responded to the last backlog query, else 0.',
      labelNames: ['cell'],
      registers,
    }),
    documentsDue: new Gauge({
      name: 'reverie_documents_due',
      help: 'Documents that wait for a worker now, by cell and lane, without those at a shut gate. Reads at most 100,000 per cell.',
      labelNames: ['cell', 'lane'],
      registers,
    }),
    oldestDueSeconds: new Gauge({
      name: 'reverie_oldest_due_seconds',
      help: 'Waiting time of the oldest of these documents, by cell and lane; 0 if none is due.',
      labelNames: ['cell', 'lane'],
      registers,
    }),
    ...gateMetrics(registers),
    documentsDreaming: new Gauge({
      name: 'reverie_documents_dreaming',
      help: 'Documents whose dreaming has not ended, by cell, including those whose container is not quiet yet.',
      labelNames: ['cell'],
      registers,
    }),
    deadRows: new Gauge({
      name: 'reverie_dead_rows',
      help: 'Dead rows that vacuum has not removed yet, by cell and table, as Postgres estimates them.',
      labelNames: ['cell', 'table'],
      registers,
    }),
    poolConnections: new Gauge({
      name: 'reverie_pool_connections',
      help: 'Connections to Postgres, by pool and state: in_use or idle.',
      labelNames: ['pool', 'state'],
      registers,
    }),
    poolWaiting: new Gauge({
      name: 'reverie_pool_waiting',
      help: 'Callers that wait for a database connection, by pool.',
      labelNames: ['pool'],
      registers,
    }),
  }
}

function replicaMetrics(registers: Registry[]) {
  return {
    replicaLagSeconds: new Gauge({
      name: 'reverie_replica_lag_seconds',
      help: "Age of the data of the cell's replica, as this process sees it. Missing while the replica is away or is not a copy of the cell.",
      labelNames: ['cell'],
      registers,
    }),
    replicaReads: new Counter({
      name: 'reverie_replica_reads_total',
      help: 'Reads that a replica may answer, by cell and outcome: served, or why the primary answered.',
      labelNames: ['cell', 'outcome'],
      registers,
    }),
  }
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, ms)
  await Promise.race([work, late.promise])
  clearTimeout(timer)
}

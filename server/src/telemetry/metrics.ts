import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** A search answers in a few milliseconds and an upload may take a minute; prom-client's own stop at 10 s. */
const requestBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
const stageBuckets = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

/** A scrape must answer while a cell is away: it shows what is known by then. */
const gatherWithinMs = 1_000

export type Metrics = ReturnType<typeof createMetrics>

/** Every metric of the process, in a registry of its own, so that two servers in one test do not meet. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const gathering: (() => Promise<void>)[] = []
  collectDefaultMetrics({ register: registry, prefix: 'reverie_' })
  return {
    registry,
    /** Has `gather` bring gauges up to date before each scrape. */
    beforeScrape: (gather: () => Promise<void>) => void gathering.push(gather),
    async scrape(): Promise<string> {
      await within(gatherWithinMs, Promise.allSettled(gathering.map(gather => gather())))
      return registry.metrics()
    },
    ...processingMetrics(registers),
    ...providerMetrics(registers),
    ...stateMetrics(registers),
  }
}

function processingMetrics(registers: Registry[]) {
  return {
    httpRequestSeconds: new Histogram({
      name: 'reverie_http_request_duration_seconds',
      help: 'Time from the first byte of a request to the last byte of its answer. Status "aborted": the client left.',
      labelNames: ['method', 'route', 'status'],
      buckets: requestBuckets,
      registers,
    }),
    documentsProcessed: new Counter({
      name: 'reverie_documents_processed_total',
      help: 'Attempts at documents that ended, by outcome: done, retry or failed.',
      labelNames: ['outcome'],
      registers,
    }),
    documentsFailed: new Counter({
      name: 'reverie_documents_failed_total',
      help: 'Documents that ended failed, by error code and the stage they failed in.',
      labelNames: ['code', 'stage'],
      registers,
    }),
    stageSeconds: new Histogram({
      name: 'reverie_stage_duration_seconds',
      help: 'Time one stage of processing took for one slice of documents.',
      labelNames: ['stage'],
      buckets: stageBuckets,
      registers,
    }),
    filesCollected: new Counter({
      name: 'reverie_files_collected_total',
      help: 'Files removed because no document names them, by kind: orphan, or draft of an upload that never ended.',
      labelNames: ['kind'],
      registers,
    }),
    maintenanceFailures: new Counter({
      name: 'reverie_maintenance_failures_total',
      help: 'Runs of a maintenance duty that failed, by duty. The duty runs again in the next round.',
      labelNames: ['duty'],
      registers,
    }),
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
      help: 'Time a language model took for one question, a second try included, by outcome.',
      labelNames: ['outcome'],
      buckets: stageBuckets,
      registers,
    }),
    llmTokens: new Counter({
      name: 'reverie_llm_tokens_total',
      help: 'Tokens sent to language models (input) and answered by them (output).',
      labelNames: ['direction'],
      registers,
    }),
    llmUsd: new Counter({
      name: 'reverie_llm_usd_total',
      help: 'Cost of language models in US dollars, by the prices in the configuration.',
      registers,
    }),
    providerUp: new Gauge({
      name: 'reverie_provider_up',
      help: 'Whether a provider answers this process: 1, or 0 while its circuit is open.',
      labelNames: ['provider'],
      registers,
    }),
    providerRateLimited: new Gauge({
      name: 'reverie_provider_rate_limited',
      help: 'Whether a provider has told this process to wait (429): 1 until a call succeeds again.',
      labelNames: ['provider'],
      registers,
    }),
  }
}

/** Brought up to date before each scrape. */
function stateMetrics(registers: Registry[]) {
  return {
    cellUp: new Gauge({
      name: 'reverie_cell_up',
      help: 'Whether a cell (Postgres) answered the last look at its backlog: 1 or 0.',
      labelNames: ['cell'],
      registers,
    }),
    documentsDue: new Gauge({
      name: 'reverie_documents_due',
      help: 'Documents that wait for a worker now, by cell and lane. Counted up to 100,000 a cell.',
      labelNames: ['cell', 'lane'],
      registers,
    }),
    oldestDueSeconds: new Gauge({
      name: 'reverie_oldest_due_seconds',
      help: 'How long the oldest document that is due has waited, by cell and lane; 0 when none is.',
      labelNames: ['cell', 'lane'],
      registers,
    }),
    documentsDreaming: new Gauge({
      name: 'reverie_documents_dreaming',
      help: 'Documents whose memories are not formed yet, by cell; those that wait for quiet included.',
      labelNames: ['cell'],
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
      help: 'Callers that wait for a connection, by pool.',
      labelNames: ['pool'],
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

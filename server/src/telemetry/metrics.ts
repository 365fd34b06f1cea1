import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** A search answers in a few milliseconds and an upload may take a minute; prom-client's own stop at 10 s. */
const requestBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
const stageBuckets = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

export type Metrics = ReturnType<typeof createMetrics>

/** Every metric of the process, in a registry of its own, so that two servers in one test do not meet. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    httpRequestSeconds: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the first byte of a request to the last of its answer. Status "aborted": the client left.',
      labelNames: ['method', 'route', 'status'],
      buckets: requestBuckets,
      registers,
    }),
    documentsProcessed: new Counter({
      name: 'documents_processed_total',
      help: 'Documents that reached the end of processing, by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
    stageSeconds: new Histogram({
      name: 'stage_duration_seconds',
      help: 'Time one stage of processing took for one document.',
      labelNames: ['stage'],
      buckets: stageBuckets,
      registers,
    }),
    embeddedTexts: new Counter({
      name: 'embedded_texts_total',
      help: 'Texts turned into vectors, chunks and queries alike.',
      registers,
    }),
    llmCallSeconds: new Histogram({
      name: 'llm_call_duration_seconds',
      help: 'Time a language model took for one question, a second try included, by outcome.',
      labelNames: ['outcome'],
      buckets: stageBuckets,
      registers,
    }),
    llmTokens: new Counter({
      name: 'llm_tokens_total',
      help: 'Tokens sent to language models and answered by them.',
      labelNames: ['direction'],
      registers,
    }),
    llmUsd: new Counter({
      name: 'llm_usd_total',
      help: 'What that cost, by the prices of the configuration.',
      registers,
    }),
    laneRuns: new Counter({
      name: 'lane_runs_total',
      help: 'Runs of a lane, by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
  }
}

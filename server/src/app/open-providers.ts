import { MeteredLlm } from '../features/spending/metered-llm.ts'
import type { Config } from '../platform/config.ts'
import type { Cells } from '../platform/db/cells.ts'
import { Circuit, type Probe } from '../platform/providers/circuit.ts'
import type { Embedder } from '../platform/providers/embedding/embedder.ts'
import * as registry from '../platform/providers/registry.ts'
import type { Reranker } from '../platform/providers/rerank/reranker.ts'
import type { Transcriber } from '../platform/providers/transcription/transcriber.ts'
import { watchEmbedder, watchReranker, watchTranscriber } from '../platform/providers/watch.ts'
import type { Logger } from '../platform/telemetry/logger.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'
import { type ProviderReports, reportProvider } from '../platform/telemetry/report-provider.ts'

export type ProviderName = 'llm' | 'embedder' | 'reranker' | 'transcriber'

/** The models of a process. Each remote model has a circuit breaker, which appears in the log, the metrics and `/ready`. */
export type Providers = {
  embedder: Embedder
  nextEmbedder: Embedder | undefined
  llm: MeteredLlm | undefined
  reranker: Reranker | undefined
  transcriber: Transcriber | undefined
  circuits: ReadonlyMap<ProviderName, Circuit>
  /** Asks the language model for a word. */
  llmProbe: Probe | undefined
}

type Telemetry = { logger: Logger; metrics: Metrics }

export async function openProviders(config: Config, cells: Cells, telemetry: Telemetry): Promise<Providers> {
  const circuits = new Map<ProviderName, Circuit>()
  const report = (provider: ProviderName) =>
    reportProvider(telemetry, { provider, ...descriptionsFor(config)[provider] })
  const connect = (provider: ProviderName, probe?: Probe, reports = report(provider)): Circuit => {
    const circuit = new Circuit({ ...reports, ...(probe && { probe }) })
    circuits.set(provider, circuit)
    return circuit
  }
  const embedder = await openWatchedEmbedder(config, telemetry, report, connect)
  const next = await registry.openNextEmbedder(config)
  const nextEmbedder = next && watchEmbedder(next, { onTexts: countTexts(telemetry) })
  const { llm, llmProbe } = await openMeteredLlm(config, cells, telemetry, report, connect)
  const rawReranker = registry.openReranker(config)
  const reranker = rawReranker && watchReranker(rawReranker, connect('reranker', probeOf(rawReranker)))
  const rawTranscriber = await registry.openTranscriber(config)
  const isRemote = rawTranscriber && config.TRANSCRIBER === 'http'
  const transcriber =
    rawTranscriber && watchTranscriber(rawTranscriber, isRemote ? connect('transcriber') : undefined)
  return { embedder, nextEmbedder, llm, reranker, transcriber, circuits, llmProbe }
}

type Report = (provider: ProviderName) => ProviderReports
type Connect = (provider: ProviderName, probe?: Probe, reports?: ProviderReports) => Circuit

async function openWatchedEmbedder(
  config: Config,
  telemetry: Telemetry,
  report: Report,
  connect: Connect,
): Promise<Embedder> {
  const onTexts = countTexts(telemetry)
  if (config.EMBEDDER === 'local') return watchEmbedder(await registry.openEmbedder(config), { onTexts })
  const reports = report('embedder')
  const embedder = await registry.openEmbedder(config, reports)
  const probe: Probe = async ({ signal }) => {
    await embedder.embed(['probe'], { purpose: 'query', signal })
    return 'answers'
  }
  return watchEmbedder(embedder, { onTexts, circuit: connect('embedder', probe, reports) })
}

async function openMeteredLlm(
  config: Config,
  cells: Cells,
  { logger, metrics }: Telemetry,
  report: Report,
  connect: Connect,
): Promise<Pick<Providers, 'llm' | 'llmProbe'>> {
  if (config.LLM === 'none') return { llm: undefined, llmProbe: undefined }
  const reports = report('llm')
  const llm = (await registry.openLlm(config, reports))!
  const reportAnswer = reportUnusable(logger, config)
  const metered = new MeteredLlm(llm, cells.directory, {
    prices: {
      inputUsdPerMillion: config.LLM_INPUT_USD_PER_MILLION,
      outputUsdPerMillion: config.LLM_OUTPUT_USD_PER_MILLION,
    },
    dailyUsd: config.LLM_DAILY_USD,
    circuit: connect('llm', llm.probe, reports),
    onCall({ outcome, usage, usd, ms }) {
      reportAnswer(outcome)
      metrics.llmCallSeconds.observe({ outcome }, ms / 1000)
      metrics.llmTokens.inc({ direction: 'input' }, usage.inputTokens)
      metrics.llmTokens.inc({ direction: 'output' }, usage.outputTokens)
      metrics.llmUsd.inc(usd)
    },
  })
  return { llm: metered, llmProbe: llm.probe }
}

/** Warns once when answers become unusable: the model is too small, or the URL serves a web page instead of an API. */
function reportUnusable(logger: Logger, { LLM_MODEL, LLM_FALLBACK }: Config): (outcome: string) => void {
  let isUsable = true
  return outcome => {
    if (outcome === 'bad_response' && isUsable)
      logger.warn(
        {
          provider: 'llm',
          model: LLM_MODEL,
          todo: `Check LLM_URL and LLM_MODEL; a larger model may follow the format. Test it with "reverie doctor".`,
        },
        `the language model answers, but not in the requested format (LLM_FALLBACK is ${LLM_FALLBACK})`,
      )
    if (outcome === 'bad_response' || outcome === 'done') isUsable = outcome === 'done'
  }
}

function probeOf(reranker: Reranker): Probe {
  return async ({ signal }) => {
    await reranker.rerank('probe', ['probe'], signal)
    return 'answers'
  }
}

const countTexts =
  ({ metrics }: Telemetry) =>
  (purpose: string, texts: number) =>
    metrics.embeddedTexts.inc({ purpose }, texts)

/** The name of each provider in the log, and the effect of its absence. */
function descriptionsFor(config: Config): Record<ProviderName, { title: string; effect: string }> {
  const readByRules = 'The built-in rules process documents until it answers.'
  const waitsForModel = 'Documents wait for their memories until it answers (LLM_FALLBACK=fail).'
  return {
    llm: {
      title: 'language model',
      effect: config.LLM_FALLBACK === 'local' ? readByRules : waitsForModel,
    },
    embedder: {
      title: 'embedder',
      effect: 'Documents wait, and searches answer 503, until it answers. Check EMBEDDER_URL.',
    },
    reranker: {
      title: 'reranker',
      effect: 'Results are not reranked until it answers. Check RERANKER_URL.',
    },
    transcriber: {
      title: 'transcriber',
      effect: 'Recordings without subtitles wait until it answers. Check TRANSCRIBER_URL.',
    },
  }
}

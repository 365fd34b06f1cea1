import { hostname } from 'node:os'
import { ContainerResolver } from '../features/containers/resolve-container.ts'
import { TokenQuotas } from '../features/containers/token-quotas.ts'
import { KeyRing } from '../features/keys/key-ring.ts'
import { BucketVectors } from '../features/profile/bucket-vectors.ts'
import { ContainerCache } from '../features/recall/container-cache.ts'
import type { Ranking } from '../features/recall/fuse-scores.ts'
import type { MeteredLlm } from '../features/spending/metered-llm.ts'
import type { BlobStore } from '../platform/blobs/blob-store.ts'
import { openBlobs } from '../platform/blobs/registry.ts'
import type { Config } from '../platform/config.ts'
import { type Cells, openCells } from '../platform/db/cells.ts'
import { createBox } from '../platform/extraction/box/box.ts'
import { boxSettingsOf } from '../platform/extraction/box/settings.ts'
import { Wakes } from '../platform/lanes/wakes.ts'
import { settleWithin } from '../platform/lib/settle-within.ts'
import type { Circuit } from '../platform/providers/circuit.ts'
import type { Embedder } from '../platform/providers/embedding/embedder.ts'
import type { Reranker } from '../platform/providers/rerank/reranker.ts'
import type { Transcriber } from '../platform/providers/transcription/transcriber.ts'
import { openSecrets } from '../platform/secrets/open-secrets.ts'
import type { Logger } from '../platform/telemetry/logger.ts'
import { createMetrics, type Metrics } from '../platform/telemetry/metrics.ts'
import { chooseFactExtractor } from '../processes/dreaming/extract/choose-fact-extractor.ts'
import type { FactExtractor } from '../processes/dreaming/extract/fact-extractor.ts'
import { LlmSummarizer } from '../processes/dreaming/extract/llm-summarizer.ts'
import { type FetchSettings, toFetchSettings } from '../processes/pipeline/fetch/fetch-settings.ts'
import { createFileReader } from '../processes/pipeline/reading/create-file-reader.ts'
import type { FileReader } from '../processes/pipeline/reading/file-reader.ts'
import { transcribeWith } from '../processes/pipeline/reading/transcribe-recording.ts'
import { openLogins } from './open-logins.ts'
import { openProviders, type ProviderName } from './open-providers.ts'

/** Everything a process is made of, wired once. Operations take the parts they need from here. */
export type App = {
  config: Config
  logger: Logger
  metrics: Metrics
  cells: Cells
  wakes: Wakes
  containers: ContainerResolver
  quotas?: TokenQuotas
  keys: KeyRing
  /** Where searches last looked. */
  containerCache: ContainerCache
  bucketVectors: BucketVectors
  embedder: Embedder
  /** While another set is built, or kept to go back to. */
  nextEmbedder?: Embedder | undefined
  /** None: documents are read and queries rewritten by rules. */
  llm?: MeteredLlm | undefined
  /** Reads facts from texts. */
  extractor: FactExtractor
  /** None: documents keep the summary of their own sentences. */
  summarizer?: LlmSummarizer | undefined
  /** None: rules rerank the best results. */
  reranker?: Reranker | undefined
  /** Weights in place of the default ones, to measure what each is worth. */
  ranking?: Ranking | undefined
  /** Names this process in attempts and connections. */
  processName: string
  maxTextBytes: number
  maxFileBytes: number
  blobs: BlobStore
  reader: FileReader
  /** None: of recordings only subtitles are read. */
  transcriber?: Transcriber | undefined
  /** How what a link leads to is fetched. */
  fetching: FetchSettings
  /** Signs links to uploaded files. */
  fileUrlSecret: string
  /** Links that these signed are good until they expire. */
  oldFileUrlSecrets: readonly string[]
  /** Encrypts connector secrets. */
  secretsKey: Buffer
  /** Keys from before a rotation: they open what they sealed. */
  oldSecretsKeys: readonly Buffer[]
  /** Of each provider on a network: whether it answers. */
  circuits: ReadonlyMap<ProviderName, Circuit>
}

export async function openApp(config: Config, logger: Logger, options: { supervise: boolean }): Promise<App> {
  const processName = `${hostname()}:${process.pid}`
  const secrets = await openSecrets(config)
  const sizes = { api: config.DATABASE_POOL_SIZE, worker: config.DATABASE_WORKER_POOL_SIZE }
  const cells = openCells(await openLogins(config), sizes, `reverie ${processName}`)
  await cells.start()
  const metrics = createMetrics()
  const providers = await openProviders(config, cells, { logger, metrics })
  const { embedder, llm, transcriber } = providers
  return {
    config,
    logger,
    metrics,
    cells,
    wakes: new Wakes(cells, options),
    containers: new ContainerResolver(cells, embedder.model),
    quotas: new TokenQuotas(cells),
    keys: new KeyRing(cells.directory),
    containerCache: new ContainerCache(),
    bucketVectors: new BucketVectors(),
    ...providers,
    extractor: chooseFactExtractor(
      llm?.from(cells.atWork.directory),
      cells.atWork,
      {
        overBudget: config.LLM_OVER_BUDGET,
        fallback: config.LLM_FALLBACK,
      },
      embedder,
    ),
    summarizer:
      llm && config.LLM_SUMMARIES
        ? new LlmSummarizer(llm.from(cells.atWork.directory), cells.atWork)
        : undefined,
    processName,
    maxTextBytes: config.MAX_TEXT_BYTES,
    maxFileBytes: config.MAX_FILE_BYTES,
    blobs: await openBlobs(config),
    reader: openReader(config, transcriber),
    fetching: toFetchSettings(config),
    ...secrets,
  }
}

function openReader(config: Config, transcriber: Transcriber | undefined): FileReader {
  const box = createBox(boxSettingsOf(config))
  const hear = transcribeWith(transcriber, {
    sandbox: config.EXTRACT_SANDBOX,
    maxSeconds: config.MAX_MEDIA_SECONDS,
  })
  return createFileReader(box, hear)
}

/** How long the parts of a process may take to close, and then the transactions they left. */
const closingMs = { parts: 2_000, transactions: 500 }

/** Lets go of everything, within three seconds. False: something would not close, for example a model that computes. */
export async function closeApp(app: App): Promise<boolean> {
  for (const circuit of app.circuits.values()) circuit.stop()
  const closing = Promise.allSettled([
    app.wakes.stop(),
    app.extractor.close?.(),
    app.embedder.close(),
    app.nextEmbedder?.close(),
    app.reader.close(),
    app.transcriber?.close(),
    app.blobs.close(),
  ])
  const isClosed = await settleWithin(closing, closingMs.parts)
  await app.cells.close(closingMs.transactions)
  return isClosed
}

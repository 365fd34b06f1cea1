import { hostname } from 'node:os'
import { join } from 'node:path'
import type { SourceParts } from '../features/connections/connections-app.ts'
import { ContainerResolver } from '../features/containers/resolve-container.ts'
import { TokenQuotas } from '../features/containers/token-quotas.ts'
import { AddCollector } from '../features/documents/collect-adds.ts'
import { ImportBacklogs } from '../features/documents/import-backlogs.ts'
import type { ErasureJournal } from '../features/erasures/journal.ts'
import { openJournal } from '../features/erasures/open-journal.ts'
import { KeyRing } from '../features/keys/key-ring.ts'
import { canAuthorize, OAuthServer } from '../features/oauth/oauth-server.ts'
import { TokenRing } from '../features/oauth/token-ring.ts'
import type { AuthSettings } from '../features/people/auth-options.ts'
import { Identity } from '../features/people/identity.ts'
import { OidcProvider } from '../features/people/oidc/oidc-provider.ts'
import { oidcSettingsOf } from '../features/people/oidc/oidc-settings.ts'
import { SessionRing } from '../features/people/session-ring.ts'
import { BucketVectors } from '../features/profile/bucket-vectors.ts'
import { ContainerCache } from '../features/recall/container-cache.ts'
import type { Ranking } from '../features/recall/fuse-scores.ts'
import { Background } from '../features/router/background.ts'
import type { Router } from '../features/router/route-chat.ts'
import { privateHosts, toRouterSettings } from '../features/router/settings.ts'
import type { MeteredLlm } from '../features/spending/metered-llm.ts'
import type { BlobStore } from '../platform/blobs/blob-store.ts'
import { openBlobs } from '../platform/blobs/registry.ts'
import { traceBlobs } from '../platform/blobs/traced-blobs.ts'
import type { Config } from '../platform/config.ts'
import { Connectors, ownConnectors } from '../platform/connectors/registry.ts'
import { type Cells, openCells } from '../platform/db/cells.ts'
import type { Source } from '../platform/db/tx.ts'
import { createBox } from '../platform/extraction/box/box.ts'
import { boxSettingsOf } from '../platform/extraction/box/settings.ts'
import type { GateProbe } from '../platform/lanes/gates.ts'
import { Wakes } from '../platform/lanes/wakes.ts'
import { makeDirectory } from '../platform/lib/make-directory.ts'
import { settleWithin } from '../platform/lib/settle-within.ts'
import type { Circuit } from '../platform/providers/circuit.ts'
import type { Embedder } from '../platform/providers/embedding/embedder.ts'
import type { Judge } from '../platform/providers/judge/judge.ts'
import { openLocalJudge } from '../platform/providers/judge/local-judge.ts'
import type { Reranker } from '../platform/providers/rerank/reranker.ts'
import type { Transcriber } from '../platform/providers/transcription/transcriber.ts'
import { followSecretsFile } from '../platform/secrets/follow-secrets-file.ts'
import { openSecrets } from '../platform/secrets/open-secrets.ts'
import type { Logger } from '../platform/telemetry/logger.ts'
import { createMetrics, type Metrics } from '../platform/telemetry/metrics.ts'
import { openTracer } from '../platform/telemetry/open-tracer.ts'
import type { Tracer } from '../platform/telemetry/span.ts'
import { chooseFactExtractor } from '../processes/dreaming/extract/choose-fact-extractor.ts'
import type { FactExtractor } from '../processes/dreaming/extract/fact-extractor.ts'
import { LlmSummarizer } from '../processes/dreaming/extract/llm-summarizer.ts'
import { VerdictBook } from '../processes/dreaming/relate/verdicts.ts'
import { type FetchSettings, toFetchSettings } from '../processes/pipeline/fetch/fetch-settings.ts'
import { openForwarder } from '../processes/pipeline/fetch/safe-forward.ts'
import { openRequester } from '../processes/pipeline/fetch/safe-request.ts'
import { createFileReader } from '../processes/pipeline/reading/create-file-reader.ts'
import type { FileReader } from '../processes/pipeline/reading/file-reader.ts'
import { transcribeWith } from '../processes/pipeline/reading/transcribe-recording.ts'
import { gateProbes } from './gate-probes.ts'
import { openLogins } from './open-logins.ts'
import { openProviders, type ProviderName } from './open-providers.ts'

/** The dependencies of a process, created once. Operations take the ones that they need. */
export type App = {
  config: Config
  logger: Logger
  metrics: Metrics
  /** Undefined unless a setting names a collector of traces. */
  tracer?: Tracer | undefined
  cells: Cells
  wakes: Wakes
  /** Without it, each document is written by itself. */
  adds?: AddCollector
  containers: ContainerResolver
  quotas?: TokenQuotas
  imports?: ImportBacklogs
  keys: KeyRing
  /** Passwords and sessions of people. */
  identity: Identity
  /** The OpenID Connect provider by which people sign in. */
  oidc?: OidcProvider | undefined
  sessions: SessionRing
  /** The authorization server of MCP clients. Undefined without a PUBLIC_URL that clients may send tokens to. */
  oauth?: OAuthServer | undefined
  tokens?: TokenRing | undefined
  /** Containers of recent searches. */
  containerCache: ContainerCache
  bucketVectors: BucketVectors
  embedder: Embedder
  /** Set while another embedding set is built, or retained for a rollback. */
  nextEmbedder?: Embedder | undefined
  /** Without it, the built-in rules extract facts and rewrite queries. */
  llm?: MeteredLlm | undefined
  /** Extracts facts from texts. */
  extractor: FactExtractor
  /** Judges statements and pairs of them. Without it, rules alone decide. */
  judge?: Judge | undefined
  verdicts?: VerdictBook | undefined
  /** Without it, a summary consists of the document's own sentences. */
  summarizer?: LlmSummarizer | undefined
  /** Without it, the built-in rules rerank the best results. */
  reranker?: Reranker | undefined
  /** Overrides the default ranking weights, to measure the effect of each. */
  ranking?: Ranking | undefined
  /** Names this process in attempts and connections. */
  processName: string
  maxTextBytes: number
  /** Whether an append to a conversation is stored as its tail; default true. */
  revisionTails?: boolean
  maxFileBytes: number
  blobs: BlobStore
  /** Deletions, outside of the database. */
  journal: ErasureJournal
  reader: FileReader
  /** Without it, only the subtitles of recordings are read. */
  transcriber?: Transcriber | undefined
  /** Settings for fetching links. */
  fetching: FetchSettings
  /** How connections reach their sources. */
  sources: SourceParts & { close(): Promise<void> }
  /** Forwards chats to model providers. */
  router: Router
  /** Signs links to uploaded files. */
  fileUrlSecret: string
  /** Earlier secrets. Links that they signed stay valid until they expire. */
  oldFileUrlSecrets: readonly string[]
  /** Encrypts connector secrets. */
  secretsKey: Buffer
  /** Keys from before a rotation, and those of a later one. They still decrypt the secrets that they encrypted. */
  oldSecretsKeys: readonly Buffer[]
  stopFollowingSecrets?: () => void
  /** The circuit breaker of each remote provider, which knows whether it answers. */
  circuits: ReadonlyMap<ProviderName, Circuit>
  /** How to ask each dependency that documents may have to wait for whether it works. */
  gateProbes: ReadonlyMap<string, GateProbe>
}

export async function openApp(config: Config, logger: Logger): Promise<App> {
  const processName = `${hostname()}:${process.pid}`
  const secrets = await openSecrets(config)
  const sizes = { api: config.DATABASE_POOL_SIZE, worker: config.DATABASE_WORKER_POOL_SIZE }
  const limits = { maxLagMs: config.REPLICA_MAX_LAG_SECONDS * 1000, waitMs: config.REPLICA_WAIT_MS }
  const cells = openCells(await openLogins(config), sizes, `reverie ${processName}`, limits)
  await cells.start(undefined, processName)
  const auth = {
    directory: cells.directory,
    secret: secrets.sessionSecret,
    isSecure: config.PUBLIC_URL.startsWith('https:'),
  }
  const identity = new Identity({ ...auth, takesPasswords: config.PASSWORD_SIGN_IN })
  const keys = new KeyRing(cells.directory)
  const metrics = createMetrics()
  const tracer = await openTracer(config, { logger, metrics, instance: processName })
  const providers = await openProviders(config, cells, { logger, metrics })
  const { embedder, transcriber } = providers
  const openedBlobs = await openBlobs(config)
  const blobs = tracer ? traceBlobs(openedBlobs) : openedBlobs
  return {
    config,
    logger,
    metrics,
    tracer,
    cells,
    wakes: new Wakes(cells),
    adds: new AddCollector(cells),
    containers: new ContainerResolver(cells, embedder.model),
    quotas: new TokenQuotas(cells),
    imports: new ImportBacklogs(cells, config.BULK_MAX_WAIT_SECONDS),
    keys,
    identity,
    oidc: openOidc(config, auth),
    sessions: new SessionRing(identity, cells.directory),
    ...openOAuth(config, { directory: cells.directory, secret: secrets.sessionSecret, keys }),
    containerCache: new ContainerCache(),
    bucketVectors: new BucketVectors(),
    ...providers,
    ...openDreaming(config, cells, providers),
    processName,
    maxTextBytes: config.MAX_TEXT_BYTES,
    revisionTails: config.REVISION_TAILS,
    maxFileBytes: config.MAX_FILE_BYTES,
    blobs,
    journal: await openJournal(config, blobs),
    gateProbes: gateProbes({ ...providers, config, directory: cells.atWork.directory, blobs }),
    reader: openReader(config, transcriber),
    fetching: toFetchSettings(config),
    ...(await openOutside(config, logger)),
    ...secrets,
    stopFollowingSecrets: followSecretsFile(config, secrets),
  }
}

/** The parts that form memories. */
function openDreaming(
  config: Config,
  { atWork }: Cells,
  { embedder, llm }: Pick<App, 'embedder' | 'llm'>,
): Pick<App, 'extractor' | 'judge' | 'verdicts' | 'summarizer'> {
  const judge = openLocalJudge(config.MODEL_DIR)
  const limits = { overBudget: config.LLM_OVER_BUDGET, fallback: config.LLM_FALLBACK }
  return {
    extractor: chooseFactExtractor(llm?.from(atWork.directory), atWork, limits, { embedder, judge }),
    judge,
    verdicts: new VerdictBook(judge),
    summarizer:
      llm && config.LLM_SUMMARIES ? new LlmSummarizer(llm.from(atWork.directory), atWork) : undefined,
  }
}

function openOidc(config: Config, auth: AuthSettings): OidcProvider | undefined {
  const settings = oidcSettingsOf(config)
  return settings && new OidcProvider(settings, auth)
}

function openOAuth(
  { PUBLIC_URL, OAUTH_REGISTRATION }: Config,
  { directory, secret, keys }: { directory: Source; secret: string; keys: KeyRing },
): Pick<App, 'oauth' | 'tokens'> {
  const publicUrl = PUBLIC_URL.replace(/\/+$/, '')
  if (!canAuthorize(publicUrl)) return {}
  const oauth = new OAuthServer({ directory, secret, publicUrl, mayRegister: OAUTH_REGISTRATION === 'open' })
  return { oauth, tokens: new TokenRing({ directory, keys, resource: oauth.resource }) }
}

function openReader(config: Config, transcriber: Transcriber | undefined): FileReader {
  const box = createBox(boxSettingsOf(config))
  const transcribe = transcribeWith(transcriber, {
    sandbox: config.EXTRACT_SANDBOX,
    maxSeconds: config.MAX_MEDIA_SECONDS,
  })
  return createFileReader(box, transcribe)
}

/** The ways to servers of others. */
const openOutside = async (config: Config, logger: Logger): Promise<Pick<App, 'sources' | 'router'>> => ({
  sources: await openSources(config),
  router: openRouter(config, logger),
})

async function openSources(config: Config): Promise<App['sources']> {
  const workFolder = join(config.DATA_DIR, 'connectors')
  // A server without such a folder can do without the connectors that need it.
  await makeDirectory(workFolder, 0o700).catch(() => undefined)
  const listed = (text: string) =>
    text
      .split(',')
      .map(each => each.trim())
      .filter(each => each !== '')
  return {
    connectors: new Connectors(ownConnectors, listed(config.CONNECTOR_MODULES)),
    ...openRequester(toFetchSettings(config)),
    allowedFolders: listed(config.CONNECTOR_FOLDERS),
    userAgent: config.FETCH_USER_AGENT,
    workFolder,
    publicUrl: config.PUBLIC_URL.replace(/\/+$/, ''),
  }
}

function openRouter(config: Config, logger: Logger): Router {
  const settings = toRouterSettings(config)
  const allowed = { hosts: privateHosts(settings), timeoutMs: config.ROUTER_TIMEOUT_MS }
  return {
    settings,
    ...openForwarder(toFetchSettings(config), allowed),
    background: new Background(logger),
  }
}

/** Timeouts for closing the dependencies, and then for the transactions that they left open. */
const closingMs = { parts: 2_000, transactions: 500 }

/** Closes everything within three seconds. Returns false if something did not close, for example a computing model. */
export async function closeApp(app: App): Promise<boolean> {
  for (const circuit of app.circuits.values()) circuit.stop()
  app.stopFollowingSecrets?.()
  const closing = Promise.allSettled([
    app.router.background.settle().then(() => app.router.close()),
    app.extractor.close?.(),
    app.judge?.close(),
    app.embedder.close(),
    app.nextEmbedder?.close(),
    app.reader.close(),
    app.sources.close(),
    app.transcriber?.close(),
    app.blobs.close(),
    app.tracer?.close(),
  ])
  const isClosed = await settleWithin(closing, closingMs.parts)
  await app.cells.close(closingMs.transactions)
  return isClosed
}

import { randomBytes } from 'node:crypto'
import { destination } from 'pino'
import { type App, closeApp } from '../../src/app/app.ts'
import { openLogins } from '../../src/app/open-logins.ts'
import { createAuthenticate } from '../../src/edges/http/authenticate.ts'
import { createAdmit } from '../../src/edges/http/rate-limit.ts'
import { apiRoutes } from '../../src/edges/http/routes.ts'
import { startServer } from '../../src/edges/http/server.ts'
import { ContainerResolver } from '../../src/features/containers/resolve-container.ts'
import { AddCollector } from '../../src/features/documents/collect-adds.ts'
import { ErasureJournal } from '../../src/features/erasures/journal.ts'
import { createKey, createOrganization } from '../../src/features/keys/create-organization.ts'
import { KeyRing } from '../../src/features/keys/key-ring.ts'
import { RateLimiter } from '../../src/features/keys/rate-limiter.ts'
import { Identity } from '../../src/features/people/identity.ts'
import { SessionRing } from '../../src/features/people/session-ring.ts'
import { BucketVectors } from '../../src/features/profile/bucket-vectors.ts'
import { ContainerCache } from '../../src/features/recall/container-cache.ts'
import { Background } from '../../src/features/router/background.ts'
import { toRouterSettings } from '../../src/features/router/settings.ts'
import type { Organization } from '../../src/platform/access/principal.ts'
import { openBlobs } from '../../src/platform/blobs/registry.ts'
import { loadConfig } from '../../src/platform/config.ts'
import { Connectors } from '../../src/platform/connectors/registry.ts'
import { openCells } from '../../src/platform/db/cells.ts'
import { Wakes } from '../../src/platform/lanes/wakes.ts'
import type { Embedder } from '../../src/platform/providers/embedding/embedder.ts'
import { createLogger } from '../../src/platform/telemetry/logger.ts'
import { createMetrics } from '../../src/platform/telemetry/metrics.ts'
import { openTracer } from '../../src/platform/telemetry/open-tracer.ts'
import { openLocalExtractor } from '../../src/processes/dreaming/extract/local-extractor.ts'
import { toFetchSettings } from '../../src/processes/pipeline/fetch/fetch-settings.ts'

export type Owner = { organization: Organization; key: string }

export type BenchApp = Owner & { app: App; url: string; stop(): Promise<void> }

/**
 * The API as `reverie serve` composes it, on a free port, but with the given embedder and without a worker. It logs
 * as in production, to /dev/null, so that the cost of logging is part of the figure.
 */
export async function startApp(
  databaseUrl: string,
  embedder: Embedder,
  owner?: Owner,
  settings: Record<string, string> = {},
): Promise<BenchApp> {
  const config = loadConfig({ DATABASE_URL: databaseUrl, PORT: '0', ...settings })
  const logger = createLogger('info', destination({ dest: '/dev/null', sync: false, minLength: 4096 }))
  const cells = openCells(await openLogins(config), config.DATABASE_POOL_SIZE, 'reverie bench')
  await cells.start()
  const identity = new Identity({ directory: cells.directory, secret: 'bench', isSecure: false })
  const metrics = createMetrics()
  const blobs = await openBlobs(config)
  const app: App = {
    config,
    logger,
    metrics,
    tracer: await openTracer(config, { logger, metrics, instance: 'bench' }),
    cells,
    wakes: new Wakes(cells),
    adds: new AddCollector(cells),
    containers: new ContainerResolver(cells, embedder.model),
    keys: new KeyRing(cells.directory),
    identity,
    sessions: new SessionRing(identity, cells.directory),
    containerCache: new ContainerCache(),
    bucketVectors: new BucketVectors(),
    // Both sides use the embedder, and so do later parts, so closing the app must not close it.
    embedder: { ...embedder, close: async () => undefined },
    extractor: openLocalExtractor(undefined),
    processName: `bench:${process.pid}`,
    maxTextBytes: config.MAX_TEXT_BYTES,
    maxFileBytes: config.MAX_FILE_BYTES,
    blobs,
    journal: new ErasureJournal(blobs),
    reader: { read: () => Promise.reject(new Error('No files here')), close: async () => undefined },
    fetching: toFetchSettings(config),
    sources: {
      connectors: new Connectors({}),
      exchange: () => Promise.reject(new Error('No sources here')),
      resolve: () => Promise.reject(new Error('No sources here')),
      ...{ allowedFolders: [], workFolder: '', userAgent: 'Reverie', publicUrl: '' },
      close: async () => undefined,
    },
    router: {
      settings: toRouterSettings(config),
      forward: () => Promise.reject(new Error('No providers here')),
      close: async () => undefined,
      background: new Background(logger),
    },
    fileUrlSecret: randomBytes(32).toString('hex'),
    secretsKey: randomBytes(32),
    oldSecretsKeys: [],
    oldFileUrlSecrets: [],
    circuits: new Map(),
    gateProbes: new Map(),
  }
  const limiter = new RateLimiter(cells.directory)
  const server = await startServer({
    routes: apiRoutes(app),
    authenticate: createAuthenticate(key => app.keys.findPrincipal(key)),
    admit: createAdmit((keyId, limit) => limiter.take(keyId, limit)),
    logger,
    metrics: app.metrics,
    tracer: app.tracer,
    readiness: async () => ({}),
    config,
  })
  const stop = async () => {
    await server.drain(5_000)
    await closeApp(app)
  }
  return { app, url: server.url, ...(owner ?? (await createOwner(app))), stop }
}

let owners = 0

async function createOwner({ cells: { directory } }: App): Promise<Owner> {
  const organization = await createOrganization(directory, { name: `Bench ${++owners}` })
  const { value: key } = await createKey(directory, organization.id, 'bench')
  return { organization, key }
}

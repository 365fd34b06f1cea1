import { UsageRecorder } from '../analytics/record-usage.ts'
import { type App, closeApp, openApp } from '../app.ts'
import type { Config } from '../config.ts'
import { pendingMigrations } from '../db/migrate.ts'
import { unscoped } from '../db/tx.ts'
import { chooseWalls } from '../extraction/box/walls.ts'
import { createAuthenticate } from '../http/authenticate.ts'
import { createAdmit } from '../http/rate-limit.ts'
import { apiRoutes } from '../http/routes.ts'
import { type RunningServer, type ServerOptions, startServer } from '../http/server.ts'
import { RateLimiter } from '../keys/rate-limit.ts'
import { touchKeys } from '../keys/store.ts'
import { secretsPath } from '../secrets/secrets-file.ts'
import { chooseFormat, openLog } from '../telemetry/logger.ts'
import { startWorker, type Worker } from '../worker/start-worker.ts'
import { type Announcer, createAnnouncer } from './announce.ts'
import { awaitSignal } from './await-signal.ts'
import { CommandError } from './command-error.ts'
import { gatherMetrics } from './gather-metrics.ts'
import { assertCanListen, explainListening, type PortSetting } from './listen-errors.ts'

export type Parts = { api: boolean; worker: boolean }

export type Running = { app: App; usage: UsageRecorder; url: string; port: number; stop(): Promise<void> }

/** Runs until told to stop. A first signal drains; whoever cannot wait sends a second one. */
export async function run(config: Config, parts: Parts): Promise<void> {
  const announcer = createAnnouncer(chooseFormat(config.LOG_FORMAT))
  announcer.starting()
  await assertCanListen(config.HOST, ...portOf(config, parts))
  await runWith(announcer, config, parts)
}

export async function runWith(announcer: Announcer, config: Config, parts: Parts): Promise<void> {
  const started = performance.now()
  const told = awaitSignal()
  const running = await Promise.race([start(config, parts), told])
  // Told to stop while starting: nothing is in hand yet.
  if (typeof running === 'string') process.exit(0)
  announcer.listening({
    url: running.url,
    ...parts,
    cells: running.app.cells.all.map(({ name }) => name),
    model: running.app.embedder.model.name,
    seconds: (performance.now() - started) / 1000,
  })
  await told
  await running.stop()
  // Nothing is left to do; a library's forgotten timer must not keep the process.
  process.exit()
}

function portOf(config: Config, parts: Parts): [number, PortSetting] {
  return parts.api ? [config.PORT, 'PORT'] : [config.WORKER_PORT, 'WORKER_PORT']
}

export async function start(
  config: Config,
  parts: Parts,
  logger = openLog(config.LOG_LEVEL, chooseFormat(config.LOG_FORMAT)),
): Promise<Running> {
  const app = await openApp(config, logger, { supervise: parts.worker })
  const usage = new UsageRecorder({
    cells: app.cells,
    touchKeys: ids => unscoped(app.cells.directory, db => touchKeys(db, ids)),
    logger,
  })
  try {
    await refuseOldSchema(app)
    if (parts.worker) await warnOfThinWalls(app)
    warnOfUnsharedSecrets(app, parts)
    gatherMetrics(app)
    // Before the worker: a process that cannot listen must not go on working unseen.
    const server = await listen(app, usage, parts)
    const worker = parts.worker ? startWorker(app) : undefined
    // Beside the start, which waits for nobody: a provider that does not answer is a warning.
    app.circuits.get('llm')?.start()
    return { app, usage, url: server.url, port: server.port, stop: () => stop(app, usage, server, worker) }
  } catch (error) {
    await usage.stop()
    await closeApp(app)
    throw error
  }
}

async function listen(app: App, usage: UsageRecorder, parts: Parts): Promise<RunningServer> {
  const { config, logger } = app
  const [port, setting] = portOf(config, parts)
  const limiter = new RateLimiter(app.cells.directory)
  const options: ServerOptions = {
    routes: parts.api ? apiRoutes(app) : [],
    authenticate: createAuthenticate(key => app.keys.findPrincipal(key)),
    logger,
    metrics: app.metrics,
    readiness: () => checkCells(app),
    details: () => checkProviders(app),
    admit: createAdmit((keyId, limit) => limiter.take(keyId, limit)),
    onRequest: (call, status, durationMs) => usage.record(call, status, durationMs),
    config: { ...config, PORT: port },
  }
  return startServer(options).catch(error => {
    if (config.METRICS_PORT !== 0 && error.port === config.METRICS_PORT)
      throw explainListening(error, {
        host: config.METRICS_HOST,
        port: error.port,
        setting: 'METRICS_PORT',
      })
    throw explainListening(error, { host: config.HOST, port, setting })
  })
}

/** Answers what was asked, finishes what is in hand, and then lets go of database and model. */
async function stop(
  app: App,
  usage: UsageRecorder,
  server: RunningServer,
  worker: Worker | undefined,
): Promise<void> {
  app.logger.info('stopping: finishing what is in hand')
  const late = AbortSignal.timeout(app.config.SHUTDOWN_TIMEOUT_MS)
  const drained = Promise.all([server.drain(app.config.SHUTDOWN_TIMEOUT_MS), worker?.stop()])
  // Work that outlasts the limit is given back by its lease.
  await Promise.race([drained, new Promise(resolve => late.addEventListener('abort', resolve))])
  await usage.stop()
  await closeApp(app)
  app.logger.info('stopped')
}

/** Strangers' files are parsed here; whoever runs this should know behind what. */
async function warnOfThinWalls({ config, logger }: App): Promise<void> {
  const { kind, reason } = await chooseWalls(config.EXTRACT_SANDBOX)
  if (kind === 'permissions')
    logger.warn(
      { reason, todo: 'Install bubblewrap, and let it create namespaces. "reverie doctor" checks it.' },
      'files are read without bubblewrap: the network is open to what reads them',
    )
}

/** A key in a file is known on one machine only; processes elsewhere would make their own. */
function warnOfUnsharedSecrets({ config, logger }: App, parts: Parts): void {
  const isAlone = parts.api && parts.worker && config.BLOBS === 'disk'
  if (config.SECRETS_KEY !== '' || isAlone) return
  const path = secretsPath(config.DATA_DIR)
  logger.warn(
    { path, todo: 'Copy SECRETS_KEY from that file into the settings of every process.' },
    'SECRETS_KEY is not set: this process uses the key in secrets.json, which processes on other machines do not have',
  )
}

async function checkCells({ cells }: App): Promise<Record<string, 'ok' | 'failing'>> {
  const checks = cells.all.map(async cell => {
    const answered = await cell.pool.query('select 1').then(
      () => 'ok' as const,
      () => 'failing' as const,
    )
    return [cell.name, answered] as const
  })
  return Object.fromEntries(await Promise.all(checks))
}

function checkProviders({ circuits }: App): Record<string, 'ok' | 'failing'> {
  return Object.fromEntries(Array.from(circuits, ([name, { isOpen }]) => [name, isOpen ? 'failing' : 'ok']))
}

async function refuseOldSchema({ cells }: App): Promise<void> {
  const pending = await pendingMigrations(cells.directory.pool, 'directory')
  for (const cell of cells.all) {
    // A cell that is away now is checked by its first failing query; it must not keep the others from starting.
    pending.push(...(await pendingMigrations(cell.pool, 'cell').catch(() => [])))
  }
  if (pending.length > 0)
    throw new CommandError(
      `The database is older than this build (missing: ${[...new Set(pending)].join(', ')}). Run: reverie migrate`,
    )
}

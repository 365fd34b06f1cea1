import { type App, closeApp, openApp } from '../../app/app.ts'
import { UsageRecorder } from '../../features/analytics/usage-recorder.ts'
import { RateLimiter } from '../../features/keys/rate-limiter.ts'
import { touchKeys } from '../../features/keys/store.ts'
import type { Config } from '../../platform/config.ts'
import { pendingMigrations } from '../../platform/db/migrate.ts'
import { unscoped } from '../../platform/db/tx.ts'
import { settleWithin } from '../../platform/lib/settle-within.ts'
import { secretsPath } from '../../platform/secrets/secrets-file.ts'
import { chooseFormat, openLog } from '../../platform/telemetry/logger.ts'
import { createAuthenticate } from '../http/authenticate.ts'
import { createAdmit } from '../http/rate-limit.ts'
import { apiRoutes } from '../http/routes.ts'
import { type RunningServer, type ServerOptions, startServer } from '../http/server.ts'
import { startWorker, type Worker } from '../worker/start-worker.ts'
import { type Announcer, createAnnouncer } from './announce.ts'
import { awaitSignal, unlessTold } from './await-signal.ts'
import { CommandError } from './command-error.ts'
import { gatherMetrics } from './gather-metrics.ts'
import { assertCanListen, explainListening, type PortSetting } from './listen-errors.ts'
import { tellOfWalls } from './tell-of-walls.ts'

export type Parts = { api: boolean; worker: boolean }

export type Running = {
  app: App
  usage: UsageRecorder
  url: string
  port: number
  /** False when something would not close; a process that is to end must then be ended by force. */
  stop(): Promise<boolean>
}

/** Runs until told to stop. A first signal drains; whoever cannot wait sends a second one. */
export async function run(config: Config, parts: Parts): Promise<void> {
  const told = awaitSignal()
  const announcer = createAnnouncer(chooseFormat(config.LOG_FORMAT))
  announcer.starting()
  await unlessTold(told, assertCanListen(config.HOST, ...portOf(config, parts)))
  await runWith({ announcer, told }, config, parts)
}

/** `told`: resolves when the process is to stop. */
export type Beginning = { announcer: Announcer; told: Promise<NodeJS.Signals> }

export async function runWith({ announcer, told }: Beginning, config: Config, parts: Parts): Promise<void> {
  const started = performance.now()
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
  // An exit waits for threads, and one that computes may compute for long: such a process is killed, by itself.
  if (!(await running.stop())) process.kill(process.pid, 'SIGKILL')
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
    if (parts.worker) await tellOfWalls(config, logger)
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
    readiness: () => checkCells(app, parts.api),
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
): Promise<boolean> {
  const { logger, config } = app
  logger.info('stopping: finishing open requests and documents')
  const limitMs = config.SHUTDOWN_TIMEOUT_MS
  const drained = Promise.all([server.drain(limitMs), worker?.stop()])
  // Work that outlasts the limit is given back by its lease, and its transactions are rolled back.
  if (!(await settleWithin(drained, limitMs)))
    logger.warn({ limitMs }, 'SHUTDOWN_TIMEOUT_MS is over: unfinished requests and documents are interrupted')
  await settleWithin(usage.stop(), usageMs)
  const isClosed = await closeApp(app)
  if (isClosed) logger.info('stopped')
  else logger.warn('stopped by force: a part of this process did not end')
  return isClosed
}

/** A last write of what was counted. */
const usageMs = 1_000

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

async function checkCells({ cells }: App, isApi: boolean): Promise<Record<string, 'ok' | 'failing'>> {
  const checks = cells.all.map(async cell => {
    const { pool } = isApi ? cell : cell.worker
    const answered = await pool.query('select 1').then(
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
      `The database schema is older than this version (missing: ${[...new Set(pending)].join(', ')}). Run: reverie migrate`,
    )
}

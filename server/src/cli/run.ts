import { UsageRecorder } from '../analytics/record-usage.ts'
import { type App, closeApp, openApp } from '../app.ts'
import type { Config } from '../config.ts'
import { pendingMigrations } from '../db/migrate.ts'
import { unscoped } from '../db/tx.ts'
import { chooseWalls } from '../extraction/box/walls.ts'
import { createAuthenticate } from '../http/authenticate.ts'
import { createAdmit } from '../http/rate-limit.ts'
import { apiRoutes } from '../http/routes.ts'
import { type RunningServer, startServer } from '../http/server.ts'
import { RateLimiter } from '../keys/rate-limit.ts'
import { touchKeys } from '../keys/store.ts'
import { secretsPath } from '../secrets/secrets-file.ts'
import { createLogger } from '../telemetry/logger.ts'
import { startWorker, type Worker } from '../worker/start-worker.ts'
import { CommandError } from './command-error.ts'

export type Parts = { api: boolean; worker: boolean }

export type Running = { app: App; usage: UsageRecorder; url: string; port: number; stop(): Promise<void> }

/** Runs until told to stop. A first signal drains; whoever cannot wait sends a second one. */
export async function run(config: Config, parts: Parts): Promise<void> {
  const running = await start(config, parts)
  if (parts.api) console.log(`Reverie listens on ${running.url}. Browse the API at ${running.url}/docs`)
  const stopped = new Promise<void>((resolve, reject) => {
    const stop = () => running.stop().then(resolve, reject)
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop)
  })
  await stopped
  // Nothing is left to do; a library's forgotten timer must not keep the process.
  process.exit()
}

export async function start(config: Config, parts: Parts): Promise<Running> {
  const logger = createLogger(config.LOG_LEVEL)
  const app = await openApp(config, logger, { supervise: parts.worker })
  await refuseOldSchema(app)
  if (parts.worker) await warnOfThinWalls(app)
  warnOfUnsharedSecrets(app, parts)
  const worker = parts.worker ? startWorker(app) : undefined
  const usage = new UsageRecorder({
    cells: app.cells,
    touchKeys: ids => unscoped(app.cells.directory, db => touchKeys(db, ids)),
    logger,
  })
  const limiter = new RateLimiter(app.cells.directory)
  const server = await startServer({
    routes: parts.api ? apiRoutes(app) : [],
    authenticate: createAuthenticate(key => app.keys.findPrincipal(key)),
    logger,
    metrics: app.metrics,
    readiness: () => checkCells(app),
    admit: createAdmit((keyId, limit) => limiter.take(keyId, limit)),
    onRequest: (call, status, durationMs) => usage.record(call, status, durationMs),
    config: parts.api ? config : { ...config, PORT: config.WORKER_PORT },
  })
  logger.info(
    {
      url: server.url,
      ...parts,
      cells: app.cells.all.map(({ name }) => name),
      model: app.embedder.model.name,
    },
    'ready',
  )
  return { app, usage, url: server.url, port: server.port, stop: () => stop(app, usage, server, worker) }
}

/** Answers what was asked, finishes what is in hand, and then lets go of database and model. */
async function stop(
  app: App,
  usage: UsageRecorder,
  server: RunningServer,
  worker: Worker | undefined,
): Promise<void> {
  app.logger.info('draining')
  const late = AbortSignal.timeout(app.config.SHUTDOWN_TIMEOUT_MS)
  const drained = Promise.all([server.drain(app.config.SHUTDOWN_TIMEOUT_MS), worker?.stop()])
  // Work that outlasts the limit is given back by its lease.
  await Promise.race([drained, new Promise(resolve => late.addEventListener('abort', resolve))])
  await usage.stop()
  await closeApp(app)
}

/** Strangers' files are parsed here; whoever runs this should know behind what. */
async function warnOfThinWalls({ config, logger }: App): Promise<void> {
  const { kind, reason } = await chooseWalls(config.EXTRACT_SANDBOX)
  if (kind === 'permissions')
    logger.warn({ reason }, 'files are read without bubblewrap: the network is open to what reads them')
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

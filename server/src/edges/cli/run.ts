import { setTimeout as sleep } from 'node:timers/promises'
import { type App, closeApp, openApp } from '../../app/app.ts'
import { RequestRecorder } from '../../features/analytics/request-recorder.ts'
import { UsageRecorder } from '../../features/analytics/usage-recorder.ts'
import { RateLimiter } from '../../features/keys/rate-limiter.ts'
import { touchKeys } from '../../features/keys/store.ts'
import type { Config } from '../../platform/config.ts'
import { pendingMigrations } from '../../platform/db/migrate.ts'
import { ping, unscoped } from '../../platform/db/tx.ts'
import { listGates } from '../../platform/lanes/gate-store.ts'
import { settleWithin } from '../../platform/lib/settle-within.ts'
import { secretsPath } from '../../platform/secrets/secrets-file.ts'
import { chooseFormat, openLog } from '../../platform/telemetry/logger.ts'
import { createAuthenticate } from '../http/authenticate.ts'
import type { ServerOptions } from '../http/edge.ts'
import { createAdmit } from '../http/rate-limit.ts'
import { apiRoutes } from '../http/routes.ts'
import { type RunningServer, startServer } from '../http/server.ts'
import type { ShutGateJson } from '../http/system-routes.ts'
import { startWorker, type Worker } from '../worker/start-worker.ts'
import { type Announcer, createAnnouncer } from './announce.ts'
import { awaitSignal, unlessStopped } from './await-signal.ts'
import { CommandError } from './command-error.ts'
import { gatherMetrics } from './gather-metrics.ts'
import { assertCanListen, explainListening, type PortSetting } from './listen-errors.ts'
import { reportSandbox } from './report-sandbox.ts'

export type ProcessRoles = { api: boolean; worker: boolean }

/** What records requests, outside of them. */
type Recorders = {
  usage: UsageRecorder
  /** Undefined with REQUEST_LOG_DAYS=0. */
  requests: RequestRecorder | undefined
}

export type RunningProcess = Recorders & {
  app: App
  url: string
  port: number
  /** Returns false if something did not close. The caller must then kill the process. */
  stop(): Promise<boolean>
}

/** Runs until a stop signal. The first signal drains, a second one exits at once. */
export async function run(config: Config, roles: ProcessRoles): Promise<void> {
  const stopSignal = awaitSignal()
  const announcer = createAnnouncer(chooseFormat(config.LOG_FORMAT))
  announcer.starting()
  await unlessStopped(stopSignal, assertCanListen(config.HOST, ...portOf(config, roles)))
  await runWith({ announcer, stopSignal }, config, roles)
}

/** `stopSignal` resolves when the process has to stop. */
export type StartContext = { announcer: Announcer; stopSignal: Promise<NodeJS.Signals> }

export async function runWith(
  { announcer, stopSignal }: StartContext,
  config: Config,
  roles: ProcessRoles,
): Promise<void> {
  const started = performance.now()
  const running = await Promise.race([start(config, roles), stopSignal])
  // A stop signal arrived during the start, before any work began.
  if (typeof running === 'string') process.exit(0)
  announcer.listening({
    url: running.url,
    ...roles,
    cells: running.app.cells.all.map(({ name }) => name),
    model: running.app.embedder.model.name,
    seconds: (performance.now() - started) / 1000,
  })
  await stopSignal
  // process.exit waits for threads, and a model thread may compute for long. So the process kills itself.
  if (!(await running.stop())) process.kill(process.pid, 'SIGKILL')
  // All work is done. A library's forgotten timer must not keep the process alive.
  process.exit()
}

function portOf(config: Config, roles: ProcessRoles): [number, PortSetting] {
  return roles.api ? [config.PORT, 'PORT'] : [config.WORKER_PORT, 'WORKER_PORT']
}

export async function start(
  config: Config,
  roles: ProcessRoles,
  logger = openLog(config.LOG_LEVEL, chooseFormat(config.LOG_FORMAT)),
): Promise<RunningProcess> {
  const app = await openApp(config, logger)
  const recorders = openRecorders(app)
  try {
    await refuseOldSchema(app)
    if (roles.worker) await reportSandbox(config, logger)
    warnOfUnsharedSecrets(app, roles)
    gatherMetrics(app)
    // Listen before the worker starts, because a process that cannot listen must not keep working unnoticed.
    const server = await listen(app, recorders, roles)
    const worker = roles.worker ? startWorker(app) : undefined
    // Not awaited: the start does not wait for providers, and a silent provider is only a warning.
    app.circuits.get('llm')?.start()
    const { url, port } = server
    return { app, ...recorders, url, port, stop: () => stop(app, recorders, server, worker) }
  } catch (error) {
    await stopRecorders(recorders)
    await closeApp(app)
    throw error
  }
}

function openRecorders({ cells, config, logger }: App): Recorders {
  const touch = (ids: string[]) => unscoped(cells.directory, db => touchKeys(db, ids))
  return {
    usage: new UsageRecorder({ cells, touchKeys: touch, logger }),
    requests: config.REQUEST_LOG_DAYS > 0 ? new RequestRecorder({ cells, logger }) : undefined,
  }
}

async function stopRecorders({ usage, requests }: Recorders): Promise<void> {
  await Promise.all([usage.stop(), requests?.stop()])
}

async function listen(app: App, { usage, requests }: Recorders, roles: ProcessRoles): Promise<RunningServer> {
  const { config, logger } = app
  const [port, setting] = portOf(config, roles)
  const limiter = new RateLimiter(app.cells.directory)
  const { oauth, keys, tokens } = app
  const options: ServerOptions = {
    routes: roles.api ? apiRoutes(app) : [],
    authenticate: createAuthenticate(key => app.keys.findPrincipal(key), {
      findPerson: (cookies, organization) => app.sessions.findPrincipal(cookies, organization),
      findGrant: tokens && (token => tokens.findPrincipal(token)),
      publicUrl: config.PUBLIC_URL,
    }),
    logger,
    metrics: app.metrics,
    tracer: app.tracer,
    readiness: () => checkCells(app, roles.api),
    details: async () => ({
      ...checkProviders(app),
      ...checkReplicas(app),
      ...(await checkDirectory(app)),
    }),
    listGates: () => listShutGates(app, roles.api),
    oauth: oauth && { oauth, keys, limit: (subject, limit) => limiter.take(subject, limit) },
    admit: createAdmit((keyId, limit) => limiter.take(keyId, limit)),
    onRequest: (call, status, durationMs, method) => {
      usage.record(call, status, durationMs)
      requests?.record(call, method, status, durationMs)
    },
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

/** Finishes requests and documents in progress, then closes databases and models. */
async function stop(
  app: App,
  recorders: Recorders,
  server: RunningServer,
  worker: Worker | undefined,
): Promise<boolean> {
  const { logger, config } = app
  logger.info('stopping: finishing open requests and documents')
  const limitMs = config.SHUTDOWN_TIMEOUT_MS
  const delayMs = Math.min(limitMs, config.SHUTDOWN_DELAY_MS)
  server.leave()
  const drained = Promise.all([sleep(delayMs).then(() => server.drain(limitMs - delayMs)), worker?.stop()])
  // Work that outlasts the limit loses its lease to another worker, and its transactions are rolled back.
  if (!(await settleWithin(drained, limitMs)))
    logger.warn({ limitMs }, 'SHUTDOWN_TIMEOUT_MS is over: unfinished requests and documents are interrupted')
  await settleWithin(stopRecorders(recorders), usageMs)
  const isClosed = await closeApp(app)
  if (isClosed) logger.info('stopped')
  else logger.warn('stopped by force: a part of this process did not end')
  return isClosed
}

/** Timeout for the last write of usage counters. */
const usageMs = 1_000

/** A key in a file exists on one machine only. Processes on other machines would generate their own. */
function warnOfUnsharedSecrets({ config, logger }: App, roles: ProcessRoles): void {
  const isAlone = roles.api && roles.worker && config.BLOBS === 'disk'
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

/** Not among the cells: while a directory of its own is away, the process goes on with what it knows. */
async function checkDirectory({ cells }: App): Promise<Record<string, 'ok' | 'failing'>> {
  if (!cells.isDirectoryApart) return {}
  const isThere = await ping(cells.directory).then(
    () => true,
    () => false,
  )
  return { directory: isThere ? 'ok' : 'failing' }
}

/** Anybody may read it, so it shows what kind of thing is down, and neither its name nor its address. */
async function listShutGates({ cells }: App, isApi: boolean): Promise<ShutGateJson[]> {
  const found = cells.all.map(async cell => {
    const gates = await unscoped(isApi ? cell : cell.worker, listGates).catch(() => [])
    return gates.map(({ name, code, shutAt }) => ({
      cell: cell.name,
      gate: name.replace(/:.*/s, ''),
      code,
      since: shutAt.toISOString(),
    }))
  })
  return (await Promise.all(found)).flat()
}

function checkProviders({ circuits }: App): Record<string, 'ok' | 'failing'> {
  return Object.fromEntries(Array.from(circuits, ([name, { isOpen }]) => [name, isOpen ? 'failing' : 'ok']))
}

/** Without its replica, a cell answers all reads itself. */
function checkReplicas({ cells }: App): Record<string, 'ok' | 'failing'> {
  const replicas = cells.all.flatMap(({ replica }) => replica ?? [])
  return Object.fromEntries(
    replicas.map(({ cell, state }) => [`replica ${cell}`, state === 'following' ? 'ok' : 'failing']),
  )
}

async function refuseOldSchema({ cells }: App): Promise<void> {
  const pending = await pendingMigrations(cells.directory.pool, 'directory')
  for (const cell of cells.all) {
    // An unreachable cell must not stop the start for the other cells. Its first query will report it.
    pending.push(...(await pendingMigrations(cell.pool, 'cell').catch(() => [])))
  }
  if (pending.length > 0)
    throw new CommandError(
      `The database schema is older than this version (missing: ${[...new Set(pending)].join(', ')}). Run: reverie migrate`,
    )
}

import pg from 'pg'
import { AppError } from '../errors.ts'
import { settleWithin } from '../lib/settle-within.ts'
import { assertPooledLock, assertSecondLock, sessionOf } from './second-lock.ts'
import { type Limits, requestLimits, sessionSettings, transactionSettings } from './session-settings.ts'
import { connectTo } from './start-up-options.ts'

/** The rights of a connection. `app` sees the rows of its transaction's scope, `maintenance` only what is due. */
export type DatabaseRole = 'reverie_app' | 'reverie_maintenance'

/** The use of a connection decides its time limits. */
export type PoolPurpose = 'api' | 'worker' | 'leases' | 'maintenance'

export type PoolOptions = {
  url: string
  /** Set when `url` leads to a pooler in transaction mode. */
  directUrl?: string | undefined
  /** Whether that pooler keeps prepared statements. */
  poolerPrepares?: boolean | undefined
  role?: DatabaseRole
  /** Default: `api`. */
  purpose?: PoolPurpose
  max: number
  name: string
  /** Overrides the limits of the purpose. */
  limits?: Partial<Limits>
}

/**
 * Time limits that Postgres enforces by its own clock, even when our process hangs or dies. `idle` is a transaction
 * whose next statement does not come, because the event loop is stalled or the process is gone.
 *
 * - A request: its client waits about half a minute. Five seconds for a lock tell a busy row from a stuck one.
 * - A worker: a slice of a large document takes seconds to write on a slow disk. Ten times that means it is stuck.
 * - A lease: a renewal takes a millisecond. One that has to wait is waiting for the very work it protects, and the next
 *   renewal is due soon anyway.
 * - Maintenance: it reads whole tables and takes locks that delay everybody who comes after it.
 *
 * Migrations and index builds belong to no request. They run as the owner, and take as long as they need. A migration
 * waits only briefly for each lock (`migrating/retry-lock.ts`).
 */
const limitsOf: Record<PoolPurpose, Limits> = {
  api: requestLimits,
  worker: { statement: 60_000, lock: 10_000, transaction: 120_000, idle: 30_000, connect: 10_000 },
  leases: { statement: 2_000, lock: 1_000, transaction: 2_000, idle: 2_000, connect: 2_000 },
  maintenance: { statement: 60_000, lock: 5_000, transaction: 120_000, idle: 30_000, connect: 5_000 },
}

const { types } = pg
// Parses int8 as a number: our counters stay far below 2^53, and a string would leak into JSON.
types.setTypeParser(types.builtins.INT8, Number)

/** All connections of a pool. The pool itself does not expose those in use. */
const connectionsOf = new WeakMap<pg.Pool, Set<pg.PoolClient>>()

/**
 * How transactions behave behind a pooler in transaction mode. Each may meet another session of Postgres, so it brings all
 * its settings, and leaves none behind. Undefined for a pool whose connections are sessions of their own.
 */
export type Pooled = { settings: string; prepares: boolean }

const pooledOf = new WeakMap<pg.Pool, Pooled>()

export const poolerOf = (pool: pg.Pool): Pooled | undefined => pooledOf.get(pool)

/**
 * Without a pooler, settings travel in the connection's start-up packet, so they cost no round trip. Role and login are
 * checked once per connection, because something between us and Postgres may drop the settings.
 */
export function openPool(options: PoolOptions): pg.Pool {
  const { url, directUrl, role, purpose = 'api', max, name } = options
  const limits = { ...limitsOf[purpose], ...options.limits }
  const isPooled = directUrl !== undefined && role !== undefined
  const settings = isPooled ? {} : { ...sessionSettings(limits), ...(role && sessionOf(role)) }
  const check = isPooled ? assertPooledLock : assertSecondLock
  const pool = new pg.Pool({
    ...connectTo(url, settings),
    max,
    application_name: name,
    connectionTimeoutMillis: limits.connect,
    idleTimeoutMillis: 60_000,
    ...(role && { onConnect: client => check(client, role) }),
  })
  if (isPooled)
    pooledOf.set(pool, {
      settings: transactionSettings(role, limits),
      prepares: options.poolerPrepares === true,
    })
  const connections = new Set<pg.PoolClient>()
  connectionsOf.set(pool, connections)
  // The next query notices a connection that broke between two queries. Without listeners (on the pool for idle
  // connections, on each client for those in use) the event would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', client => {
    connections.add(client)
    client.on('error', () => undefined)
  })
  pool.on('remove', client => connections.delete(client))
  return pool
}

/** Time that the user of a cut connection gets to release it. */
const letGoMs = 250

/**
 * Waits up to `withinMs` for transactions under way, then cuts the connections that are left. Postgres rolls their
 * transactions back. A caller that still holds a connection is not waited for.
 */
export async function closePool(pool: pg.Pool, withinMs: number): Promise<void> {
  const ended = pool.end()
  if (await settleWithin(ended, withinMs)) return
  cutConnections(pool)
  await settleWithin(ended, letGoMs)
}

/** For a server that has stopped answering without closing its connections. The pool opens new ones. */
export function cutConnections(pool: pg.Pool): void {
  for (const client of connectionsOf.get(pool) ?? []) cut(client)
}

/** Fails the query under way and all later ones. The pool then drops the client like any broken connection. */
function cut(client: pg.PoolClient): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}

/** Codes of a server, host or network that does not answer. A host that was switched off is EHOSTUNREACH after three seconds. */
export const unansweredCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOENT',
])

const disconnected = new Set([...unansweredCodes, 'ECONNABORTED', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN'])

/** True when the server is unreachable, was lost, is starting or stopping, or refuses us. */
function isAway(error: Error, code: string): boolean {
  if (disconnected.has(code)) return true
  // 57P01–57P03: shutting down, crashed, cannot connect now. 08*: connection exceptions. 28*: login refused. 53100 and
  // 53200: out of disk, out of memory. 25006: it accepts no writes, because it has become a replica or is failing over.
  if (/^(57P0[1-5]|08...|28...|53[12]00|25006)$/.test(code)) return true
  return /Connection terminated|connection timeout|Client has encountered a connection error/i.test(
    error.message,
  )
}

/**
 * True when the server answers, but too late: 57014 a statement, 55P03 a lock, 25P04 and 25P03 a transaction, 53300 no
 * connection left on the server. Also true when no connection of our own pool became free.
 */
function isBusy(error: Error, code: string): boolean {
  if (/^(57014|55P03|25P0[34]|53300)$/.test(code)) return true
  return /timeout exceeded when trying to connect/i.test(error.message)
}

/** True when the database cannot serve any request now. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = (error as { code?: string }).code ?? ''
  return isAway(error, code) || isBusy(error, code)
}

/** True when the whole server is away, and not one statement: it refuses connections, was lost, starts, stops or is full. */
export function isUnreachable(error: unknown): boolean {
  const cause = error instanceof AppError && error.code === 'cell.unavailable' ? error.cause : error
  if (!(cause instanceof Error)) return false
  const { code = '' } = cause as { code?: string }
  return isAway(cause, code) ? !/^(28...|53[12]00|25006)$/.test(code) : code === '53300'
}

/**
 * True when the failure lies with the database and passes, so the work it stopped is not to blame. A statement or
 * transaction that took too long is not counted: the work itself may be too large and would fail again.
 */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof AppError) || error.code !== 'cell.unavailable') return false
  const { code = '' } = (error.cause ?? {}) as { code?: string }
  return code !== '57014' && code !== '25P04'
}

/**
 * Turns a failure of a cell that does not answer, or answers too late, into the error for the caller. Any other error
 * is returned unchanged.
 */
export function asUnavailable(error: unknown, cell: string): unknown {
  if (!isUnavailable(error)) return error
  const known = error as Error & { code?: string }
  const details = `cell ${cell}`
  if (!isBusy(known, known.code ?? ''))
    return new AppError('cell.unavailable', { details, cause: error, retryAfterSeconds: 5 })
  const message = 'The database that holds this data is busy. Try again shortly'
  return new AppError('cell.unavailable', { message, details, cause: error, retryAfterSeconds: 2 })
}

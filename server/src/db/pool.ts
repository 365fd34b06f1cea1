import pg from 'pg'
import { AppError } from '../errors.ts'

/** What a connection may do. `app` sees the rows of its transaction's scope, `maintenance` only what is due. */
export type Role = 'reverie_app' | 'reverie_maintenance'

export type PoolOptions = { url: string; role?: Role; max: number; name: string }

const { types } = pg
// int8 as a number: our counters stay far below 2^53, and a string would leak into JSON.
types.setTypeParser(types.builtins.INT8, Number)

/**
 * Settings travel in the connection's start-up packet, so they cost no round trip.
 * `force_custom_plan`: generic plans cannot prune partitions nor see how large a container is (8 times slower, measured).
 */
export function openPool({ url, role, max, name }: PoolOptions): pg.Pool {
  const settings = ['-c plan_cache_mode=force_custom_plan', '-c jit=off', '-c statement_timeout=60000']
  if (role) settings.push(`-c role=${role}`)
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: name,
    options: settings.join(' '),
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
  })
  // A connection that breaks between two queries is found out by the next one; without listeners, on the pool for
  // idle connections and on each client for those in use, it would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', client => client.on('error', () => undefined))
  return pool
}

const disconnected = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT', 'ENOENT'])

/** True when the server could not be reached, was lost on the way, or is starting or stopping. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = (error as { code?: string }).code ?? ''
  if (disconnected.has(code)) return true
  // 57P01–57P03: shutting down, crashed, cannot connect now. 08*: connection exceptions. 53100 to 53300: no disk, no
  // memory, too many connections.
  if (/^(57P0[1-5]|08...|53[123]00)$/.test(code)) return true
  return /Connection terminated|connection timeout|Client has encountered a connection error|timeout exceeded when trying to connect/i.test(
    error.message,
  )
}

/** The error a caller gets when a cell does not answer; any other error passes unchanged. */
export function asUnavailable(error: unknown, cell: string): unknown {
  if (!isUnavailable(error)) return error
  return new AppError('cell.unavailable', { details: `cell ${cell}`, cause: error, retryAfterSeconds: 5 })
}

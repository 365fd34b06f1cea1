import type { Organization, Principal } from '../../platform/access/principal.ts'
import type { Cell } from '../../platform/db/cells.ts'
import { inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { hourMs } from '../../platform/lib/durations.ts'
import type { Operation, Usage } from '../../platform/routing/usage.ts'
import type { Logger } from '../../platform/telemetry/logger.ts'
import { addUsage } from './store.ts'
import { type Account, Tally } from './tally.ts'

/** The counted part of a finished request. Without a principal there is no organization to count it for. */
export type RecordedRequest = {
  principal: Principal | undefined
  operation: Operation
  usage: Readonly<Usage>
  /** The client left before it was answered. */
  abandoned: boolean
}

export type UsageRecorderParts = {
  cells: { of(shard: number): Cell }
  /** Stores in the directory that keys were used. */
  touchKeys(ids: string[]): Promise<void>
  logger: Logger
  everyMs?: number
  maxRows?: number
}

/** The status of a request whose client left before the answer. Proxies use this number, too. */
export const clientLeft = 499
/** While a cell is unreachable, each of its keys takes up one row per hour, type and status, for any number of requests. */
const defaultMaxRows = 50_000

/**
 * Counts every request of a known organization, outside the request itself. `record` adds to sums in memory (0.7 µs a
 * request), and once a second they are added to the database, in a short transaction per organization. A process that
 * is killed loses its last second and nothing else. Counts that cannot be written are kept and tried again. Only a
 * commit whose answer was lost is counted twice.
 */
export class UsageRecorder {
  readonly #parts: UsageRecorderParts
  readonly #timer: NodeJS.Timeout
  readonly #maxRows: number
  #tally: Tally
  #usedKeys = new Set<string>()
  #flushing: Promise<void> | undefined
  #silentUntil = 0

  constructor(parts: UsageRecorderParts) {
    this.#parts = parts
    this.#maxRows = parts.maxRows ?? defaultMaxRows
    this.#tally = new Tally(this.#maxRows)
    this.#timer = setInterval(() => this.#beat(), parts.everyMs ?? 1_000).unref()
  }

  record(request: RecordedRequest, status: number, durationMs: number): void {
    const { principal, operation, usage, abandoned } = request
    if (!principal) return
    const now = Date.now()
    this.#usedKeys.add(principal.key.id)
    const row = {
      hour: now - (now % hourMs),
      keyId: principal.key.id,
      type: operation,
      status: abandoned ? clientLeft : status,
      requests: 1,
      durationMs,
      maxDurationMs: durationMs,
      lastAt: now,
      tokensIn: usage.tokensIn,
      tokensOut: usage.tokensOut,
    }
    this.#tally.add(principal.organization, row)
    const { dreams = 0 } = usage
    if (dreams > 0)
      this.#tally.add(principal.organization, {
        ...row,
        type: 'memory',
        requests: dreams,
        durationMs: durationMs * dreams,
        tokensIn: 0,
        tokensOut: 0,
      })
  }

  /** Writes everything recorded until now. Failures are logged, and their counts kept. */
  async flush(): Promise<void> {
    await this.#flushing
    await this.#beat()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
    const { requests } = this.#tally
    if (requests > 0)
      this.#parts.logger.error({ requests }, 'usage figures were lost: their cell did not respond')
  }

  /** One at a time: a beat during a slow flush is skipped, and the next one takes everything that waits. */
  #beat(): Promise<void> {
    this.#flushing ??= this.#writeAll().finally(() => {
      this.#flushing = undefined
    })
    return this.#flushing
  }

  async #writeAll(): Promise<void> {
    const { accounts, lost } = this.#tally
    const keys = [...this.#usedKeys]
    this.#tally = new Tally(this.#maxRows)
    this.#usedKeys = new Set()
    if (lost > 0)
      this.#parts.logger.error({ requests: lost }, 'usage figures were lost: too many wait to be written')
    const byCell = Map.groupBy(accounts, ({ organization }) => this.#cellOf(organization))
    const writes = Array.from(byCell, ([cell, theirs]) => this.#writeCell(cell, theirs))
    await Promise.all([this.#touch(keys), ...writes])
  }

  #cellOf({ homeShard }: Organization): Cell | undefined {
    try {
      return this.#parts.cells.of(homeShard)
    } catch (error) {
      this.#report(error)
      return undefined
    }
  }

  /** One organization after the other, because recording must not take connections from requests. */
  async #writeCell(cell: Cell | undefined, accounts: Account[]): Promise<void> {
    let isUnreachable = cell === undefined
    for (const account of accounts) {
      const failure: unknown = isUnreachable ? 'unreachable' : await writeAccount(cell!, account)
      if (failure === undefined) continue
      for (const row of account.rows.values()) this.#tally.add(account.organization, row)
      if (!isUnreachable) this.#report(failure)
      // Waiting for the same connection once per organization would take far too long.
      isUnreachable ||= failure instanceof AppError && failure.code === 'cell.unavailable'
    }
  }

  async #touch(keys: string[]): Promise<void> {
    if (keys.length === 0) return
    await this.#parts.touchKeys(keys).catch(error => {
      this.#report(error)
      for (const key of keys) this.#usedKeys.add(key)
    })
  }

  /** An unreachable cell fails every second, but the log has one line a minute. */
  #report(error: unknown): void {
    if (Date.now() < this.#silentUntil) return
    this.#silentUntil = Date.now() + 60_000
    this.#parts.logger.error(
      { err: error },
      'usage figures cannot be written; they are kept, and retried every second',
    )
  }
}

/** Returns undefined on success, otherwise the error. */
function writeAccount(cell: Cell, { organization, rows }: Account): Promise<unknown> {
  const owner = { org: organization.id, shard: organization.homeShard }
  return inScope(cell, owner, db => addUsage(db, owner, [...rows.values()])).catch(error => error)
}

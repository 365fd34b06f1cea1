import { randomUUID } from 'node:crypto'
import type { Organization, Principal } from '../../platform/access/principal.ts'
import type { Cell } from '../../platform/db/cells.ts'
import { inScope } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { Operation } from '../../platform/routing/usage.ts'
import type { Logger } from '../../platform/telemetry/logger.ts'
import { insertRequests, type LoggedRequest } from './request-log-store.ts'
import { clientLeft } from './usage-recorder.ts'

/** The logged part of a finished request. The route is its pattern, never the address that was called. */
export type FinishedRequest = {
  principal: Principal | undefined
  operation: Operation
  route: string | undefined
  requestId: string
  abandoned: boolean
}

export type RequestRecorderParts = {
  cells: { of(shard: number): Cell }
  logger: Logger
  everyMs?: number
  /** Requests of one organization that are logged in each interval. */
  perOrganization?: number
}

/** Statuses from this one on are failures. */
const firstFailure = new AppError('request.invalid').status

type Batch = { organization: Organization; rows: LoggedRequest[]; leftOut: number }

/** Organizations with rows that wait to be written. Further ones are left out until the next interval. */
const mostOrganizations = 200

/**
 * Writes the request log outside the requests: `record` appends to a list (0.5 µs), and once a second the lists are
 * written, one statement per organization. A process logs at most 100 requests a second of one organization, so that a
 * flood costs no more than that; analytics still counts every request. The log is an aid: rows that cannot be written
 * are dropped, and a killed process loses its last second.
 */
export class RequestRecorder {
  readonly #parts: RequestRecorderParts
  readonly #timer: NodeJS.Timeout
  #batches = new Map<string, Batch>()
  #flushing: Promise<void> | undefined
  #silentUntil = 0

  constructor(parts: RequestRecorderParts) {
    this.#parts = parts
    this.#timer = setInterval(() => this.#beat(), parts.everyMs ?? 1_000).unref()
  }

  record(request: FinishedRequest, method: string, status: number, ms: number): void {
    const { principal, operation, route, requestId, abandoned } = request
    if (!principal || route === undefined) return
    const { organization, key } = principal
    const batch = this.#batchOf(organization)
    if (!batch) return
    const row = { at: new Date(), id: randomUUID(), keyId: key.id, operation, method, route, ms, requestId }
    const logged = { ...row, status: abandoned ? clientLeft : status }
    if (batch.rows.length < (this.#parts.perOrganization ?? 100)) batch.rows.push(logged)
    else {
      batch.leftOut++
      // Of a flood, failures are kept: they are what people look for.
      const success = status < firstFailure ? -1 : batch.rows.findIndex(each => each.status < firstFailure)
      if (success >= 0) batch.rows[success] = logged
    }
  }

  #batchOf(organization: Organization): Batch | undefined {
    const known = this.#batches.get(organization.id)
    if (known || this.#batches.size >= mostOrganizations) return known
    const batch = { organization, rows: [], leftOut: 0 }
    this.#batches.set(organization.id, batch)
    return batch
  }

  /** Writes everything recorded until now. */
  async flush(): Promise<void> {
    await this.#flushing
    await this.#beat()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }

  #beat(): Promise<void> {
    this.#flushing ??= this.#writeAll().finally(() => {
      this.#flushing = undefined
    })
    return this.#flushing
  }

  /** One organization after the other, because the log must not take connections from requests. */
  async #writeAll(): Promise<void> {
    const batches = [...this.#batches.values()]
    this.#batches = new Map()
    for (const { organization, rows } of batches) {
      const owner = { org: organization.id, shard: organization.homeShard }
      try {
        await inScope(this.#parts.cells.of(owner.shard), owner, db => insertRequests(db, owner, rows))
      } catch (error) {
        this.#report(error)
      }
    }
  }

  /** An unreachable cell fails every second, but the log has one line a minute. */
  #report(error: unknown): void {
    if (Date.now() < this.#silentUntil) return
    this.#silentUntil = Date.now() + 60_000
    this.#parts.logger.warn({ err: error }, 'requests cannot be written to the request log, and are left out')
  }
}

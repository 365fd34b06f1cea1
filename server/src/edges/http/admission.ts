import { availableParallelism } from 'node:os'
import type { Config } from '../../platform/config.ts'
import { AppError } from '../../platform/errors.ts'
import { NoPlaceLeft, type PlaceLimits, Places } from '../../platform/lib/places.ts'
import type { Route } from '../../platform/routing/route.ts'
import type { Operation } from '../../platform/routing/usage.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import type { Call } from './call.ts'

/** Requests of a kind compete with each other only, so a flood of adds delays no search by more than the CPU it takes. */
export type RequestKind = 'search' | 'write' | 'read'

export type AdmissionSettings = Partial<Pick<Config, 'MAX_RUNNING_REQUESTS' | 'DATABASE_POOL_SIZE'>>

/** Searches embed their query, which takes a core for some milliseconds. A profile with a query does so too. */
const searching = new Set<Operation>(['search', 'search_v4', 'profile'])
const reading = new Set<Operation>(['get', 'list'])

/**
 * Waiting requests per place, in a burst, in a line that lasts, and after a refusal. A search takes about ten times as long
 * as a write, so its lines are shorter. On two cores, 16 clients that each send one search after the other are all served,
 * and 64 clients that send writes.
 */
const lines = {
  search: { burst: 12, line: 4, shortLine: 0.5 },
  write: { burst: 64, line: 8, shortLine: 0.5 },
  read: { burst: 64, line: 8, shortLine: 0.5 },
}
const mostWaiting = 1_000
const placesPerCore = 2
const usualPoolSize = 10

/**
 * Clients that were refused together must not come back together, so the time to wait differs. The more were refused within
 * the last second, the longer it is, so that about a hundred come back in a second.
 */
const retryAfter = { from: 1, to: 3, most: 30, perSecond: 100 }

export function kindOf({ method, operation = 'request' }: Pick<Route, 'method' | 'operation'>): RequestKind {
  if (searching.has(operation)) return 'search'
  return method === 'GET' || reading.has(operation) ? 'read' : 'write'
}

/** Runs requests as there are places for them, and refuses the others at once. */
export class Admission {
  readonly #places: Record<RequestKind, Places>
  readonly #metrics: Metrics
  #refused = { count: 0, since: 0 }

  constructor(settings: AdmissionSettings, metrics: Metrics) {
    this.#places = {
      search: new Places(limitsFor('search', settings)),
      write: new Places(limitsFor('write', settings)),
      read: new Places(limitsFor('read', settings)),
    }
    this.#metrics = metrics
    metrics.beforeScrape(async () => this.#show())
  }

  /** Refuses a request before its body is read if there is no room for it. */
  check(kind: RequestKind, { principal }: Call): void {
    try {
      this.#places[kind].check(principal.organization.id)
    } catch (error) {
      throw this.#refusal(kind, error)
    }
  }

  /** Organizations share the places. A request without a key (a signed link) takes none. */
  async run<T>(kind: RequestKind, call: Call, work: () => Promise<T>): Promise<T> {
    if (!call.principal) return work()
    const place = await this.#take(kind, call.principal.organization.id)
    return place.run(async () => {
      if (call.abandoned) throw new Error('the client disconnected while its request waited')
      return work()
    })
  }

  /** Requests are being worked on. Long answers then leave them the larger part of the CPU. */
  get isBusy(): boolean {
    return Object.values(this.#places).some(({ running }) => running > 0)
  }

  async #take(kind: RequestKind, organization: string) {
    try {
      return await this.#places[kind].take(organization)
    } catch (error) {
      throw this.#refusal(kind, error)
    }
  }

  #refusal(kind: RequestKind, error: unknown): unknown {
    if (!(error instanceof NoPlaceLeft)) return error
    const code = error.isOwnFault ? 'concurrency.limited' : 'server.overloaded'
    const refusal = refuse(code, this.#countRefused() / retryAfter.perSecond)
    this.#metrics.requestsRefused.inc({ kind, code: refusal.code })
    return refusal
  }

  /** Refusals within about a second. */
  #countRefused(): number {
    const now = performance.now()
    if (now - this.#refused.since > 1_000) this.#refused = { count: 0, since: now }
    return ++this.#refused.count
  }

  #show(): void {
    for (const [kind, { running, waiting }] of Object.entries(this.#places)) {
      this.#metrics.requestsRunning.set({ kind }, running)
      this.#metrics.requestsWaiting.set({ kind }, waiting)
    }
  }
}

/** The error for a request that the server has no room for, with a time to wait. */
export function refuse(code: 'concurrency.limited' | 'server.overloaded', withinSeconds = 0): AppError {
  const { from, most } = retryAfter
  const to = Math.min(most, Math.max(retryAfter.to, Math.ceil(withinSeconds)))
  return new AppError(code, { retryAfterSeconds: from + Math.floor(Math.random() * (to - from + 1)) })
}

/** A search needs a core for its query and a core of Postgres, the other kinds mostly a connection. */
export function limitsFor(
  kind: RequestKind,
  { MAX_RUNNING_REQUESTS: given = 0, DATABASE_POOL_SIZE: connections = usualPoolSize }: AdmissionSettings,
  cores = availableParallelism(),
): PlaceLimits {
  const usual = kind === 'search' ? Math.max(4, placesPerCore * cores) : connections
  const places = given > 0 ? given : usual
  const { burst, line, shortLine } = lines[kind]
  const waiting = (perPlace: number) => Math.min(mostWaiting, Math.max(1, Math.round(perPlace * places)))
  return { places, burst: waiting(burst), line: waiting(line), shortLine: waiting(shortLine) }
}

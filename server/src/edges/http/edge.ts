import type { Config } from '../../platform/config.ts'
import type { Route } from '../../platform/routing/route.ts'
import type { Logger } from '../../platform/telemetry/logger.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import type { Tracer } from '../../platform/telemetry/span.ts'
import { Admission, type AdmissionSettings } from './admission.ts'
import type { Authenticate } from './authenticate.ts'
import { BodyBudget } from './body-budget.ts'
import type { ConnectionLimits } from './connections.ts'
import { type ConsoleFiles, readConsoleFiles } from './console/console-files.ts'
import { assetRoute } from './console/console-pages.ts'
import { type Cors, createCors } from './cors.ts'
import { EventStreams } from './event-streams.ts'
import { Forwarding } from './forward-request.ts'
import { homeRoute } from './home/home-page.ts'
import { LongAnswers } from './long-answers.ts'
import { mcpRoutes } from './mcp/mcp-routes.ts'
import { type AdmitScrape, createAdmitScrape, type MetricsSettings } from './metrics-access.ts'
import type { OAuthParts } from './oauth/oauth-routes.ts'
import type { Admit } from './rate-limit.ts'
import { createRequestLog, type OnRequest, type RecordRequest } from './request-log.ts'
import { RouteTable } from './route-table.ts'
import { type Details, type ListGates, type Readiness, systemRoutes } from './system-routes.ts'
import { Traffic } from './traffic.ts'

export type ServerOptions = {
  routes: readonly Route[]
  authenticate: Authenticate
  logger: Logger
  metrics: Metrics
  /** Without it, requests are not traced. */
  tracer?: Tracer | undefined
  readiness: Readiness
  /** Shown with readiness. A provider that does not answer leaves the process ready. */
  details?: Details
  listGates?: ListGates
  /** Refuses a key that exceeds its rate limit. Without this function there are no rate limits. */
  admit?: Admit
  /** The authorization server of MCP clients, if PUBLIC_URL allows one. */
  oauth?: OAuthParts | undefined
  onRequest?: OnRequest
  config: Pick<Config, 'HOST' | 'PORT' | 'MAX_TEXT_BYTES'> &
    Partial<
      Pick<
        Config,
        | 'MAX_FILE_BYTES'
        | 'PUBLIC_URL'
        | 'MAX_CONNECTIONS'
        | 'TRUSTED_PROXIES'
        | 'CORS_ORIGINS'
        | 'MCP_CHATGPT_TOOLS'
        | 'ROUTER_TIMEOUT_MS'
      >
    > &
    MetricsSettings &
    AdmissionSettings
  /** The built console; null serves the start page instead. Default: `console/dist`, if it was built. */
  console?: ConsoleFiles | null
  /** Overrides the connection limits, for tests. */
  connections?: Partial<ConnectionLimits>
}

/** Dependencies of every request, created once. */
export type Edge = {
  authenticate: Authenticate
  admit: Admit
  admission: Admission
  bodies: BodyBudget
  longAnswers: LongAnswers
  logger: Logger
  tracer: Tracer | undefined
  record: RecordRequest
  traffic: Traffic
  maxFileBytes: number
  publicUrl: string
  trustedProxies: number
  cors: Cors
  admitScrape: AdmitScrape
  streams: EventStreams
  forwarding: Forwarding
  table: RouteTable
  console: ConsoleFiles | undefined
}

/** Idle timeout: the client no longer reads its answer, or vanished without closing the connection. */
export const idleMs = 120_000

/** JSON may escape a two-byte letter as six bytes (`\u0434`, Python's default), so a text may triple in size on the wire. */
export const bodyLimitFor = (maxTextBytes: number) => 3 * maxTextBytes + 64 * 1024

/** The dependencies of every request, and all routes that are served, in order. */
export function assembleEdge(options: ServerOptions): { edge: Edge; served: Route[] } {
  const { routes, authenticate, logger, metrics, onRequest, config } = options
  const traffic = new Traffic()
  const admission = new Admission(config, metrics)
  const readiness: Readiness = async () => (traffic.leaving ? { server: 'failing' } : options.readiness())
  const { details, listGates } = options
  const system = systemRoutes({ readiness, details, listGates, metrics })
  const files = consoleFor(options)
  const [streams, cors] = [new EventStreams(), createCors(config.CORS_ORIGINS ?? '')]
  const mcp = mcpRoutes({ routes, admission, streams, logger, cors, config, oauth: options.oauth })
  const pages = [homeRoute(files), ...(files ? [assetRoute(files)] : [])]
  const served = [...pages, ...system, ...mcp, ...routes]
  const edge: Edge = {
    table: new RouteTable([...served, ...pagesOf(routes)]),
    authenticate,
    admit: options.admit ?? (async () => ({})),
    admission,
    longAnswers: new LongAnswers(admission),
    bodies: new BodyBudget(bodyLimitFor(config.MAX_TEXT_BYTES)),
    logger,
    tracer: options.tracer,
    record: createRequestLog(logger, metrics, onRequest),
    traffic,
    maxFileBytes: config.MAX_FILE_BYTES ?? 0,
    publicUrl: config.PUBLIC_URL ?? '',
    trustedProxies: config.TRUSTED_PROXIES ?? 0,
    cors,
    admitScrape: createAdmitScrape(config.HOST, config),
    streams,
    forwarding: new Forwarding(admission, {
      usualMs: idleMs,
      forwardingMs: idleMs + (config.ROUTER_TIMEOUT_MS ?? 0),
    }),
    console: files,
  }
  return { edge, served }
}

/** A worker-only process has no routes and no console. */
function consoleFor({ console: given, routes }: ServerOptions): ConsoleFiles | undefined {
  if (routes.length === 0 || given === null) return undefined
  return given ?? readConsoleFiles()
}

/** Paths that are served in addition to the routes of the table, if there are any routes. */
function pagesOf(routes: readonly Route[]): Pick<Route, 'method' | 'path'>[] {
  if (routes.length === 0) return []
  return ['/openapi.json', '/docs'].map(path => ({ method: 'GET', path }))
}

import type { AddressInfo } from 'node:net'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config.ts'
import { AppError } from '../../platform/errors.ts'
import { type EventsReply, jsonType } from '../../platform/routing/replies.ts'
import { type Route, successStatus } from '../../platform/routing/route.ts'
import type { Logger } from '../../platform/telemetry/logger.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import { Admission, type AdmissionSettings, kindOf } from './admission.ts'
import type { Authenticate } from './authenticate.ts'
import { BodyBudget } from './body-budget.ts'
import { Call } from './call.ts'
import { clientAddress } from './client-address.ts'
import { type ConnectionLimits, connectionLimits, guardConnections } from './connections.ts'
import { type ConsoleFiles, readConsoleFiles } from './console/console-files.ts'
import { assetRoute, isConsolePage, pageAt, pageHeaders } from './console/console-pages.ts'
import { type Cors, createCors } from './cors.ts'
import { EventStreams } from './event-streams.ts'
import { Forwarding } from './forward-request.ts'
import { homeRoute } from './home/home-page.ts'
import { LongAnswers } from './long-answers.ts'
import { mcpRoutes } from './mcp/mcp-routes.ts'
import {
  type AdmitScrape,
  createAdmitScrape,
  listenForScrapes,
  type MetricsSettings,
} from './metrics-access.ts'
import { acceptMultipart, handleUpload } from './multipart.ts'
import type { OAuthParts } from './oauth/oauth-routes.ts'
import { describeApi, openapiRoute } from './openapi.ts'
import { originOf } from './origin.ts'
import { ownTagOr, parseInput } from './parse-input.ts'
import type { Admit } from './rate-limit.ts'
import { bodyLimitOf, boundsOf, contentTypeOf, rawRequest, readJsonBodies } from './read-body.ts'
import { refuseConnection } from './refuse-connection.ts'
import { asRefusal, unsupportedType } from './refuse-request.ts'
import { replyToError } from './reply-error.ts'
import { requestIdOf } from './request-id.ts'
import { createRequestLog, type OnRequest, type RecordRequest } from './request-log.ts'
import { frameworkPath, namedParams, pathOf, RouteTable } from './route-table.ts'
import { BegunList, beginAnswer, send, sendEvents } from './send-answer.ts'
import { type Details, type ListGates, type Readiness, systemRoutes } from './system-routes.ts'
import { Traffic } from './traffic.ts'

declare module 'fastify' {
  interface FastifyRequest {
    call: Call
  }
  interface FastifyContextConfig {
    /** The content type of the route's body. */
    takes?: string
    /** Maximum number of JSON values in the route's body, if it differs from the default. */
    maxValues?: number | undefined
    /** `WWW-Authenticate` of a 401. */
    challenge?: string | undefined
  }
}

export type ServerOptions = {
  routes: readonly Route[]
  authenticate: Authenticate
  logger: Logger
  metrics: Metrics
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
type Edge = {
  authenticate: Authenticate
  admit: Admit
  admission: Admission
  bodies: BodyBudget
  longAnswers: LongAnswers
  logger: Logger
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

export type RunningServer = {
  url: string
  port: number
  /** From now on `/ready` fails, so that load balancers send requests elsewhere. Requests are still answered. */
  leave(): void
  /**
   * Stops accepting connections, finishes the requests in flight, then closes every connection. At the timeout it closes
   * them regardless. Returns true if every request got its answer.
   */
  drain(timeoutMs: number): Promise<boolean>
}

/** Idle timeout: the client no longer reads its answer, or vanished without closing the connection. */
const idleMs = 120_000

/** JSON may escape a two-byte letter as six bytes (`\u0434`, Python's default), so a text may triple in size on the wire. */
const bodyLimitFor = (maxTextBytes: number) => 3 * maxTextBytes + 64 * 1024

/** We still read this much of a body that is too large. A client that is writing when we close never sees our answer. */
const readOnBytes = 64 * 1024 * 1024

/**
 * Connections that wait until they are accepted. With Node's 511, a client of 2,500 that connect together waits until its
 * kernel tries again: after 1, 3, 7 and 15 s.
 */
const backlog = 4_096

/** Serves the routes of the table, plus `/`, `/health`, `/ready`, `/metrics` and the API's description. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { routes, authenticate, logger, metrics, onRequest, config } = options
  const traffic = new Traffic()
  const admission = new Admission(config, metrics)
  const admit = options.admit ?? (async () => ({}))
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
    admit,
    admission,
    longAnswers: new LongAnswers(admission),
    bodies: new BodyBudget(bodyLimitFor(config.MAX_TEXT_BYTES)),
    logger,
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
  const app = createFramework(bodyLimitFor(config.MAX_TEXT_BYTES), edge)
  readJsonBodies(app)
  await acceptMultipart(app, edge.maxFileBytes)
  attachEdge(app, edge)
  for (const route of served) addRoute(app, route, edge)
  // A worker-only process has no routes to describe.
  if (routes.length > 0) await addDescription(app, routes, edge)
  guardConnections(app.server, connectionLimits(config.MAX_CONNECTIONS ?? 0, options.connections))
  const scrapes = await listenForScrapes(metrics, config)
  app.addHook('onClose', async () => void scrapes?.close())
  const url = await app.listen({ host: config.HOST, port: config.PORT, backlog })
  return {
    url,
    port: (app.server.address() as AddressInfo).port,
    leave: () => {
      traffic.leaving = true
    },
    drain: timeoutMs => drain(app, traffic, timeoutMs),
  }
}

function createFramework(bodyLimit: number, edge: Edge): FastifyInstance {
  return fastify({
    bodyLimit,
    // Maximum time for a request to arrive. It is Node's own default, which the framework turns off.
    requestTimeout: 300_000,
    connectionTimeout: idleMs,
    // Wall-clock time, which also runs while this process waits for CPU. `guardConnections` acts sooner.
    http: { headersTimeout: 60_000, connectionsCheckingInterval: 10_000 },
    // The schemas check ids in paths, with a better message. The longest ids have 255 characters, escaped.
    routerOptions: { maxParamLength: 1024 },
    genReqId: requestIdOf,
    // The framework's answer while closing is no ErrorResponse, so `addRoute` sends ours.
    return503OnClosing: false,
    clientErrorHandler: refuseConnection,
    frameworkErrors: (error, request, reply) => {
      receive(request, reply, edge)
      reply.header('x-request-id', request.id)
      sendError(error, request, reply, edge)
    },
  })
}

/** Hooks for every request on any route: request id, timing, completion, errors. */
function attachEdge(app: FastifyInstance, edge: Edge): void {
  app.decorateRequest('call')
  app.addHook('onRequest', (request, reply, done) => {
    receive(request, reply, edge)
    const cors = edge.cors(request.method, request.headers)
    if (cors) reply.headers(cors.headers)
    if (cors?.isPreflight) return void reply.code(204).send()
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    // A forwarded answer may have the request id of its provider, which the provider's support asks for.
    const isForeign = (reply.getHeader('x-request-id') ?? request.id) !== request.id
    reply.header(isForeign ? 'x-reverie-request-id' : 'x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    // No cache may store answers, because they contain user data and sometimes a new key.
    if (isJson(reply)) reply.header('cache-control', 'no-store')
    // Timings reveal facts about stored data, so only callers with a key get them, for their own requests.
    if (request.call.principal) reply.header('server-timing', request.call.timing.header())
    if (edge.traffic.leaving) reply.header('connection', 'close')
    done()
  })
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, edge))
  app.setNotFoundHandler((request, reply) => {
    const { method, url, headers } = request
    if (!edge.console || !isConsolePage(method, url, headers.accept)) throw edge.table.refuse(method, url)
    return send(reply.headers(pageHeaders), 200, true, pageAt(edge.console, pathOf(url)))
  })
}

/** A worker-only process has no routes and no console. */
function consoleFor({ console: given, routes }: ServerOptions): ConsoleFiles | undefined {
  if (routes.length === 0 || given === null) return undefined
  return given ?? readConsoleFiles()
}

const isJson = (reply: FastifyReply) => String(reply.getHeader('content-type')).startsWith('application/json')

/** The response's `close` is the only event that fires for both answered and abandoned requests. */
function receive(request: FastifyRequest, reply: FastifyReply, edge: Edge): void {
  const { record, traffic, publicUrl } = edge
  const source = request.headers['x-sm-source']
  const call = new Call(request.id, typeof source === 'string' ? source : undefined)
  const response = reply.raw
  const idempotencyKey = request.headers['idempotency-key']
  if (typeof idempotencyKey === 'string' && idempotencyKey !== '') call.idempotencyKey = idempotencyKey
  call.origin = originOf(request.raw, publicUrl)
  call.client = {
    address: clientAddress(request.raw, edge.trustedProxies),
    userAgent: request.headers['user-agent']?.slice(0, 300),
  }
  call.headers = request.headers
  call.search = request.url.split('?').slice(1).join('?')
  call.cookies = request.headers.cookie
  call.accept = request.headers.accept
  call.acceptEncoding = String(request.headers['accept-encoding'] ?? '')
  request.call = call
  traffic.begin()
  response.on('close', () => {
    if (!response.writableFinished) call.abandon()
    call.route ??= request.routeOptions.url
    record(call, request.method, call.outcome ?? response.statusCode)
    traffic.end()
  })
}

function addRoute(app: FastifyInstance, route: Route, edge: Edge): void {
  const { admission } = edge
  const status = successStatus(route)
  const kind = kindOf(route)
  app.route({
    method: route.method,
    url: frameworkPath(route.path),
    config: { takes: contentTypeOf(route), maxValues: route.maxValues, challenge: route.challenge },
    ...bodyLimitOf(route),
    onRequest: (request, reply) => admitRequest(request, reply, route, edge),
    handler: async (request, reply) => {
      const { call } = request
      if (route.params) call.params = parseInput(route.params, namedParams(request.params), 'path')
      if (route.query) call.query = parseInput(route.query, request.query, 'query')
      // A place is taken when the whole body is there, so that a slow sender holds none.
      const handle = () => admission.run(kind, call, () => route.handle(call))
      if (route.upload)
        return send(reply, status, true, await handleUpload({ ...route, handle }, request, edge.maxFileBytes))
      if (request.isMultipart()) throw unsupportedType(request.routeOptions.config.takes)
      if (route.form) call.body = request.body
      if (route.raw) call.incoming = rawRequest(request)
      if (route.forwards) return edge.forwarding.answer(request, reply, route)
      if (route.body)
        call.body = parseInput(route.body, ownTagOr(request.body ?? {}, route, call), 'body', boundsOf(route))
      if (route.events) return answerWithEvents(request, reply, route, edge)
      const work = async () => beginAnswer(await route.handle(call))
      const answer = await (route.delegates ? work() : admission.run(kind, call, work))
      // The place is free again: a client that reads slowly must hold none.
      const begun = answer instanceof BegunList ? edge.longAnswers.begin(answer, call, reply.raw) : answer
      return send(reply.headers(call.replyHeaders), status, route.response !== undefined, begun)
    },
  })
}

/** Authenticates before the body is read, so a caller without a key cannot make us receive megabytes. */
async function admitRequest(
  { call, headers }: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  edge: Edge,
): Promise<void> {
  call.route = route.path
  call.operation = route.operation ?? 'request'
  if (route.access === 'operator') edge.admitScrape(headers)
  if (route.access === 'operator') return
  if (route.access === 'anonymous') return void (await edge.authenticate(route, headers))
  if (edge.traffic.draining) throw new AppError('server.draining', { retryAfterSeconds: 1 })
  call.principal = (await edge.authenticate(route, headers))!
  reply.headers(await edge.admit(call.principal))
  if (!route.events && !route.delegates && !route.forwards) edge.admission.check(kindOf(route), call)
  // Files are stored as they arrive. Other bodies are held in memory.
  const release = route.upload ? undefined : edge.bodies.reserve(headers, route.bodyLimit)
  if (release) reply.raw.once('close', release)
}

/** A stream lasts for minutes and does little, so it takes no place. The number of streams has a limit of its own. */
async function answerWithEvents(
  { call, headers }: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  { streams, traffic, authenticate }: Edge,
): Promise<FastifyReply> {
  reply.raw.once('close', streams.begin(call.principal.key.id))
  const events = (await route.handle(call)) as EventsReply
  call.answeredMs = call.timing.elapsedMs()
  return sendEvents(reply, events, {
    isStopping: () => traffic.draining,
    checkKey: async () => void (await authenticate(route, headers)),
  })
}

function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply, edge: Edge): void {
  const { call } = request
  const { routeOptions } = request
  const error = asRefusal(thrown, { takes: routeOptions.config?.takes, bodyLimit: routeOptions.bodyLimit })
  const { status, headers, body, unexpected } = replyToError(
    error,
    request.id,
    routeOptions.config?.challenge,
  )
  if (body.code.endsWith('.not_found') && body.details === undefined)
    body.details = edge.table.hintFor(request.method, request.url)
  // Work that stops because its client disconnected is no error.
  if (unexpected && !reply.raw.destroyed) {
    edge.logger.error({ err: thrown, requestId: request.id, route: call.route }, 'request failed')
  }
  if (body.code === 'request.too_large' && Number(request.headers['content-length']) < readOnBytes) {
    reply.removeHeader('connection')
  }
  reply.code(status).headers(headers).type(jsonType).send(JSON.stringify(body))
}

/** Paths that are served in addition to the routes of the table, if there are any routes. */
function pagesOf(routes: readonly Route[]): Pick<Route, 'method' | 'path'>[] {
  if (routes.length === 0) return []
  return ['/openapi.json', '/docs'].map(path => ({ method: 'GET', path }))
}

/** `/openapi.json`, and `/docs` to browse it. The content security policy forbids the page to load anything from elsewhere. */
async function addDescription(app: FastifyInstance, routes: readonly Route[], edge: Edge): Promise<void> {
  const document = describeApi(routes)
  addRoute(app, openapiRoute(document), edge)
  const [swagger, swaggerUi] = await Promise.all([import('@fastify/swagger'), import('@fastify/swagger-ui')])
  // The page reads its own copy below `/docs/`, from which the API is one level up.
  const shown = { ...document, servers: [{ url: '../', description: 'This server' }] }
  await app.register(swagger.default, { mode: 'static', specification: { document: shown as never } })
  await app.register(swaggerUi.default, {
    routePrefix: '/docs',
    staticCSP:
      "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'",
    theme: { title: 'Reverie API' },
    uiConfig: { layout: 'BaseLayout', persistAuthorization: false },
  })
}

async function drain(app: FastifyInstance, traffic: Traffic, timeoutMs: number): Promise<boolean> {
  const closed = app.close()
  const answered = await traffic.drain(timeoutMs)
  // Connections that are still open have no request in flight, or ran into the timeout. Browsers keep spare connections
  // that never sent a request. `closeIdleConnections` does not close those, so closing would wait until the timeout.
  app.server.closeAllConnections()
  await closed
  return answered
}

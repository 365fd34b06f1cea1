import type { AddressInfo } from 'node:net'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config.ts'
import { AppError } from '../../platform/errors.ts'
import { EventsReply, jsonType } from '../../platform/routing/replies.ts'
import { type Route, successStatus } from '../../platform/routing/route.ts'
import type { Logger } from '../../platform/telemetry/logger.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import type { Authenticate } from './authenticate.ts'
import { Call } from './call.ts'
import { type ConnectionLimits, connectionLimits, guardConnections } from './connections.ts'
import { EventStreams } from './event-streams.ts'
import { homeRoute } from './home/home-page.ts'
import {
  type AdmitScrape,
  createAdmitScrape,
  listenForScrapes,
  type MetricsSettings,
} from './metrics-access.ts'
import { acceptMultipart, handleUpload } from './multipart.ts'
import { describeApi, openapiRoute } from './openapi.ts'
import { originOf } from './origin.ts'
import { ownTagOr, parseInput } from './parse-input.ts'
import type { Admit } from './rate-limit.ts'
import { boundsOf, readJsonBodies } from './read-body.ts'
import { refuseConnection } from './refuse-connection.ts'
import { asRefusal, unsupportedType } from './refuse-request.ts'
import { replyToError } from './reply-error.ts'
import { requestIdOf } from './request-id.ts'
import { createRequestLog, type OnRequest, type RecordRequest } from './request-log.ts'
import { RouteTable } from './route-table.ts'
import { send, sendEvents } from './send-answer.ts'
import { type Details, type Readiness, systemRoutes } from './system-routes.ts'
import { Traffic } from './traffic.ts'

declare module 'fastify' {
  interface FastifyRequest {
    call: Call
  }
  interface FastifyContextConfig {
    /** The content type of the route's body. */
    takes?: string
    /** Values that the route's body may have in all, where they differ from the usual. */
    maxValues?: number | undefined
  }
}

export type ServerOptions = {
  routes: readonly Route[]
  authenticate: Authenticate
  logger: Logger
  metrics: Metrics
  readiness: Readiness
  /** Shown beside it: a provider that does not answer leaves the process ready. */
  details?: Details
  /** Refuses a key that is over its limit. Without it, nobody is. */
  admit?: Admit
  onRequest?: OnRequest
  config: Pick<Config, 'HOST' | 'PORT' | 'MAX_TEXT_BYTES'> &
    Partial<Pick<Config, 'MAX_FILE_BYTES' | 'PUBLIC_URL' | 'MAX_CONNECTIONS'>> &
    MetricsSettings
  /** Other limits of connections than the usual, for whoever tests them. */
  connections?: Partial<ConnectionLimits>
}

/** What every request needs, made once. */
type Edge = {
  authenticate: Authenticate
  admit: Admit
  logger: Logger
  record: RecordRequest
  traffic: Traffic
  maxFileBytes: number
  publicUrl: string
  admitScrape: AdmitScrape
  streams: EventStreams
  table: RouteTable
}

export type RunningServer = {
  url: string
  port: number
  /**
   * Stops accepting, answers what is being answered, then closes every connection; at the timeout it closes them
   * regardless. True when everything was answered.
   */
  drain(timeoutMs: number): Promise<boolean>
}

/** JSON may write a two-byte letter in six (`\u0434`, Python's habit), so a text may treble on the wire. */
const bodyLimitFor = (maxTextBytes: number) => 3 * maxTextBytes + 64 * 1024

/** Of a body that is too large we still read this much: closing on a client that writes hides our answer from it. */
const readOnBytes = 64 * 1024 * 1024

/** Listens, and serves the routes of the table beside `/`, `/health`, `/ready`, `/metrics`, and the API's description. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { routes, authenticate, logger, metrics, onRequest, config } = options
  const traffic = new Traffic()
  const admit = options.admit ?? (async () => ({}))
  const readiness: Readiness = async () => (traffic.draining ? { server: 'failing' } : options.readiness())
  const served = [homeRoute(), ...systemRoutes({ readiness, details: options.details, metrics }), ...routes]
  const edge: Edge = {
    table: new RouteTable([...served, ...pagesOf(routes)]),
    authenticate,
    admit,
    logger,
    record: createRequestLog(logger, metrics, onRequest),
    traffic,
    maxFileBytes: config.MAX_FILE_BYTES ?? 0,
    publicUrl: config.PUBLIC_URL ?? '',
    admitScrape: createAdmitScrape(config.HOST, config),
    streams: new EventStreams(),
  }
  const app = fastify({
    bodyLimit: bodyLimitFor(config.MAX_TEXT_BYTES),
    // Node's own default, which the framework turns off: how long a request may take to arrive.
    requestTimeout: 300_000,
    // Nothing was read or written: a client that no longer reads its answer, or has gone without a word.
    connectionTimeout: 120_000,
    // By the clock on the wall, which also runs while this process waits for a processor; `guardConnections` is quicker.
    http: { headersTimeout: 60_000, connectionsCheckingInterval: 10_000 },
    // Ids in paths are checked by their schemas, with a better message; the longest are 255 characters, escaped.
    routerOptions: { maxParamLength: 1024 },
    genReqId: requestIdOf,
    // The framework's answer while closing is not an ErrorResponse; `addRoute` gives ours.
    return503OnClosing: false,
    clientErrorHandler: refuseConnection,
    frameworkErrors: (error, request, reply) => {
      receive(request, reply, edge)
      reply.header('x-request-id', request.id)
      sendError(error, request, reply, edge)
    },
  })
  readJsonBodies(app)
  await acceptMultipart(app, edge.maxFileBytes)
  attachEdge(app, edge)
  for (const route of served) addRoute(app, route, edge)
  // A worker-only process has no routes, hence nothing to describe.
  if (routes.length > 0) await addDescription(app, routes, edge)
  guardConnections(app.server, connectionLimits(config.MAX_CONNECTIONS ?? 0, options.connections))
  const scrapes = await listenForScrapes(metrics, config)
  app.addHook('onClose', async () => void scrapes?.close())
  const url = await app.listen({ host: config.HOST, port: config.PORT })
  return {
    url,
    port: (app.server.address() as AddressInfo).port,
    drain: timeoutMs => drain(app, traffic, timeoutMs),
  }
}

/** Hooks for every request, whatever route it finds: its id, its timing, its end, and what goes wrong. */
function attachEdge(app: FastifyInstance, edge: Edge): void {
  app.decorateRequest('call')
  app.addHook('onRequest', (request, reply, done) => {
    receive(request, reply, edge)
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
    // Answers hold what users said, and sometimes a new key: no cache is to keep them.
    if (isJson(reply)) reply.header('cache-control', 'no-store')
    // How long parts took tells strangers about others' data; whoever has a key may know of its own.
    if (request.call.principal) reply.header('server-timing', request.call.timing.header())
    if (edge.traffic.draining) reply.header('connection', 'close')
    done()
  })
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, edge))
  app.setNotFoundHandler(request => {
    throw edge.table.refuse(request.method, request.url)
  })
}

const isJson = (reply: FastifyReply) => String(reply.getHeader('content-type')).startsWith('application/json')

/** The connection's `close` is the one event that comes for answered and abandoned requests alike. */
function receive(request: FastifyRequest, reply: FastifyReply, { record, traffic, publicUrl }: Edge): void {
  const source = request.headers['x-sm-source']
  const call = new Call(request.id, typeof source === 'string' ? source : undefined)
  const response = reply.raw
  const idempotencyKey = request.headers['idempotency-key']
  if (typeof idempotencyKey === 'string' && idempotencyKey !== '') call.idempotencyKey = idempotencyKey
  call.origin = originOf(request.raw, publicUrl)
  call.accept = request.headers.accept
  request.call = call
  traffic.begin()
  response.on('close', () => {
    if (!response.writableFinished) call.abandon()
    call.route ??= request.routeOptions.url
    record(call, request.method, response.statusCode)
    traffic.end()
  })
}

function addRoute(app: FastifyInstance, route: Route, edge: Edge): void {
  const { authenticate, admit, traffic } = edge
  const status = successStatus(route)
  app.route({
    method: route.method,
    url: route.path,
    config: {
      takes: route.upload ? 'multipart/form-data' : 'application/json',
      maxValues: route.maxValues,
    },
    ...(route.bodyLimit !== undefined && { bodyLimit: route.bodyLimit }),
    // Before the body is read: a stranger cannot make us take in megabytes.
    onRequest: async ({ call, headers }, reply) => {
      call.route = route.path
      call.operation = route.operation ?? 'request'
      if (route.access === 'operator') edge.admitScrape(headers)
      if (route.access === 'anonymous' || route.access === 'operator') return
      if (traffic.draining) throw new AppError('server.draining', { retryAfterSeconds: 1 })
      call.principal = (await authenticate(route.access, headers))!
      reply.headers(await admit(call.principal))
    },
    handler: async (request, reply) => {
      const { call } = request
      if (route.params) call.params = parseInput(route.params, request.params, 'path')
      if (route.query) call.query = parseInput(route.query, request.query, 'query')
      if (route.upload)
        return send(reply, status, true, await handleUpload(route, request, edge.maxFileBytes))
      if (request.isMultipart()) throw unsupportedType(request.routeOptions.config.takes)
      if (route.body)
        call.body = parseInput(route.body, ownTagOr(request.body ?? {}, route, call), 'body', boundsOf(route))
      if (route.events) reply.raw.once('close', edge.streams.begin(call.principal.key.id))
      const answer = await route.handle(call)
      if (answer instanceof EventsReply)
        return sendEvents(reply, answer, {
          isStopping: () => traffic.draining,
          checkKey: async () => void (await authenticate(route.access, request.headers)),
        })
      return send(reply.headers(call.replyHeaders), status, route.response !== undefined, answer)
    },
  })
}

function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply, edge: Edge): void {
  const { call } = request
  const { routeOptions } = request
  const error = asRefusal(thrown, { takes: routeOptions.config?.takes, bodyLimit: routeOptions.bodyLimit })
  const { status, headers, body, unexpected } = replyToError(error, request.id)
  if (body.code.endsWith('.not_found') && body.details === undefined)
    body.details = edge.table.hintFor(request.method, request.url)
  // Work that stops because its client left is not an error.
  if (unexpected && !reply.raw.destroyed) {
    edge.logger.error({ err: thrown, requestId: request.id, route: call.route }, 'request failed')
  }
  if (body.code === 'request.too_large' && Number(request.headers['content-length']) < readOnBytes) {
    reply.removeHeader('connection')
  }
  reply.code(status).headers(headers).type(jsonType).send(JSON.stringify(body))
}

/** Addresses that are served beside the routes of the table, where there are any. */
function pagesOf(routes: readonly Route[]): Pick<Route, 'method' | 'path'>[] {
  if (routes.length === 0) return []
  return ['/openapi.json', '/docs'].map(path => ({ method: 'GET', path }))
}

/** `/openapi.json`, and `/docs` to browse it; the policy makes sure that its page loads nothing from elsewhere. */
async function addDescription(app: FastifyInstance, routes: readonly Route[], edge: Edge): Promise<void> {
  const document = describeApi(routes)
  addRoute(app, openapiRoute(document), edge)
  const [swagger, swaggerUi] = await Promise.all([import('@fastify/swagger'), import('@fastify/swagger-ui')])
  // The page reads its own copy below `/docs/`, from where the API is one level up.
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
  // What is open now waits for nothing of ours, or has waited too long: browsers keep spare connections that
  // never sent a request, and closing only idle ones would wait for those until the timeout.
  app.server.closeAllConnections()
  await closed
  return answered
}

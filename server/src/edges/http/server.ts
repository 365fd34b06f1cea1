import type { AddressInfo } from 'node:net'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { type EventsReply, jsonType } from '../../platform/routing/replies.ts'
import { type Route, successStatus } from '../../platform/routing/route.ts'
import { inSpan, inWork } from '../../platform/telemetry/work.ts'
import { kindOf } from './admission.ts'
import { Call } from './call.ts'
import { clientAddress } from './client-address.ts'
import { connectionLimits, guardConnections } from './connections.ts'
import { isConsolePage, pageAt, pageHeaders } from './console/console-pages.ts'
import { addDocsPage } from './docs-page.ts'
import { assembleEdge, bodyLimitFor, type Edge, idleMs, type ServerOptions } from './edge.ts'
import { listenForScrapes } from './metrics-access.ts'
import { acceptMultipart, handleUpload } from './multipart.ts'
import { describeApi, openapiRoute } from './openapi.ts'
import { originOf } from './origin.ts'
import { ownTagOr, parseInput } from './parse-input.ts'
import { bodyLimitOf, boundsOf, contentTypeOf, rawRequest, readJsonBodies } from './read-body.ts'
import { refuseConnection } from './refuse-connection.ts'
import { asRefusal, unsupportedType } from './refuse-request.ts'
import { replyToError } from './reply-error.ts'
import { requestIdOf } from './request-id.ts'
import { frameworkPath, namedParams, pathOf } from './route-table.ts'
import { BegunList, beginAnswer, send, sendEvents } from './send-answer.ts'
import { beginTrace, endTrace, workOf } from './trace-request.ts'
import type { Traffic } from './traffic.ts'

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

/** We still read this much of a body that is too large. A client that is writing when we close never sees our answer. */
const readOnBytes = 64 * 1024 * 1024

/**
 * Connections that wait until they are accepted. With Node's 511, a client of 2,500 that connect together waits until its
 * kernel tries again: after 1, 3, 7 and 15 s.
 */
const backlog = 4_096

/** Serves the routes of the table, plus `/`, `/health`, `/ready`, `/metrics` and the API's description. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { routes, metrics, config } = options
  const { edge, served } = assembleEdge(options)
  const { traffic } = edge
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
  const { method } = request
  call.span = beginTrace(edge.tracer, { method, headers: request.headers, pattern: request.routeOptions.url })
  request.call = call
  traffic.begin()
  response.on('close', () => {
    if (!response.writableFinished) call.abandon()
    call.route ??= request.routeOptions.url
    const status = call.outcome ?? response.statusCode
    record(call, method, status)
    endTrace(call, method, status)
    traffic.end()
  })
}

function addRoute(app: FastifyInstance, route: Route, edge: Edge): void {
  app.route({
    method: route.method,
    url: frameworkPath(route.path),
    config: { takes: contentTypeOf(route), maxValues: route.maxValues, challenge: route.challenge },
    ...bodyLimitOf(route),
    // The body arrives between the two, in events that know nothing of the request.
    onRequest: (request, reply) =>
      inWork(workOf(request.call), () => admitRequest(request, reply, route, edge)),
    handler: (request, reply) =>
      inWork(workOf(request.call), () => answerRequest(request, reply, route, edge)),
  })
}

async function answerRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  edge: Edge,
): Promise<FastifyReply> {
  const { call } = request
  const { admission } = edge
  const [status, kind] = [successStatus(route), kindOf(route)]
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
  call.principal = (await inSpan('authenticate', {}, () => edge.authenticate(route, headers)))!
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
  call.errorCode = body.code
  // Work that stops because its client disconnected is no error.
  if (unexpected && !reply.raw.destroyed) {
    edge.logger.error({ err: thrown, requestId: request.id, route: call.route }, 'request failed')
  }
  if (body.code === 'request.too_large' && Number(request.headers['content-length']) < readOnBytes) {
    reply.removeHeader('connection')
  }
  reply.code(status).headers(headers).type(jsonType).send(JSON.stringify(body))
}

/** `/openapi.json`, and `/docs` to browse it. */
async function addDescription(app: FastifyInstance, routes: readonly Route[], edge: Edge): Promise<void> {
  const document = describeApi(routes)
  addRoute(app, openapiRoute(document), edge)
  await addDocsPage(app, document)
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

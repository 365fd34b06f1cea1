import type { IncomingHttpHeaders } from 'node:http'
import type { Principal } from '../../platform/access/principal.ts'
import { decodeId } from '../../platform/lib/ids.ts'
import type { IncomingRequest, RequestContext, UploadedFile } from '../../platform/routing/route.ts'
import type { Operation, Usage } from '../../platform/routing/usage.ts'
import type { Span } from '../../platform/telemetry/span.ts'
import { RequestTiming } from './timing.ts'

/** One request on its way through the edge; the part a handler sees is its `RequestContext`. */
export class Call implements RequestContext {
  /** Authentication sets it. It stays undefined on anonymous routes, and the types of their handlers say so. */
  principal!: Principal
  params: unknown
  query: unknown
  body: unknown
  readonly requestId: string
  readonly source: string | undefined
  idempotencyKey: string | undefined
  origin = ''
  accept: string | undefined
  acceptEncoding: string | undefined
  client: RequestContext['client'] = { address: undefined, userAgent: undefined }
  cookies: string | undefined
  file: UploadedFile | undefined
  headers: IncomingHttpHeaders = {}
  /** The query as it was sent, without its question mark. */
  search = ''
  incoming: IncomingRequest | undefined
  readonly timing: RequestTiming
  readonly usage: Usage
  readonly replyHeaders: Record<string, string | string[]> = {}
  operation: Operation = 'request'
  /** The route's pattern, for logs and metrics. */
  route: string | undefined
  /** Status of the operation, if the status of the answer does not show it: MCP answers a failed tool with 200. */
  outcome: number | undefined
  /** Set when an event stream begins. Such a request is answered by then; how long somebody listens is no latency. */
  answeredMs: number | undefined
  /** Code of the error that the request was answered with. */
  errorCode: string | undefined
  /** Undefined unless the request is traced. */
  span: Span | undefined
  readonly #outer: Call | undefined
  #isGone = false
  #aborter: AbortController | undefined

  constructor(requestId: string, source: string | undefined, outer?: Call) {
    this.requestId = requestId
    this.source = source
    this.#outer = outer
    this.timing = outer?.timing ?? new RequestTiming()
    this.usage = outer?.usage ?? { tokensIn: 0, tokensOut: 0 }
  }

  /** A call of another route as a part of this one: for the same client, with the same clock and figures. */
  nested(principal: Principal, source: string): Call {
    const inner = new Call(this.requestId, source, this)
    inner.principal = principal
    inner.origin = this.origin
    inner.client = this.client
    return inner
  }

  /** The document that the request added or names. An id that the caller has chosen stays out of the log. */
  get documentId(): string | undefined {
    const { id } = (this.params ?? {}) as { id?: unknown }
    const isNamed = this.route?.startsWith('/v3/documents/:id') && typeof id === 'string'
    return this.usage.documentId ?? (isNamed && decodeId(id) !== undefined ? id : undefined)
  }

  /** The client disconnected before the response was complete. */
  get abandoned(): boolean {
    return this.#outer?.abandoned ?? (this.#isGone && this.answeredMs === undefined)
  }

  /** Created on first use: an AbortController per request is expensive, and most handlers never read the signal. */
  get signal(): AbortSignal {
    if (this.#outer) return this.#outer.signal
    this.#aborter ??= new AbortController()
    if (this.#isGone) this.#aborter.abort()
    return this.#aborter.signal
  }

  abandon(): void {
    this.#isGone = true
    this.#aborter?.abort()
  }
}

import type { Principal } from '../../platform/access/principal.ts'
import type { IncomingRequest, RequestContext, UploadedFile } from '../../platform/routing/route.ts'
import type { Operation, Usage } from '../../platform/routing/usage.ts'
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
  incoming: IncomingRequest | undefined
  readonly timing = new RequestTiming()
  readonly usage: Usage = { tokensIn: 0, tokensOut: 0 }
  readonly replyHeaders: Record<string, string> = {}
  operation: Operation = 'request'
  /** The route's pattern, for logs and metrics. */
  route: string | undefined
  /** The client disconnected before the response was complete. */
  abandoned = false
  #aborter: AbortController | undefined

  constructor(requestId: string, source: string | undefined) {
    this.requestId = requestId
    this.source = source
  }

  /** Created on first use: an AbortController per request is expensive, and most handlers never read the signal. */
  get signal(): AbortSignal {
    this.#aborter ??= new AbortController()
    if (this.abandoned) this.#aborter.abort()
    return this.#aborter.signal
  }

  abandon(): void {
    this.abandoned = true
    this.#aborter?.abort()
  }
}

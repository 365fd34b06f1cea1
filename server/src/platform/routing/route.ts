import type { z } from 'zod'
import type { Principal } from '../access/principal.ts'
import type { ErrorCode } from '../errors.ts'
import type { Timing } from './timing.ts'
import type { Operation, Usage } from './usage.ts'

/**
 * The callers that a route admits. `scoped` admits organization keys too; `organization` refuses scoped keys; `operator` is whoever runs
 * the server, by METRICS_TOKEN or on its own machine.
 */
export type Access = 'anonymous' | 'operator' | 'scoped' | 'organization'

export type RequestContext<Params = unknown, Query = unknown, Body = unknown, Who = Principal> = {
  principal: Who
  params: Params
  query: Query
  body: Body
  requestId: string
  /** The client's own word for where content comes from (`x-sm-source`). */
  source: string | undefined
  /** Names a request that may be sent again (`Idempotency-Key`). */
  idempotencyKey: string | undefined
  /** Address that links in answers begin with: PUBLIC_URL, or the one that was called. */
  origin: string
  /** Content types the caller takes (`Accept`). */
  accept: string | undefined
  /** On routes with `upload`: the file, already kept. */
  file: UploadedFile | undefined
  timing: Timing
  usage: Usage
  /** Sent with a good answer; the route names them in its `headers`. */
  replyHeaders: Record<string, string>
  signal: AbortSignal
}

/** A file on its way in. Its body is read once, to its end. */
export type IncomingFile = { name: string; contentType: string; body: AsyncIterable<Uint8Array> }

/** A file that was kept, under a key of the route's own. */
export type UploadedFile = {
  blobKey: string
  name: string
  contentType: string
  bytes: number
  sha256: string
}

/** Makes a route take `multipart/form-data`: keeps the file while it comes in, and lets go of it when the request fails. */
export type Upload = {
  keep(principal: Principal, file: IncomingFile): Promise<UploadedFile>
  discard(file: UploadedFile): Promise<void>
}

/** One endpoint: everything the edge, the access list and the API description need to know about it. */
export type Route = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  path: string
  access: Access
  /** Groups routes in the API description. */
  tag: string
  /** An imperative of a few words, without a full stop: `Add a document`. */
  summary: string
  /** Markdown for the API description: behaviour, defaults, limits, and when to use it. */
  description?: string
  /** Bodies for the API description to show, each valid by its schema. */
  example?: { body?: unknown; response?: unknown }
  /** What its requests count as in analytics, `request` unless said. */
  operation?: Operation
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** A scoped key that names no container tag in the body means its own. */
  ownTag?: true
  /** The body is a form with a file; `body` describes its fields. */
  upload?: Upload
  /** Success status, 200 unless said; a route without `response` answers with no body, 204 unless said. */
  status?: number
  response?: z.ZodType
  /** The good answer is a `FileReply`, of whatever type the file has. */
  download?: true
  /** The good answer is an `EventsReply`, and this the data of its events. */
  events?: z.ZodType
  /** Headers of the good answer, and what they say. */
  headers?: Record<string, string>
  /** Optional headers of the request that mean something here, and what they do. */
  requestHeaders?: Record<string, string>
  /** Errors beyond those the edge itself may answer; a bare status where the body is not an `ErrorResponse`. */
  errors?: readonly (ErrorCode | number)[]
  /** Largest body in bytes, where it differs from the server's. */
  bodyLimit?: number
  /** Most values in a JSON body (members of objects and items of arrays), where it differs from the usual 100,000. */
  maxValues?: number
  handle(request: RequestContext): Promise<unknown>
}

/** The status of a route's good answer: what it says, else 200 with a body and 204 without one. */
export function successStatus(route: Route): number {
  return route.status ?? (route.response || route.download || route.events ? 200 : 204)
}

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined

type TypedRoute<P, Q, B, A extends Access> = Omit<
  Route,
  'handle' | 'params' | 'query' | 'body' | 'access'
> & {
  access: A
  params?: P
  query?: Q
  body?: B
  handle(
    request: RequestContext<
      Parsed<P>,
      Parsed<Q>,
      Parsed<B>,
      A extends 'anonymous' | 'operator' ? undefined : Principal
    >,
  ): Promise<unknown>
}

/** Declares a route; the handler sees its parsed input with the schemas' types. */
export function route<
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  A extends Access = Access,
>(definition: TypedRoute<P, Q, B, A>): Route {
  return definition as unknown as Route
}

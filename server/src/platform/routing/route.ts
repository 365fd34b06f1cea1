import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import type { Principal } from '../access/principal.ts'
import type { Role } from '../access/roles.ts'
import type { ErrorCode } from '../errors.ts'
import type { AuditedAction, AuditFacts } from './audit.ts'
import type { Timing } from './timing.ts'
import type { Operation, Usage } from './usage.ts'

/**
 * The callers that a route admits. `scoped` admits organization keys too. `organization` refuses scoped keys. `operator`
 * admits a caller with METRICS_TOKEN, or on the server's own machine. `person` admits only people who have signed in.
 */
export type Access = 'anonymous' | 'operator' | 'scoped' | 'organization' | 'person'

export type RequestContext<Params = unknown, Query = unknown, Body = unknown, Who = Principal> = {
  principal: Who
  params: Params
  query: Query
  body: Body
  requestId: string
  /** The client's name for the origin of the content (`x-sm-source`). */
  source: string | undefined
  /** Identifies a request that may be retried (`Idempotency-Key`). */
  idempotencyKey: string | undefined
  /** Base of links in answers: PUBLIC_URL, or the server's own address. */
  origin: string
  /** Content types that the caller accepts (`Accept`). */
  accept: string | undefined
  /** Compressions that the caller accepts (`Accept-Encoding`). */
  acceptEncoding: string | undefined
  /** Where the request comes from. */
  client: { address: string | undefined; userAgent: string | undefined }
  /** The Cookie header, for routes that work with and without a session. */
  cookies: string | undefined
  /** On routes with `upload`: the file, already stored. */
  file: UploadedFile | undefined
  /** On routes with `forwards` or `raw`: the request as it arrived. */
  incoming: IncomingRequest | undefined
  timing: Timing
  usage: Usage
  /** Sent with a success response. The route lists them in its `headers`. */
  replyHeaders: Record<string, string | string[]>
  signal: AbortSignal
}

/** A request that is passed on to another server, so that its bytes matter. */
export type IncomingRequest = {
  /** Path and query, not decoded. */
  url: string
  headers: IncomingHttpHeaders
  body: Buffer
  /** Runs work of our own in a place for searches. The rest of the request may take minutes and holds no place. */
  inPlace<T>(work: () => Promise<T>): Promise<T>
}

/** A file that is being uploaded. Its body can be read once, to its end. */
export type IncomingFile = { name: string; contentType: string; body: AsyncIterable<Uint8Array> }

/** A stored file. The route chooses its blob key. */
export type UploadedFile = {
  blobKey: string
  name: string
  contentType: string
  bytes: number
  sha256: string
}

/** Makes a route accept `multipart/form-data`: stores the file as it arrives, and discards it if the request fails. */
export type Upload = {
  store(principal: Principal, file: IncomingFile): Promise<UploadedFile>
  discard(file: UploadedFile): Promise<void>
}

/** One endpoint, with everything that the HTTP edge, the access list and the API description need. */
export type Route = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  path: string
  access: Access
  /** The role that a person needs, at least. Keys need none. Default: `viewer` for GET, else `member`. */
  role?: Role
  /** The role that the key of a plugin needs, at least. Default: that of a person. */
  grantRole?: Role
  /** Headers that hold the caller's key, because `Authorization` holds another one. Such a route admits no sessions. */
  keyHeaders?: readonly string[]
  /**
   * Refuses requests of other sites' pages, whatever the method: for anonymous routes that set a cookie, and for a GET that
   * changes something. Other changing routes refuse them anyway, if there is a session.
   */
  sameOrigin?: true
  /**
   * Recorded in the audit log after a success. Default of `facts`: the id or tag in the path. Without facts, nothing is
   * recorded.
   */
  audit?: { action: AuditedAction; facts?(request: RequestContext, answer: unknown): AuditFacts | undefined }
  /** Groups routes in the API description. */
  tag: string
  /** An imperative of a few words, without a full stop: `Add a document`. */
  summary: string
  /** Markdown for the API description: behaviour, defaults, limits, and when to use it. */
  description?: string
  /** Example bodies for the API description. Each is valid by its schema. */
  example?: { body?: unknown; response?: unknown }
  /** The operation that analytics count its requests as. Default: `request`. */
  operation?: Operation
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** For a scoped key, a missing container tag in the body means the key's own. */
  ownTag?: true
  /** The body is a form with a file; `body` describes its fields. */
  upload?: Upload
  /** Success status. Default: 200, or 204 for a route without a response body. */
  status?: number
  response?: z.ZodType
  /** The success response is plain text, a `TextReply`. */
  text?: true
  /** The success response is a `FileReply` of any content type. */
  download?: true
  /** The success response is an `EventsReply`. This schema describes the data of its events. */
  events?: z.ZodType
  /** The handler gets the bytes of the request as `incoming`, and returns a `ForwardedReply`. */
  forwards?: true
  /** The handler gets the bytes of the request as `incoming`: a signature covers them as they were sent. */
  raw?: true
  /** Headers of the success response, with their descriptions. */
  headers?: Record<string, string>
  /** Optional request headers that the route reads, with their descriptions. */
  requestHeaders?: Record<string, string>
  /** Errors in addition to the errors of the HTTP edge. A bare status means that the body is no `ErrorResponse`. */
  errors?: readonly (ErrorCode | number)[]
  /** Also admits access tokens of the authorization server, which are bound to this route. */
  takesTokens?: true
  /** `WWW-Authenticate` of a 401, for clients that sign in. */
  challenge?: string
  /** The body is a form of text fields; the handler gets it as text. */
  form?: true
  /** Calls other routes, which take places among the running requests: it takes none itself. */
  delegates?: true
  /** Maximum body size in bytes, if it differs from the server's. */
  bodyLimit?: number
  /** Maximum number of values in a JSON body (object members and array items), if it differs from the default of 100,000. */
  maxValues?: number
  handle(request: RequestContext): Promise<unknown>
}

/** The success status of a route: its own, else 200 with a body and 204 without one. */
export function successStatus(route: Route): number {
  const hasBody = route.response || route.text || route.download || route.events || route.forwards
  return route.status ?? (hasBody ? 200 : 204)
}

/** The role that a person needs for a route. */
export function roleOf({ role, method }: Pick<Route, 'role' | 'method'>): Role {
  return role ?? (method === 'GET' ? 'viewer' : 'member')
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

/** Declares a route. Its handler gets the parsed input with the types of the schemas. */
export function route<
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  A extends Access = Access,
>(definition: TypedRoute<P, Q, B, A>): Route {
  return definition as unknown as Route
}

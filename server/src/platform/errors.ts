import { signInErrors } from './sign-in-errors.ts'

/**
 * Every error that a caller can get, in one table: its stable code, its status and its sentence. A new code also needs an
 * entry in error-help.ts, from which docs/errors.md is generated. Statuses live here and in route definitions only.
 */
export const catalogue = {
  'request.invalid': [400, 'The request is not valid'],
  'request.malformed': [400, 'The request body is not valid JSON'],
  'auth.missing_key': [
    401,
    'No API key was sent. Send it as "Authorization: Bearer <key>" or "x-api-key: <key>"',
  ],
  'auth.invalid_key': [401, 'The API key is not valid. Check that it was copied whole'],
  'auth.expired_key': [401, 'This API key has expired. Create a new one'],
  'auth.disabled_key': [401, 'This API key was disabled. Create a new one'],
  'auth.session_ended': [401, 'This session has ended. Sign in again'],
  'auth.wrong_password': [401, 'The email or the password is wrong'],
  'auth.locked': [429, 'Too many failed attempts to sign in. Wait before trying again'],
  'auth.person_required': [403, 'This route is for people who have signed in, and a key was sent'],
  'auth.role_required': [403, 'Your role in this organization does not allow this'],
  'auth.not_a_member': [403, 'You are not a member of this organization. Ask for an invitation'],
  'auth.other_site': [
    403,
    'This request came from a page of another site. Behind a proxy, set PUBLIC_URL to the address that people open',
  ],
  'auth.forbidden': [
    403,
    'This API key is limited to one container tag and cannot use this route. Use a key of the organization',
  ],
  'auth.container_mismatch': [
    403,
    'This API key is limited to another container tag. Leave the tag out, or use a key of the organization',
  ],
  'mcp.unknown_host': [403, 'This server is not known by the name in the Host header'],
  'mcp.unknown_origin': [
    403,
    'This message came from a page of another site. Add its origin to CORS_ORIGINS to allow it',
  ],
  'oauth.not_available': [
    409,
    'Sign-in of MCP clients needs PUBLIC_URL: an address that begins with https, or names this machine',
  ],
  'oauth.client_not_found': [404, 'There is no such client. Connect it again'],
  'oauth.refused': [400, 'The request of the client is not valid'],
  'document.not_found': [404, 'Document not found'],
  'memory.not_found': [404, 'Memory not found'],
  'memory.forgotten': [409, 'This memory is already forgotten'],
  'memory.nothing_to_undo': [409, 'This memory has no change that can be undone'],
  'memory.not_reviewable': [409, 'Only inferred memories can be reviewed'],
  'route.not_found': [404, 'There is no such route'],
  'route.method_not_allowed': [405, 'This route does not accept this method'],
  'container.not_found': [404, 'There is no such container tag'],
  'merge.not_found': [404, 'There is no such merge'],
  'project.not_found': [404, 'There is no such project'],
  'connection.not_found': [404, 'There is no such connection'],
  'connection.provider_not_configured': [
    400,
    'This server has no connector for this provider. Add its documents with POST /v3/documents instead',
  ],
  'connection.check_failed': [400, 'The source cannot be read with these settings and credentials'],
  'connection.not_authorized': [400, 'The connection is not authorized. Open its authorization link first'],
  'connection.state_invalid': [
    400,
    'This authorization has expired, was used before, or does not belong to this provider. Start it again',
  ],
  'connection.event_refused': [403, 'The signature of this event is not right'],
  'connection.too_many': [409, 'The organization has 100 connections. Delete one first'],
  'connection.not_supported': [501, 'This provider has nothing to choose from'],
  'connection.provider_unavailable': [502, 'The provider does not respond. Try again shortly'],
  'quota.exceeded': [
    402,
    'The organization has used up its token quota. Delete documents, or ask for a larger quota',
  ],
  'merge.busy': [409, 'One of these container tags is being merged. Try again when that merge is done'],
  'merge.across_cells': [409, 'These container tags are stored in different databases and cannot be merged'],
  'document.across_cells': [
    409,
    'A document cannot move to a container tag in another database. Add it again there, and delete the old one',
  ],
  'document.ambiguous': [
    409,
    'Several container tags have a document with this customId. Name one of them as containerTag, or use the id',
  ],
  'document.moving': [503, 'The document is being moved to another container tag. Try again shortly'],
  'request.conflict': [409, 'The request conflicts with the current state'],
  'request.too_large': [413, 'The request is too large'],
  'request.unsupported_type': [415, 'This content type is not supported'],
  'request.timeout': [408, 'The request took too long to arrive. Send it again'],
  'request.headers_too_large': [431, 'The URL and headers exceed 16 kB. Send long values in the body'],
  'rate.limited': [429, 'Too many requests. Wait before trying again'],
  'stream.limited': [429, 'This API key has too many event streams open. Close one, or wait'],
  'concurrency.limited': [
    429,
    'The organization has too many requests in progress. Send fewer at once, and try again shortly',
  ],
  'backlog.limited': [
    429,
    'The organization has imports that have waited too long for processing. Send more when they are done',
  ],
  'key.not_found': [404, 'There is no such key'],
  'session.not_found': [404, 'There is no such session'],
  'member.not_found': [404, 'There is no such member'],
  'member.last_owner': [409, 'An organization needs an owner. Make somebody else the owner first'],
  'invitation.not_found': [404, 'This link does not work, or no longer. Ask for a new one'],
  'invitation.other_email': [409, 'This invitation is for another email'],
  'reset.not_found': [404, 'This link does not work, or no longer. Ask the operator for a new one'],
  'person.exists': [409, 'Somebody with this email has an account. Sign in, then open the link again'],
  'question.not_found': [404, 'There is no such golden question'],
  'erasure.not_found': [404, 'There is no such erasure'],
  'export.not_found': [404, 'There is no such export'],
  'export.not_ready': [409, 'This export has no file. Wait until it is done, or start another one'],
  'import.not_found': [404, 'There is no such import'],
  'import.started': [409, 'This import was started already. Create another one'],
  'import.incomplete': [409, 'Pieces of the upload are missing. Send them, then start the import'],
  'webhook.not_found': [404, 'There is no such webhook'],
  'webhook.too_many': [409, 'The organization has 20 webhooks. Delete one first'],
  'webhook.disabled': [409, 'This webhook is switched off. Switch it on first'],
  'search.too_broad': [
    422,
    'This search covers more than can be searched in time without an index. Name a containerTag, or try again later',
  ],
  'router.unsupported_path': [404, 'The router does not forward this path'],
  'router.provider_not_allowed': [403, 'ROUTER_PROVIDERS does not allow this provider'],
  'router.provider_unavailable': [502, 'The provider cannot be reached, or broke off before it answered'],
  'router.provider_timeout': [504, 'The provider did not answer in time'],
  'embed.unavailable': [503, 'The embedding model does not respond. Try again shortly'],
  'cell.unavailable': [503, 'The database that holds this data does not respond. Try again shortly'],
  'storage.full': [507, 'The file store of this server is full. Try again when the operator has made room'],
  'storage.unavailable': [503, 'The file store of this server does not respond. Try again shortly'],
  'server.draining': [503, 'This server is shutting down. Try again shortly'],
  'server.overloaded': [503, 'The server has more requests than it can answer in time. Try again shortly'],
  ...signInErrors,
  internal: [500, 'The server failed to answer this request. Its log holds the cause under this requestId'],
} as const satisfies Record<string, readonly [number, string]>

export type ErrorCode = keyof typeof catalogue

export type AppErrorOptions = {
  /** Overrides the catalogue's sentence; shown to the caller. */
  message?: string
  /** Further lines for the caller, for example each bad field. */
  details?: string
  /** The real cause. It goes to the log and never to the caller. */
  cause?: unknown
  retryAfterSeconds?: number
  /** The methods that a path takes, for the `Allow` header. */
  allow?: readonly string[]
}

export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly allow: readonly string[] | undefined

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    const [status, sentence] = catalogue[code]
    super(options.message ?? sentence, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.status = status
    this.details = options.details
    this.retryAfterSeconds = options.retryAfterSeconds
    this.allow = options.allow
  }
}

/** The statuses errors can have, for the API description. */
export const errorStatuses: readonly number[] = [
  ...new Set(Object.values(catalogue).map(([status]) => status)),
]

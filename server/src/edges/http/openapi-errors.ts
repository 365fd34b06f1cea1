import { STATUS_CODES } from 'node:http'
import type { ZodOpenApiResponseObject } from 'zod-openapi'
import { AppError, type ErrorCode } from '../../platform/errors.ts'
import type { Route } from '../../platform/routing/route.ts'
import { errorResponse } from './reply-error.ts'

const tooMany = new AppError('rate.limited').status

/** The error responses of a route, lowest status first. Each names the codes it may carry and their meaning. */
export function describeErrorResponses(route: Route): [number, ZodOpenApiResponseObject][] {
  const codes = new Map<number, ErrorCode[]>()
  for (const error of [...edgeErrors(route), ...(route.errors ?? [])]) {
    const status = typeof error === 'number' ? error : new AppError(error).status
    const known = codes.get(status) ?? []
    if (typeof error === 'string' && !known.includes(error)) known.push(error)
    codes.set(status, known)
  }
  return [...codes].sort(([a], [b]) => a - b).map(([status, known]) => [status, describeError(status, known)])
}

/** Errors that the HTTP edge itself may return on this route. */
function edgeErrors(route: Route): ErrorCode[] {
  const codes: ErrorCode[] = ['request.invalid', 'internal']
  if (route.access !== 'anonymous')
    codes.push('auth.missing_key', 'auth.invalid_key', 'server.draining', 'cell.unavailable')
  if (route.access === 'organization') codes.push('auth.forbidden')
  if (route.access === 'person') codes.push('auth.session_ended', 'auth.person_required', 'auth.not_a_member')
  if (route.access === 'person' || route.sameOrigin) codes.push('auth.other_site')
  // Keys of either kind may have a rate limit; it is checked before anything else. Then the server may have no room.
  if (route.access !== 'anonymous') codes.push('rate.limited', 'concurrency.limited', 'server.overloaded')
  // Except with GET, the server reads a body even if the route takes none.
  if (route.method !== 'GET') codes.push('request.malformed', 'request.too_large', 'request.unsupported_type')
  return codes
}

function describeError(status: number, codes: readonly ErrorCode[]): ZodOpenApiResponseObject {
  const meanings = codes.map(code => `- \`${code}\`: ${sentence(new AppError(code).message)}`)
  const example = codes[0] && exampleOf(new AppError(codes[0]))
  return {
    description: [`${STATUS_CODES[status] ?? 'Error'}.`, ...meanings].join('\n'),
    ...(status === tooMany && {
      headers: {
        'Retry-After': { description: 'Seconds until the next request.', schema: { type: 'string' } },
      },
    }),
    content: { 'application/json': { schema: errorResponse, ...(example && { example }) } },
  }
}

/** Escapes a sentence for Markdown, where `<key>` would be read as an HTML tag and vanish. */
function sentence(text: string): string {
  return (/[.!?]$/.test(text) ? text : `${text}.`).replaceAll('<', '&lt;')
}

function exampleOf({ code, message }: AppError): object {
  return {
    ...(code === 'request.invalid'
      ? { error: 'containerTag: must be a string', details: 'containerTag: must be a string' }
      : { error: message }),
    code,
    requestId: 'req_9f2c61d04be84a7c8f35a1e07d62b3c4',
    ...(code === 'rate.limited' && { retryAfterSeconds: 12 }),
  }
}

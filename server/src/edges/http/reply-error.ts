import { z } from 'zod'
import { AppError } from '../../platform/errors.ts'

/** The body of every error, on every route. */
export const errorResponse = z
  .object({
    error: z.string().describe('The error in a sentence.'),
    details: z
      .string()
      .optional()
      .describe('More information; for an invalid request, each invalid field as `path: message`.'),
    code: z.string().describe('Stable code for programs to compare, such as `document.not_found`.'),
    requestId: z.string().describe('Id of this request in the log; also in the header `x-request-id`.'),
    retryAfterSeconds: z
      .number()
      .optional()
      .describe('Seconds to wait before the next attempt, as in `Retry-After`.'),
  })
  .meta({ id: 'ErrorResponse', description: 'The body of every error.' })

export type ErrorReply = {
  status: number
  headers: Record<string, string>
  body: z.output<typeof errorResponse>
  /** An unexpected error, so the log gets its stack. */
  unexpected: boolean
}

/** Tells clients with automatic retries not to repeat a conflict, which persists unless it has a Retry-After. */
const conflict = new AppError('request.conflict').status

const unauthorized = new AppError('auth.missing_key').status

/** Errors quote the request, so `error` and `details` are truncated: an error's body has at most 16 KB. */
const longestError = 1_000
const longestDetails = 8_000

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`
}

/** Turns anything thrown into an answer. `challenge` is the `WWW-Authenticate` of routes that tell how to sign in. For an error that is no AppError, the answer shows only the request id. */
export function replyToError(thrown: unknown, requestId: string, challenge?: string): ErrorReply {
  const unexpected = !(thrown instanceof AppError) || thrown.code === 'internal'
  const error = unexpected ? new AppError('internal') : thrown
  const headers: Record<string, string> = {}
  const body: ErrorReply['body'] = {
    error: cut(error.message, longestError),
    details: error.details && cut(error.details, longestDetails),
    code: error.code,
    requestId,
  }
  if (error.retryAfterSeconds !== undefined) {
    body.retryAfterSeconds = error.retryAfterSeconds
    headers['retry-after'] = String(Math.ceil(error.retryAfterSeconds))
  }
  if (error.status === unauthorized && challenge !== undefined) headers['www-authenticate'] = challenge
  if (error.allow) headers.allow = error.allow.join(', ')
  if (error.status === conflict) headers['x-should-retry'] = String(error.retryAfterSeconds !== undefined)
  return { status: error.status, headers, body, unexpected }
}

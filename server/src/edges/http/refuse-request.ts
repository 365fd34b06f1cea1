import { AppError, type ErrorCode } from '../../platform/errors.ts'
import type { JsonFault } from '../../platform/lib/json-fault.ts'

/** The content type of a route that passes its body on as it is. */
export const anyBytes = '*/*'

/** The framework's refusals and our messages for them. Its other errors become `internal`. */
const refusals: Record<string, ErrorCode> = {
  FST_ERR_BAD_URL: 'route.not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'route.not_found',
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.malformed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'request.malformed',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupported_type',
}

/** Translates a framework error about the request into ours, with the limits of the route. */
export function asRefusal(
  thrown: unknown,
  { takes, bodyLimit }: { takes: string | undefined; bodyLimit: number | undefined },
): unknown {
  const code = refusals[(thrown as { code?: string } | null)?.code ?? '']
  if (code === undefined) return thrown
  if (code === 'request.unsupported_type') return unsupportedType(takes)
  if (code !== 'request.too_large') return new AppError(code)
  const message = `The request body is larger than ${bodyLimit} bytes`
  if (takes === anyBytes) return new AppError(code, { message })
  return new AppError(code, {
    message,
    details: 'The limit is derived from the server setting MAX_TEXT_BYTES',
  })
}

/** Names the line and column at which a body stops being JSON. */
export function malformed({ line, column, expected, found }: JsonFault, cause?: unknown): AppError {
  return new AppError('request.malformed', {
    message: `The request body is not valid JSON: line ${line}, column ${column}: expected ${expected}, found ${found}`,
    cause,
  })
}

/** Refuses JSON with a key such as `__proto__`, which would change a prototype when code copies it carelessly. */
export function forbiddenKey(cause: unknown): AppError {
  return new AppError('request.malformed', {
    message: 'The request body must not have a field named __proto__, or constructor.prototype',
    cause,
  })
}

/** Names the content type that a route accepts. */
export function unsupportedType(takes: string | undefined): AppError {
  if (takes === 'multipart/form-data')
    return new AppError('request.unsupported_type', {
      message:
        'This route accepts a form with a file. Send it as multipart/form-data, with the file in the field "file"',
    })
  if (takes === 'application/x-www-form-urlencoded')
    return new AppError('request.unsupported_type', {
      message: 'This route accepts a form. Send the body as application/x-www-form-urlencoded',
    })
  return new AppError('request.unsupported_type', {
    message: 'This route accepts JSON. Send the body as application/json',
    details: 'POST /v3/documents/file accepts files, as multipart/form-data',
  })
}

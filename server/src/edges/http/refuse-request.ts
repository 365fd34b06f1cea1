import { AppError, type ErrorCode } from '../../platform/errors.ts'
import type { JsonFault } from '../../platform/lib/json-fault.ts'

/** The framework's own refusals, in our words. Its other errors are ours to explain, as `internal`. */
const refusals: Record<string, ErrorCode> = {
  FST_ERR_BAD_URL: 'route.not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'route.not_found',
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.malformed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'request.malformed',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupported_type',
}

/** An error of the framework that is about the request, as ours, with what it knows of the route. */
export function asRefusal(
  thrown: unknown,
  { takes, bodyLimit }: { takes: string | undefined; bodyLimit: number | undefined },
): unknown {
  const code = refusals[(thrown as { code?: string } | null)?.code ?? '']
  if (code === undefined) return thrown
  if (code === 'request.unsupported_type') return unsupportedType(takes)
  if (code !== 'request.too_large') return new AppError(code)
  return new AppError(code, {
    message: `The request body is larger than ${bodyLimit} bytes`,
    details: 'The limit is derived from the server setting MAX_TEXT_BYTES',
  })
}

/** Says where a body stops being JSON. */
export function malformed({ line, column, expected, found }: JsonFault, cause?: unknown): AppError {
  return new AppError('request.malformed', {
    message: `The request body is not valid JSON: line ${line}, column ${column}: expected ${expected}, found ${found}`,
    cause,
  })
}

/** JSON that would change a prototype where somebody copies it carelessly. */
export function forbiddenKey(cause: unknown): AppError {
  return new AppError('request.malformed', {
    message: 'The request body must not have a field named __proto__, or constructor.prototype',
    cause,
  })
}

/** Names the content type that a route takes. */
export function unsupportedType(takes: string | undefined): AppError {
  if (takes === 'multipart/form-data')
    return new AppError('request.unsupported_type', {
      message:
        'This route accepts a form with a file. Send it as multipart/form-data, with the file in the field "file"',
    })
  return new AppError('request.unsupported_type', {
    message: 'This route accepts JSON. Send the body as application/json',
    details: 'POST /v3/documents/file accepts files, as multipart/form-data',
  })
}

/** Stable codes of processing failures, as clients see them in `errorCode`. The list may grow, never change. */
export const processingErrorCodes = [
  'fetch.blocked_address',
  'fetch.not_found',
  'fetch.timeout',
  'fetch.too_large',
  'fetch.http_error',
  'extract.unsupported_type',
  'extract.encrypted',
  'extract.malformed',
  'extract.empty',
  'extract.too_large',
  'extract.timeout',
  'extract.crashed',
  'embed.provider_unavailable',
  'embed.rate_limited',
  'embed.bad_response',
  'dream.provider_unavailable',
  'dream.rate_limited',
  'dream.bad_response',
  'quota.exceeded',
  'internal',
] as const

export type ProcessingErrorCode = (typeof processingErrorCodes)[number]

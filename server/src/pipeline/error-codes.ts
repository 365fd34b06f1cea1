import { extractErrorCodes } from '../extraction/extraction.ts'

/** Stable codes of processing failures, as clients see them in `errorCode`. The list may grow, never change. */
export const processingErrorCodes = [
  'fetch.blocked_address',
  'fetch.disallowed',
  'fetch.not_found',
  'fetch.timeout',
  'fetch.too_large',
  'fetch.http_error',
  ...extractErrorCodes,
  'transcribe.provider_unavailable',
  'transcribe.rate_limited',
  'transcribe.bad_response',
  'embed.provider_unavailable',
  'embed.rate_limited',
  'embed.bad_response',
  'dream.provider_unavailable',
  'dream.rate_limited',
  'dream.bad_response',
  'dream.crashed',
  'quota.exceeded',
  'internal',
] as const

export type ProcessingErrorCode = (typeof processingErrorCodes)[number]

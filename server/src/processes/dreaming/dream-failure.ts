import { isPassing } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { ProcessingErrorCode } from '../pipeline/error-codes.ts'
import { FactExtractionError } from './extract/fact-extractor.ts'
import type { WaitingDocument } from './store.ts'

/**
 * Why a dreaming step failed. The failure counts as an attempt only for the `blamed` documents; the others only
 * wait.
 */
export type DreamFailure = {
  code: ProcessingErrorCode
  message: string
  afterMs: number
  blamed: readonly WaitingDocument[]
  countsAsAttempt: boolean
}

export function failureOf(error: unknown, documents: readonly WaitingDocument[]): DreamFailure {
  if (error instanceof FactExtractionError) {
    const { code, message, retryAfterMs } = error
    const blamed = documents.filter(({ id }) => error.documents?.includes(id) ?? true)
    // A rate limit passes whatever the document, so it does not count. A provider that fails counts here: whether it
    // fails because of the document is for `gateOfFailure` to say.
    const countsAsAttempt = code !== 'dream.rate_limited' && !error.isUncalled
    return { code, message, blamed, countsAsAttempt, afterMs: retryAfterMs ?? backoffMs(blamed) }
  }
  if (isPassing(error))
    return {
      code: 'internal',
      message: 'The database was busy',
      blamed: documents,
      countsAsAttempt: false,
      afterMs: firstBackoffMs,
    }
  const counted = { blamed: documents, countsAsAttempt: true, afterMs: backoffMs(documents) }
  if (error instanceof AppError && error.code === 'embed.unavailable')
    return { ...counted, code: 'embed.provider_unavailable', message: error.message }
  return { ...counted, code: 'dream.crashed', message: 'Dreaming failed unexpectedly' }
}

const firstBackoffMs = 5_000

/** Exponential backoff. Eight attempts last about ten minutes, by which time a restarted model is back. */
function backoffMs(documents: readonly WaitingDocument[]): number {
  return firstBackoffMs * 2 ** (Math.max(1, ...documents.map(({ attempts }) => attempts)) - 1)
}

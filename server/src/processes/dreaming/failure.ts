import { isPassing } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { ProcessingErrorCode } from '../pipeline/error-codes.ts'
import { ExtractError } from './extract/extractor.ts'
import type { Dreamable } from './store.ts'

/** Why documents could not be dreamed of. `blamed` are those it may be an attempt of; the others only wait. */
export type DreamFailure = {
  code: ProcessingErrorCode
  message: string
  afterMs: number
  blamed: readonly Dreamable[]
  countsAsAttempt: boolean
}

export function failureOf(error: unknown, documents: readonly Dreamable[]): DreamFailure {
  if (error instanceof ExtractError) {
    const { code, message, retryAfterMs } = error
    const blamed = documents.filter(({ id }) => error.documents?.includes(id) ?? true)
    // A limit passes, whatever the document; a provider that is away may be away for good, whatever it says.
    const countsAsAttempt = code !== 'dream.rate_limited'
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

/** Twice as long after each attempt. Eight attempts last some ten minutes: a model that is restarted is back by then. */
function backoffMs(documents: readonly Dreamable[]): number {
  return firstBackoffMs * 2 ** (Math.max(1, ...documents.map(({ attempts }) => attempts)) - 1)
}

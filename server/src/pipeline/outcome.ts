import type { ProcessingErrorCode } from './error-codes.ts'

/** How a stage ends for one document. There is no sixth way. */
export type Outcome<Next> =
  | { kind: 'next'; next: Next }
  | { kind: 'done' }
  /** It is no longer ours: updated, deleted or taken over meanwhile. */
  | { kind: 'superseded' }
  | { kind: 'retry'; code: ProcessingErrorCode; message: string; afterMs: number; countsAsAttempt: boolean }
  | { kind: 'failed'; code: ProcessingErrorCode; message: string }

export const next = <T>(value: T): Outcome<T> => ({ kind: 'next', next: value })

export const failed = (code: ProcessingErrorCode, message: string): Outcome<never> => ({
  kind: 'failed',
  code,
  message,
})

const firstBackoffMs = 1_000
const longestBackoffMs = 60_000

const backoffMs = (attempts: number) => Math.min(longestBackoffMs, firstBackoffMs * 2 ** (attempts - 1))

/** Twice as long after each attempt, never more than a minute. */
export function retry(attempts: number, code: ProcessingErrorCode, message: string): Outcome<never> {
  return { kind: 'retry', code, message, afterMs: backoffMs(attempts), countsAsAttempt: true }
}

const longestAskedMs = 3_600_000

/** Not before the other side says, within an hour. An attempt all the same: a stranger who always says so is asked no more. */
export function retryAfter(
  attempts: number,
  askedMs: number,
  code: ProcessingErrorCode,
  message: string,
): Outcome<never> {
  const afterMs = Math.max(backoffMs(attempts), Math.min(longestAskedMs, askedMs))
  return { kind: 'retry', code, message, afterMs, countsAsAttempt: true }
}

/** The other side asked us to wait: that is no fault of the document, and uses up none of its attempts. */
export function wait(afterMs: number, code: ProcessingErrorCode, message: string): Outcome<never> {
  return { kind: 'retry', code, message, afterMs, countsAsAttempt: false }
}

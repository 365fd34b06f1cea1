import type { ProcessingErrorCode } from './error-codes.ts'

/** How a stage ends for one document. There is no fifth way. */
export type Outcome<Next> =
  | { kind: 'next'; next: Next }
  | { kind: 'done' }
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

/** Twice as long after each attempt, never more than a minute. */
export function retry(attempts: number, code: ProcessingErrorCode, message: string): Outcome<never> {
  const afterMs = Math.min(longestBackoffMs, firstBackoffMs * 2 ** (attempts - 1))
  return { kind: 'retry', code, message, afterMs, countsAsAttempt: true }
}

/** The other side asked us to wait: that is no fault of the document, and uses up none of its attempts. */
export function wait(afterMs: number, code: ProcessingErrorCode, message: string): Outcome<never> {
  return { kind: 'retry', code, message, afterMs, countsAsAttempt: false }
}

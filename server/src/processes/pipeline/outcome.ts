import { hourMs } from '../../platform/lib/durations.ts'
import type { ProcessingErrorCode } from './error-codes.ts'

/** The six ways in which a stage can end for one document. */
export type Outcome<Next> =
  | { kind: 'next'; next: Next }
  | { kind: 'done' }
  /** The document is no longer ours: updated, deleted or taken over meanwhile. */
  | { kind: 'superseded' }
  | { kind: 'retry'; code: ProcessingErrorCode; message: string; afterMs: number; countsAsAttempt: boolean }
  /** Something outside of Reverie fails, whatever the document: it waits at a gate, and uses up no attempt. */
  | { kind: 'blocked'; gate: string; code: ProcessingErrorCode; message: string; afterMs?: number }
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

/** Waits twice as long after each attempt, at most a minute. */
export function retry(attempts: number, code: ProcessingErrorCode, message: string): Outcome<never> {
  return { kind: 'retry', code, message, afterMs: backoffMs(attempts), countsAsAttempt: true }
}

const longestAskedMs = hourMs

/** Honours Retry-After (at most 1 h), but counts it as an attempt, so that a host which always defers eventually fails. */
export function retryAfter(
  attempts: number,
  askedMs: number,
  code: ProcessingErrorCode,
  message: string,
): Outcome<never> {
  const afterMs = Math.max(backoffMs(attempts), Math.min(longestAskedMs, askedMs))
  return { kind: 'retry', code, message, afterMs, countsAsAttempt: true }
}

/**
 * Lets the document wait at a gate, with its whole lane. With `afterMs` only the document waits, and looks at the gate
 * again after that time: others in its lane do not need what it needs.
 */
export function blocked(
  gate: string,
  code: ProcessingErrorCode,
  message: string,
  afterMs?: number,
): Outcome<never> {
  return { kind: 'blocked', gate, code, message, ...(afterMs !== undefined && { afterMs }) }
}

/**
 * How long a document waits that found too little room on a disk on which a small file still fits. It uses up no attempt.
 * Nor does it shut a gate, because it may be the document itself that fills the disk.
 */
export const noRoomMs = 20_000

/** Why a slice waits whose database was lost while it was worked on. */
export const databaseLost = 'The database was lost'

/** The provider asked us to wait. The document is not at fault, so this uses up no attempt. */
export function wait(afterMs: number, code: ProcessingErrorCode, message: string): Outcome<never> {
  return { kind: 'retry', code, message, afterMs, countsAsAttempt: false }
}

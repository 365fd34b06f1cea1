import { AppError } from '../errors.ts'

/**
 * The connection was lost after COMMIT was sent and before it was answered, so the transaction may or may not be done.
 * A client that repeats the request with its Idempotency-Key or customId finds out, and it is done once.
 */
export class UncertainCommit extends AppError {
  constructor(cell: string, cause: unknown) {
    super('cell.unavailable', {
      message:
        'The database was lost while it stored this, which may be stored or not. Send the same request again, with the same Idempotency-Key if it had one',
      details: `cell ${cell}`,
      cause,
      retryAfterSeconds: 1,
    })
    this.name = 'UncertainCommit'
  }
}

/**
 * A session that Postgres ended (57P0x: stopping, crashed) may have committed before. So may a session that was lost
 * (08xxx, or no code).
 */
const sessionEnded = /^(57P0.|08...)$/

/** True when Postgres itself refused the commit. */
export function isCertainlyUndone(error: unknown): boolean {
  const { code = '' } = error as { code?: string }
  return /^[0-9A-Z]{5}$/.test(code) && !/^E[A-Z]/.test(code) && !sessionEnded.test(code)
}

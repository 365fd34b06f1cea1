import { type Source, unscoped } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { countFailures, type Failure, forgiveFailures, lockedForMs } from './lockout-store.ts'

/** Failures without a lock: of one email from one address, from one address, and of one email from anywhere. */
const free = { pair: 5, address: 20, email: 100 }

/**
 * Slows down guessing. A stranger who guesses from their own address locks themselves out, and the person only after
 * 100 failures in a row.
 */
function subjectsOf(email: string, address: string | undefined): Failure[] {
  const from = address ?? 'unknown'
  return [
    { subject: `pair ${from} ${email}`, free: free.pair },
    { subject: `address ${from}`, free: free.address },
    { subject: `email ${email}`, free: free.email },
  ]
}

/** Throws if this email or address has failed too often. */
export async function refuseLocked(
  directory: Source,
  email: string,
  address: string | undefined,
): Promise<void> {
  const subjects = subjectsOf(email, address).map(({ subject }) => subject)
  const waitMs = await unscoped(directory, db => lockedForMs(db, subjects))
  if (waitMs > 0) throw new AppError('auth.locked', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
}

export async function recordFailure(
  directory: Source,
  email: string,
  address: string | undefined,
): Promise<void> {
  await unscoped(directory, db => countFailures(db, subjectsOf(email, address)))
}

/** After a success. Failures of the address stay counted, because they may be of other people's emails. */
export async function forgive(directory: Source, email: string, address: string | undefined): Promise<void> {
  const [pair, , whole] = subjectsOf(email, address)
  await unscoped(directory, db => forgiveFailures(db, [pair!.subject, whole!.subject]))
}

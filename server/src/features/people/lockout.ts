import { type Source, unscoped } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import {
  type CountedAttempt,
  countAttempt,
  deleteStaleFailures,
  forgetFailures,
  lockedForMs,
  type Subject,
  takeBackAttempt,
} from './lockout-store.ts'
import { networkOf } from './network-of.ts'

/** Failures without a lock: of one email from one network, from one network, and of one email from anywhere. */
const free = { pair: 5, address: 20, email: 100 }

export type Attempt = { email: string; address: string | undefined }

/**
 * Slows down guessing. A stranger who guesses from their own address locks themselves out, and the person only after
 * 100 failures in a row. Calls `check`, which returns undefined for a wrong password.
 *
 * An attempt counts as a failure before the password is checked, and success takes it back. Counting afterwards would let
 * hundreds of guesses pass that are sent at once.
 */
export async function guardGuessing<T>(
  directory: Source,
  attempt: Attempt,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const counted = await countOrRefuse(directory, subjectsOf(attempt))
  const found = await check()
  if (found !== undefined) await forgive(directory, counted)
  return found
}

type Counted = Record<keyof typeof free, CountedAttempt>

function subjectsOf({ email, address }: Attempt): Record<keyof typeof free, Subject> {
  const from = networkOf(address)
  return {
    pair: { subject: `pair ${from} ${email}`, free: free.pair },
    address: { subject: `address ${from}`, free: free.address },
    email: { subject: `email ${email}`, free: free.email },
  }
}

async function countOrRefuse(
  directory: Source,
  subjects: Record<keyof typeof free, Subject>,
): Promise<Counted> {
  const counted = await unscoped(directory, db => countAll(db, subjects)).catch(error => {
    if (error instanceof Locked) return undefined
    throw error
  })
  if (counted) return counted
  const names = Object.values(subjects).map(({ subject }) => subject)
  const waitMs = await unscoped(directory, db => lockedForMs(db, names))
  throw new AppError('auth.locked', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) })
}

/** Rolls the transaction back: an attempt that is refused counts for none of its subjects. */
class Locked extends Error {}

async function countAll(
  db: Parameters<typeof countAttempt>[0],
  subjects: Record<keyof typeof free, Subject>,
): Promise<Counted> {
  const count = async (subject: Subject) => {
    const counted = await countAttempt(db, subject)
    if (!counted) throw new Locked()
    return counted
  }
  // Always in this order, so that two requests cannot wait for each other.
  const address = await count(subjects.address)
  const email = await count(subjects.email)
  const pair = await count(subjects.pair)
  await deleteStaleFailures(db)
  return { address, email, pair }
}

/** After a new password: failures of the email from anywhere no longer count, those of addresses do. */
export async function forgiveEmail(directory: Source, email: string): Promise<void> {
  await unscoped(directory, db => forgetFailures(db, [`email ${email}`]))
}

/** Earlier failures of the address stay counted, because they may be of other people's emails. */
async function forgive(directory: Source, { pair, address, email }: Counted): Promise<void> {
  await unscoped(directory, async db => {
    await takeBackAttempt(db, address)
    await forgetFailures(db, [email.subject])
    await forgetFailures(db, [pair.subject])
  })
}

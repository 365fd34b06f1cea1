import { AppError } from '../errors.ts'
import { isUnavailable } from './pool.ts'
import type { Source } from './tx.ts'

/** While a database is away, one caller in this time waits for it, and the others go on without it. */
const askAgainMs = 1_000

/** True when the database does not answer, or answers too late, so that an older answer may serve. */
export const isAbsence = (error: unknown): boolean =>
  error instanceof AppError ? error.code === 'cell.unavailable' : isUnavailable(error)

/**
 * Whether a database answered when it was last asked. Without this, each request would wait for five seconds at an address
 * that swallows connections, before it goes on with what it knows.
 */
export class Presence {
  #isAway = false
  #askAt = 0

  /** Whether to ask: always while the database answers, and else once in a while. */
  mayAsk(): boolean {
    if (!this.#isAway) return true
    const now = performance.now()
    if (now < this.#askAt) return false
    this.#askAt = now + askAgainMs
    return true
  }

  /** Notes whether the database answers. */
  async note<T>(asking: Promise<T>): Promise<T> {
    try {
      const answer = await asking
      this.#isAway = false
      return answer
    } catch (error) {
      if (isAbsence(error)) {
        this.#isAway = true
        this.#askAt = performance.now() + askAgainMs
      }
      throw error
    }
  }
}

const known = new WeakMap<Source, Presence>()

/** Everything in this process that asks the same source shares what is known of it. */
export function presenceOf(source: Source): Presence {
  const presence = known.get(source) ?? new Presence()
  known.set(source, presence)
  return presence
}

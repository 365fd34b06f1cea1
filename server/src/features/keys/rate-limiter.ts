import type { RateLimit } from '../../platform/access/principal.ts'
import { type Source, unscoped } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { reserveRequests } from './store.ts'

/** Sent to the caller with every answer. */
type Allowance = { limit: number; remaining: number; resetSeconds: number }

/**
 * Requests reserved at once, as a share of the limit. It is the most that a process can leave unused, so ten processes
 * stay within 5 %.
 */
const blockShare = 1 / 200

type ReservedBlock = { left: number; remaining: number; resetMs: number; until: number }

/**
 * GCRA, with its one number per key in the directory, so the limit holds over any number of processes. A process
 * reserves small blocks and serves from them, so the round trip is rare for generous limits and exact for strict ones.
 */
export class RateLimiter {
  readonly #directory: Source
  readonly #blocks = new Map<string, ReservedBlock>()

  constructor(directory: Source) {
    this.#directory = directory
  }

  /** Takes one request from the key's allowance, or refuses with the time to wait. */
  async take(keyId: string, limit: RateLimit): Promise<Allowance> {
    const held = this.#blocks.get(keyId)
    const block = held && held.left > 0 && held.until > Date.now() ? held : await this.#reserve(keyId, limit)
    block.left -= 1
    return {
      limit: limit.max,
      remaining: block.remaining + block.left,
      resetSeconds: Math.ceil(block.resetMs / 1000),
    }
  }

  async #reserve(keyId: string, limit: RateLimit): Promise<ReservedBlock> {
    const size = Math.max(1, Math.floor(limit.max * blockShare))
    const reserved = await unscoped(this.#directory, async db => {
      const whole = await reserveRequests(db, keyId, size, limit)
      return whole.granted || size === 1
        ? { ...whole, size }
        : { ...(await reserveRequests(db, keyId, 1, limit)), size: 1 }
    })
    if (!reserved.granted) throw refusal(reserved.waitMs)
    // Blocks are short-lived: the reserve of an idle process must not keep the others waiting.
    const block = {
      left: reserved.size,
      remaining: reserved.remaining,
      resetMs: reserved.resetMs,
      until: Date.now() + limit.windowMs / 10,
    }
    this.#blocks.set(keyId, block)
    return block
  }
}

function refusal(waitMs: number): AppError {
  return new AppError('rate.limited', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) })
}

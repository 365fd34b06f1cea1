import type { RateLimit } from '../../platform/access/principal.ts'
import { isAbsence, type Presence, presenceOf } from '../../platform/db/presence.ts'
import { type Source, unscoped } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { BoundedMap } from '../../platform/lib/bounded-map.ts'
import { type Reservation, reserveRequests } from './store.ts'

/** Sent to the caller with every answer. */
type Allowance = { limit: number; remaining: number; resetSeconds: number }

/**
 * Requests reserved at once, as a share of the limit. It is the most that a process can leave unused, so ten processes
 * stay within 5 %.
 */
const blockShare = 1 / 200

/** A dropped block costs its key at most half a percent of the window. */
const maxKeys = 10_000
/** Time for which a refusal is repeated without asking the directory. Short, because the key may get a higher limit. */
const refusedAgainMs = 1_000

/** `endsAt`: when the key may send again. `trustedUntil`: when to ask the directory again. */
type Refusal = { endsAt: number; trustedUntil: number }

type SizedReservation = Reservation & { size: number }

type ReservedBlock = { left: number; remaining: number; resetMs: number; until: number }

/**
 * GCRA, with its one number per key in the directory, so the limit holds over any number of processes. A process
 * reserves small blocks and serves from them, so the round trip is rare for generous limits and exact for strict ones.
 *
 * While the directory is away, each process keeps the limit by itself, so a key may send as many times its limit as there
 * are processes. Refusing every request of the key would be the greater harm.
 */
export class RateLimiter {
  readonly #directory: Source
  readonly #presence: Presence
  readonly #blocks = new BoundedMap<string, ReservedBlock>(maxKeys)
  readonly #refusals = new BoundedMap<string, Refusal>(maxKeys)
  readonly #reserving = new Map<string, Promise<ReservedBlock>>()
  /** When each key is back at its whole limit, as this process counts it. */
  readonly #freeAt = new BoundedMap<string, number>(maxKeys)

  constructor(directory: Source) {
    this.#directory = directory
    this.#presence = presenceOf(directory)
  }

  /** Takes one request from the key's allowance, or refuses with the time to wait. */
  async take(keyId: string, limit: RateLimit): Promise<Allowance> {
    const block = this.#takeHeld(keyId) ?? (await this.#takeReserved(keyId, limit))
    return {
      limit: limit.max,
      remaining: block.remaining + block.left,
      resetSeconds: Math.ceil(block.resetMs / 1000),
    }
  }

  #takeHeld(keyId: string): ReservedBlock | undefined {
    const block = this.#blocks.get(keyId)
    if (!block || block.left === 0 || block.until <= Date.now()) return undefined
    block.left -= 1
    return block
  }

  /** One request of a key at a time reserves. The others wait for it, and share its block, its refusal or its failure. */
  async #takeReserved(keyId: string, limit: RateLimit): Promise<ReservedBlock> {
    for (;;) {
      this.#repeatRefusal(keyId)
      const underWay = this.#reserving.get(keyId)
      if (!underWay) break
      await underWay
      const block = this.#takeHeld(keyId)
      if (block) return block
    }
    const reserving = this.#reserve(keyId, limit)
    this.#reserving.set(keyId, reserving)
    try {
      const block = await reserving
      block.left -= 1
      return block
    } finally {
      this.#reserving.delete(keyId)
    }
  }

  async #reserve(keyId: string, limit: RateLimit): Promise<ReservedBlock> {
    const size = Math.max(1, Math.floor(limit.max * blockShare))
    const reserved = (await this.#reserveShared(keyId, size, limit)) ?? this.#reserveAlone(keyId, limit)
    if (!reserved.granted) {
      const [endsAt, trustedUntil] = [Date.now() + reserved.waitMs, Date.now() + refusedAgainMs]
      this.#refusals.set(keyId, { endsAt, trustedUntil })
      throw refusal(reserved.waitMs)
    }
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

  /** Undefined while the directory is away. */
  async #reserveShared(keyId: string, size: number, limit: RateLimit): Promise<SizedReservation | undefined> {
    if (!this.#presence.mayAsk()) return undefined
    const reserving = unscoped(this.#directory, async db => {
      const whole = await reserveRequests(db, keyId, size, limit)
      return whole.granted || size === 1
        ? { ...whole, size }
        : { ...(await reserveRequests(db, keyId, 1, limit)), size: 1 }
    })
    return this.#presence.note(reserving).catch(error => {
      if (isAbsence(error)) return undefined
      throw error
    })
  }

  /** The same rule as `reserveRequests`, for one request, by the clock of this process. */
  #reserveAlone(keyId: string, { max, windowMs }: RateLimit): SizedReservation {
    const stepMs = windowMs / max
    const before = Math.max(0, (this.#freeAt.get(keyId) ?? 0) - performance.now())
    const granted = before + stepMs <= windowMs
    const ahead = granted ? before + stepMs : before
    if (granted) this.#freeAt.set(keyId, performance.now() + ahead)
    return {
      granted,
      remaining: Math.max(0, Math.floor((windowMs - ahead) / stepMs)),
      resetMs: ahead,
      waitMs: Math.max(0, ahead + stepMs - windowMs),
      size: 1,
    }
  }

  /** Without it, each refusal in a flood would cost two statements of the directory. */
  #repeatRefusal(keyId: string): void {
    const known = this.#refusals.get(keyId)
    if (!known) return
    const now = Date.now()
    if (now < Math.min(known.endsAt, known.trustedUntil)) throw refusal(known.endsAt - now)
    this.#refusals.delete(keyId)
  }
}

function refusal(waitMs: number): AppError {
  return new AppError('rate.limited', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) })
}

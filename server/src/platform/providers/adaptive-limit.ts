import { EmbedError } from './embedding/embedder.ts'
import { LlmError } from './llm/llm.ts'

export type AdaptiveLimitOptions = {
  initial?: number
  max?: number
  /** A call that would have to wait longer than this for the gate fails at once and says for how long. */
  maxWaitMs?: number
  /** Makes the error of such a call. */
  refuse?: (message: string, retryAfterMs: number) => Error
} & LimitReports

/** Called when the gate closes, and when a call has succeeded after that. */
export type LimitReports = { onLimit?(pauseMs: number): void; onUnlimited?(): void }

type Entry = { urgent?: boolean; signal?: AbortSignal | undefined }
type Waiter = PromiseWithResolvers<void>

/** Pause after a 429 without a Retry-After. */
const defaultPauseMs = 1_000

/**
 * Finds out how many concurrent calls a provider accepts: one more for each round of successes, half as many after a
 * 429 (AIMD, as in TCP). A 429 also closes a gate until the provider may be tried again.
 */
export class AdaptiveLimit {
  readonly #max: number
  readonly #maxWaitMs: number
  readonly #refuse: (message: string, retryAfterMs: number) => Error
  readonly #urgent: Waiter[] = []
  readonly #waiting: Waiter[] = []
  #limit: number
  #running = 0
  #opensAt = 0
  #isLimited = false
  readonly #reports: LimitReports
  #timer: NodeJS.Timeout | undefined
  /** Counts the halvings. A 429 for a call that began before the last halving is old news and halves nothing. */
  #halvings = 0

  constructor(options: AdaptiveLimitOptions = {}) {
    const { initial = 8, max = 64, maxWaitMs = 30_000, refuse = tooMany } = options
    this.#reports = options
    this.#limit = initial
    this.#max = max
    this.#maxWaitMs = maxWaitMs
    this.#refuse = refuse
  }

  /** The number of concurrent calls allowed now. */
  get limit(): number {
    return Math.floor(this.#limit)
  }

  /** Runs the task when a slot is free, urgent tasks first. */
  async run<T>(task: () => Promise<T>, entry: Entry = {}): Promise<T> {
    await this.#enter(entry)
    const halvings = this.#halvings
    try {
      const result = await task()
      this.#reportUnlimited()
      this.#grow()
      return result
    } catch (error) {
      if (isRateLimit(error)) this.#backOff(halvings, error.retryAfterMs ?? defaultPauseMs)
      throw error
    } finally {
      this.#running--
      this.#admit()
    }
  }

  async #enter({ urgent = false, signal }: Entry): Promise<void> {
    signal?.throwIfAborted()
    const waiter = Promise.withResolvers<void>()
    const line = urgent ? this.#urgent : this.#waiting
    const leave = () => {
      const place = line.indexOf(waiter)
      if (place >= 0) line.splice(place, 1)
      waiter.reject(signal?.reason)
    }
    signal?.addEventListener('abort', leave, { once: true })
    line.push(waiter)
    this.#admit()
    try {
      await waiter.promise
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }

  #admit(): void {
    const waitMs = this.#opensAt - Date.now()
    if (waitMs > this.#maxWaitMs) this.#refuseAll(waitMs)
    else if (waitMs > 0) this.#comeBackIn(waitMs)
    else this.#fillPlaces()
  }

  #fillPlaces(): void {
    while (this.#running < this.limit) {
      const waiter = this.#next()
      if (!waiter) return
      this.#running++
      waiter.resolve()
    }
  }

  #comeBackIn(waitMs: number): void {
    clearTimeout(this.#timer)
    const isAwaited = this.#urgent.length + this.#waiting.length > 0
    if (isAwaited) this.#timer = setTimeout(() => this.#admit(), waitMs)
  }

  #refuseAll(retryAfterMs: number): void {
    const message = `The provider asked us to wait ${Math.ceil(retryAfterMs / 1000)} s`
    for (let waiter = this.#next(); waiter; waiter = this.#next()) {
      waiter.reject(this.#refuse(message, retryAfterMs))
    }
  }

  #next(): Waiter | undefined {
    return this.#urgent.shift() ?? this.#waiting.shift()
  }

  /** Only when every slot was taken: otherwise a success says nothing about a higher limit. */
  #grow(): void {
    if (this.#running >= this.limit) this.#limit = Math.min(this.#max, this.#limit + 1 / this.#limit)
  }

  #reportUnlimited(): void {
    if (!this.#isLimited || this.#opensAt > Date.now()) return
    this.#isLimited = false
    this.#reports.onUnlimited?.()
  }

  #backOff(halvingsAtStart: number, pauseMs: number): void {
    this.#opensAt = Math.max(this.#opensAt, Date.now() + pauseMs)
    if (!this.#isLimited) this.#reports.onLimit?.(pauseMs)
    this.#isLimited = true
    if (halvingsAtStart !== this.#halvings) return
    this.#halvings++
    this.#limit = Math.max(1, this.#limit / 2)
  }
}

const tooMany = (message: string, retryAfterMs: number) =>
  new EmbedError('embed.rate_limited', message, { retryAfterMs })

function isRateLimit(error: unknown): error is EmbedError | LlmError {
  if (error instanceof EmbedError) return error.code === 'embed.rate_limited'
  return error instanceof LlmError && error.code === 'rate_limited'
}

import { AsyncLocalStorage } from 'node:async_hooks'

/** `unclear`: the server responds, but that does not prove that it answers questions. */
export type ProbeResult = 'answers' | 'unclear'

/** Checks whether a provider answers and throws the reason when it does not. `isFirst` marks the probe at the start. */
export type Probe = (options: { isFirst: boolean; signal: AbortSignal }) => Promise<ProbeResult>

export type CircuitOptions = {
  /** Without a probe the circuit only reports: calls go on, and the next success closes it. */
  probe?: Probe
  onOpen?(reason: string): void
  onClose?(openMs: number): void
  /** Pause between probes, doubled after each failure up to the longest. */
  firstProbeMs?: number
  longestProbeMs?: number
}

/** One failed call is an accident. A model that restarts within three seconds is not reported as down. */
const opensAfter = 3

/** A provider that answered this recently is not probed because of one slow call. */
const trustedMs = 60_000

/**
 * A circuit breaker: whether one provider answers this process. It opens after three failures in a row, of calls or
 * probes, and then refuses calls, so that their callers can fall back at once instead of waiting for a timeout. While
 * it is open, a probe runs in the background (every second at first, every 30 s in the end) and closes it.
 */
export class Circuit {
  readonly #options: CircuitOptions
  readonly #closing = new AbortController()
  /** A probe belongs to no request, although the failure of one has caused it. */
  readonly #outsideRequests = AsyncLocalStorage.snapshot()
  #failures = 0
  #openSince: number | undefined
  #reason = ''
  #answeredAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined
  #isProbing = false
  #probes = 0

  constructor(options: CircuitOptions = {}) {
    this.#options = options
  }

  get isOpen(): boolean {
    return this.#openSince !== undefined
  }

  /** The reason why it opened. */
  get reason(): string {
    return this.#reason
  }

  /** Probes now, in the background. A failure opens the circuit at once, so that a start with a wrong key reports it. */
  start(): void {
    void this.#probe(true)
  }

  /** Stops probing, when the process stops. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#closing.abort()
  }

  succeeded(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#failures = 0
    this.#probes = 0
    this.#answeredAt = performance.now()
    const since = this.#openSince
    if (since === undefined) return
    this.#openSince = undefined
    this.#options.onClose?.(performance.now() - since)
  }

  failed(reason: string): void {
    if (++this.#failures >= opensAfter) this.#open(reason)
    this.#probeLater()
  }

  /** A call ended without a clear result, for example because its caller ran out of time. A probe finds out. */
  suspect(): void {
    if (!this.isOpen && performance.now() - this.#answeredAt > trustedMs) this.#probeLater()
  }

  #open(reason: string): void {
    if (this.isOpen) return
    this.#openSince = performance.now()
    this.#reason = reason
    this.#options.onOpen?.(reason)
  }

  #probeLater(): void {
    if (!this.#options.probe || this.#timer || this.#isProbing || this.#closing.signal.aborted) return
    const { firstProbeMs = 1_000, longestProbeMs = 30_000 } = this.#options
    const afterMs = Math.min(longestProbeMs, firstProbeMs * 2 ** this.#probes)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#outsideRequests(() => void this.#probe(false))
    }, afterMs).unref()
  }

  async #probe(isFirst: boolean): Promise<void> {
    this.#isProbing = true
    this.#probes++
    try {
      const result = await this.#options.probe?.({ isFirst, signal: this.#closing.signal })
      this.#isProbing = false
      if (result === 'answers') this.succeeded()
      else if (this.isOpen) this.#probeLater()
    } catch (error) {
      this.#isProbing = false
      if (this.#closing.signal.aborted) return
      if (isFirst) this.#failures = opensAfter
      this.failed((error as Error).message)
    }
  }
}

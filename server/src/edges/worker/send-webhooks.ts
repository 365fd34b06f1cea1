import type { DueEndpoint } from '../../features/webhooks/claim-store.ts'
import { type LaneRunner, pause } from '../../platform/lanes/run-lanes.ts'
import { FairSlots } from '../../platform/lib/fair-slots.ts'

export type SendWebhooksOptions = {
  /** Endpoints with events that are due, the longest waiting first, without the given ones. */
  find(except: readonly string[]): Promise<DueEndpoint[]>
  /** Sends some events of one endpoint. */
  deliver(at: DueEndpoint, stopping: AbortSignal): Promise<unknown>
  slots: number
  pollMs: number
  onError(error: unknown): void
}

/**
 * Sends events to up to `slots` endpoints at once. They have slots of their own, apart from all lanes, because a slot is held
 * while a foreign server takes its time. An organization gets at most half of the free slots. So do all endpoints together
 * that failed lately or are slow: a healthy one finds a slot, however many of the others there are.
 *
 * Due events are polled for. A wake in the transaction of each event would take the locks of the queue there.
 */
export function sendWebhooks(options: SendWebhooksOptions): LaneRunner {
  const stopping = new AbortController()
  const running = new Map<string, Promise<void>>()
  const giving = giveSlots(options, running, stopping.signal)
  return {
    async stop() {
      stopping.abort()
      await giving
      await Promise.all(running.values())
    },
  }
}

async function giveSlots(
  options: SendWebhooksOptions,
  running: Map<string, Promise<void>>,
  stopping: AbortSignal,
): Promise<void> {
  const { slots, pollMs, onError } = options
  const places = new Places(slots)
  while (!stopping.aborted) {
    try {
      const started = performance.now()
      const due = places.isFull ? [] : await options.find([...running.keys()])
      const tookMs = performance.now() - started
      let begun = 0
      for (const at of due) {
        if (running.has(at.endpoint) || !places.isOpenTo(at)) continue
        const run = runIn(places, options, at, stopping)
        running.set(
          at.endpoint,
          run.then(() => void running.delete(at.endpoint)),
        )
        begun++
      }
      // A look costs a step for each endpoint with pending events. However many there are, it takes a tenth of the time.
      const pauseMs = Math.max(pollMs, 9 * tookMs)
      if (begun === 0) await Promise.race([pause(pauseMs, stopping), ...running.values()])
    } catch (error) {
      onError(error)
      await pause(1_000, stopping)
    }
  }
}

/** Never throws. */
async function runIn(
  places: Places,
  { deliver, onError }: SendWebhooksOptions,
  at: DueEndpoint,
  stopping: AbortSignal,
): Promise<void> {
  places.take(at)
  try {
    await deliver(at, stopping)
  } catch (error) {
    onError(error)
    // The endpoint stays due. Without a pause, a failure of ours would be repeated at once and for ever.
    await pause(1_000, stopping)
  } finally {
    places.release(at)
  }
}

class Places {
  readonly #all: FairSlots
  readonly #suspects: FairSlots

  constructor(slots: number) {
    this.#all = new FairSlots(slots)
    this.#suspects = new FairSlots(Math.max(1, Math.floor(slots / 2)))
  }

  get isFull(): boolean {
    return this.#all.isFull
  }

  isOpenTo({ org, isSuspect }: DueEndpoint): boolean {
    return this.#all.isOpenTo(org) && (!isSuspect || this.#suspects.isOpenTo(org))
  }

  take({ org, isSuspect }: DueEndpoint): void {
    this.#all.take(org)
    if (isSuspect) this.#suspects.take(org)
  }

  release({ org, isSuspect }: DueEndpoint): void {
    this.#all.release(org)
    if (isSuspect) this.#suspects.release(org)
  }
}

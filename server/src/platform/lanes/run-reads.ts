import { FairSlots } from '../lib/fair-slots.ts'
import type { Lane } from './lane.ts'
import type { WakeQueue } from './queue.ts'
import { type LaneRunner, pause, type RunLaneOptions, runLane } from './run-lanes.ts'

export type RunReadsOptions = RunLaneOptions & {
  queue: Pick<WakeQueue, 'fetchReading' | 'wake'>
  slots: number
  pollMs: number
}

/**
 * Keeps up to `slots` runs of read lanes going in one cell. The next slot depends on who holds the others, so a single
 * loop assigns them one at a time.
 */
export function runReads(options: RunReadsOptions): LaneRunner {
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  const giving = giveSlots(options, running, stopping.signal)
  return {
    async stop() {
      stopping.abort()
      await giving
      await Promise.all(running)
    },
  }
}

async function giveSlots(
  options: RunReadsOptions,
  running: Set<Promise<void>>,
  stopping: AbortSignal,
): Promise<void> {
  const { queue, slots, pollMs, onError } = options
  const places = new FairSlots(slots)
  while (!stopping.aborted) {
    try {
      const lane = places.isFull ? undefined : await queue.fetchReading(places.ownersAtLimit)
      if (lane) track(running, runIn(places, options, lane, stopping))
      // A run that ends frees a slot, perhaps for an organization that was not allowed one.
      else await Promise.race([pause(pollMs, stopping), ...running])
    } catch (error) {
      onError(error)
      await pause(1_000, stopping)
    }
  }
}

function track(running: Set<Promise<void>>, run: Promise<void>): void {
  running.add(run)
  void run.then(() => running.delete(run))
}

/** Never throws. */
async function runIn(
  places: FairSlots,
  options: RunReadsOptions,
  lane: Lane,
  stopping: AbortSignal,
): Promise<void> {
  const { org } = lane
  places.take(org)
  try {
    await runLane(options, lane, stopping)
  } catch (error) {
    options.onError(error)
  } finally {
    places.release(org)
  }
}

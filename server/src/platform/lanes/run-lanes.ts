import { setTimeout as sleep } from 'node:timers/promises'
import type { Cell } from '../db/cells.ts'
import { type Db, inScope, inScopePrepared } from '../db/tx.ts'
import { waitAtGate } from './gate-store.ts'
import type { LaneGates } from './gates.ts'
import { isOfDocuments, isReadLane, type Lane, type StepLane } from './lane.ts'
import { startLeaseRenewal } from './lease.ts'
import type { WakeOptions, WakeQueue } from './queue.ts'
import { type ClaimedDocument, chargeClock, claimSlice, hasDue, type Slice } from './slice.ts'

/** Works on a slice. It must not throw when a single document fails, only when the cell is unreachable. */
export type WorkSlice = (cell: Cell, slice: ClaimedDocument[], signal: AbortSignal) => Promise<void>

/**
 * Whether there is more to do after a step: `again` now, `later` once others have done their part. A date also means
 * now, but ranked by that time: the organization's clock after the cost of the step. `notBefore` means not until then,
 * `gate` when that gate opens.
 */
export type NextStep = 'again' | 'later' | 'done' | Date | { notBefore: Date; gate?: string }

/** Does one step of a container's work. */
export type RunStep = (cell: Cell, lane: Lane) => Promise<NextStep>

/** One entry for every lane that works in steps, so that a new lane does not compile without its own. */
export type LaneSteps = Record<StepLane, RunStep>

export type LaneRunner = { stop(): Promise<void> }

export type RunLaneOptions = {
  cell: Cell
  /** The cell that holds a shard now, which may have moved since the wake was queued. */
  cellOf?(shard: number): Cell
  queue: Pick<WakeQueue, 'wake'>
  worker: string
  leaseMs: number
  work: WorkSlice
  steps?: LaneSteps
  /** Without it, no lane waits at a gate. */
  gates?: LaneGates
  onError(error: unknown): void
  /** Called after each run, for tests and metrics. */
  onRun?(lane: Lane, documents: number): void
  /** Called when a slice lost all of its leases while it was worked on. */
  onLeaseLost?(): void
}

export type RunLanesOptions = RunLaneOptions & {
  queue: Pick<WakeQueue, 'fetch' | 'wake'>
  slots: number
  pollMs: number
}

/**
 * Keeps `slots` lane runs going in one cell. A free slot fetches at once while there is work and every `pollMs` while
 * there is none. So a lone document waits half a poll on average, without NOTIFY.
 */
export function runLanes(options: RunLanesOptions): LaneRunner {
  const stopping = new AbortController()
  const slots = Array.from({ length: options.slots }, (_, slot) => runSlot(options, slot, stopping.signal))
  return {
    async stop() {
      stopping.abort()
      await Promise.all(slots)
    },
  }
}

async function runSlot(options: RunLanesOptions, slot: number, stopping: AbortSignal): Promise<void> {
  // Slots start at different times, so that the polls of an idle process spread over the interval.
  await pause((options.pollMs * slot) / options.slots, stopping)
  while (!stopping.aborted) {
    try {
      const lane = await options.queue.fetch()
      if (lane) await runLane(options, lane, stopping)
      else await pause(options.pollMs, stopping)
    } catch (error) {
      options.onError(error)
      await pause(1_000, stopping)
    }
  }
}

const nothing = (): Slice => ({ documents: [], virtualAt: new Date(), more: false })

/**
 * One run: claim a slice, wake the lane for other workers if there is more, work, and check for due documents before
 * leaving.
 */
export async function runLane(given: RunLaneOptions, lane: Lane, stopping: AbortSignal): Promise<void> {
  const options = given.cellOf ? { ...given, cell: given.cellOf(lane.shard) } : given
  const { cell, queue, worker, leaseMs } = options
  if (!isOfDocuments(lane.kind)) return runStep(options, lane, lane.kind, stopping)
  const scope = { org: lane.org }
  const shut = await shutGatesOf(options, lane)
  const slice = await inScopePrepared(cell, scope, async db => {
    // The stop came while the wake was fetched or a connection was waited for. Due documents are woken again below, for
    // another worker.
    if (stopping.aborted) return nothing()
    // Deletions need no model, so they go on while the other documents wait at the gate.
    const onlyDeleted = shut.length > 0 && (await waitAtGate(db, shut, lane))
    const claimed = await claimSlice(db, lane, { worker, leaseMs, onlyDeleted })
    // Before the work, not after: free workers join now, and a single busy container gets the whole fleet.
    if (claimed.more) await queue.wake(db, lane, { clock: claimed.virtualAt })
    return claimed
  })
  const heldMs = slice.documents.length > 0 ? await workOn(options, slice.documents) : 0
  options.onRun?.(lane, slice.documents.length)
  await inScopePrepared(cell, scope, async db => {
    // The cost of reading is known only now: it is the time that the slot was held.
    const isCharged = isReadLane(lane.kind) && heldMs > 0
    const virtualAt = isCharged ? await chargeClock(db, lane, heldMs) : slice.virtualAt
    // An add that committed after our claim may have found this wake still queued, and then queued none of its own.
    if (await hasDue(db, lane)) await queue.wake(db, lane, { clock: virtualAt })
  })
}

/** A cell that cannot be asked for its gates fails the claim in a moment. */
async function shutGatesOf({ gates, cell }: RunLaneOptions, lane: Lane): Promise<string[]> {
  return (await gates?.shutFor(cell, lane)) ?? []
}

const laterMs = 500

/** Runs one step and queues a wake for the next: a container of a million documents never has a slot for itself. */
async function runStep(
  options: RunLaneOptions,
  lane: Lane,
  kind: StepLane,
  stopping: AbortSignal,
): Promise<void> {
  const { cell, queue, steps } = options
  // A newer version may have queued a wake for a lane that this one does not know. Its reconciler queues another.
  if (steps && !(kind in steps)) options.onError(new Error(`This version has no lane ${kind}`))
  const shut = await shutGatesOf(options, lane)
  const isWaiting =
    shut.length > 0 && (await inScope(cell, { org: lane.org }, db => waitAtGate(db, shut, lane)))
  if (isWaiting) return
  const next = stopping.aborted ? 'again' : ((await steps?.[kind]?.(cell, lane)) ?? 'done')
  if (next === 'done') return
  await inScope(cell, { org: lane.org }, async db => {
    if (!(await waitsAtGate(db, next, lane))) await queue.wake(db, lane, whenNext(next))
  })
}

/** A gate that has opened meanwhile needs no wait: the step is repeated at its time. */
async function waitsAtGate(db: Db, next: NextStep, lane: Lane): Promise<boolean> {
  const gate = typeof next === 'object' && 'gate' in next ? next.gate : undefined
  return gate !== undefined && waitAtGate(db, [gate], lane)
}

function whenNext(next: Exclude<NextStep, 'done'>): WakeOptions {
  if (next === 'again') return {}
  if (next instanceof Date) return { clock: next }
  return { notBefore: next === 'later' ? new Date(Date.now() + laterMs) : next.notBefore }
}

/** Returns the time it took. */
async function workOn(
  { cell, leaseMs, work, onLeaseLost }: RunLaneOptions,
  documents: ClaimedDocument[],
): Promise<number> {
  const started = performance.now()
  const lease = startLeaseRenewal(cell, documents, leaseMs)
  try {
    await work(cell, documents, lease.signal)
  } catch (error) {
    // No document of the slice is ours any more: the worker that took them over reports their outcome.
    if (!lease.signal.aborted) throw error
  } finally {
    lease.release()
    if (lease.signal.aborted) onLeaseLost?.()
  }
  return performance.now() - started
}

/** Waits, but no longer than until the worker is told to stop. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined)
}

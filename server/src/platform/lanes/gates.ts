import type { Cell } from '../db/cells.ts'
import { type Db, unscoped } from '../db/tx.ts'
import type { StageGates } from './gate-names.ts'
import {
  type Gate,
  listGates,
  noteFailedProbe,
  openForgotten,
  openGate,
  releaseLanes,
  type ShutGate,
  shutGate,
  takeProbe,
} from './gate-store.ts'
import type { Lane } from './lane.ts'
import type { WakeQueue } from './queue.ts'

/** Asks something outside of Reverie the smallest question there is. Throws when it does not answer. */
export type GateProbe = (signal: AbortSignal) => Promise<unknown>

export type GatesOptions = {
  /** By the name of the gate. */
  probes: ReadonlyMap<string, GateProbe>
  /** The pause between two probes of a shut gate. */
  probeMs: number
  onShut?(gate: ShutGate): void
  onOpen?(cell: string, gate: Gate): void
}

/** A probe that takes longer has failed. */
const probeWithinMs = 10_000

/** Workers look at the gates of a cell at most this often, so a second passes until all of them know of an outage. */
const knownMs = 1_000

/** A verdict on a provider serves all slices that fail in the same moment. */
const verdictMs = 1_000

/** A gate that no worker has probed for this long belongs to a model that is no longer configured. */
const forgottenMs = 60_000

const lanesPerRelease = 100

/**
 * The gates of this process's cells. A failure of a provider is the environment's only if the provider also fails a
 * question that contains nothing of the document. Otherwise one text on which a provider breaks would shut the gate for
 * everybody, and would be tried for ever.
 */
export class Gates {
  readonly #probeMs: number
  readonly #probes: ReadonlyMap<string, GateProbe>
  readonly #onShut: GatesOptions['onShut']
  readonly #onOpen: GatesOptions['onOpen']
  readonly #known = new Map<string, { gates: Promise<Gate[]>; readAt: number }>()
  readonly #verdicts = new Map<string, { isDown: Promise<string | undefined>; askedAt: number }>()

  constructor({ probes, probeMs, onShut, onOpen }: GatesOptions) {
    this.#probes = probes
    this.#probeMs = probeMs
    this.#onShut = onShut
    this.#onOpen = onOpen
  }

  /** Whether the thing behind a gate fails now. False when this process has no means to tell. */
  async isDown(name: string): Promise<boolean> {
    return (await this.#failureOf(name)) !== undefined
  }

  /** Shuts a gate in the caller's transaction. */
  async shut(db: Db, gate: ShutGate): Promise<void> {
    if (await shutGate(db, gate, this.#probeMs)) this.#onShut?.(gate)
  }

  /** What the stages of a slice may ask. */
  ofStage(cell: Cell): StageGates {
    return {
      isDown: name => this.isDown(name),
      isShut: async name => (await this.listShut(cell)).some(gate => gate.name === name),
    }
  }

  /** The shut gates of a cell, at most a second old. */
  async listShut(cell: Cell): Promise<Gate[]> {
    const known = this.#known.get(cell.name)
    if (known && performance.now() - known.readAt < knownMs) return known.gates
    const gates = unscoped(cell, listGates)
    this.#known.set(cell.name, { gates, readAt: performance.now() })
    gates.catch(() => this.forget(cell))
    return gates
  }

  /** Called after a gate was shut or opened here, so that this process sees it at once. */
  forget(cell: Cell): void {
    this.#known.delete(cell.name)
  }

  /** Probes the shut gates of a cell whose turn it is, opens those that answer, and wakes the lanes that waited there. */
  async probe(cell: Cell, queue: Pick<WakeQueue, 'wakeAll'>): Promise<void> {
    const shut = await this.listShut(cell)
    if (shut.length === 0) return
    const opened = await Promise.all(shut.map(gate => this.#probeOne(cell, gate)))
    const isForgotten = await unscoped(cell, db => openForgotten(db, forgottenMs))
    if (!isForgotten && !opened.includes(true)) return
    this.forget(cell)
    await releaseWaitingLanes(cell, queue)
  }

  async #probeOne(cell: Cell, gate: Gate): Promise<boolean> {
    const { name } = gate
    if (!this.#probes.has(name)) return false
    if (!(await unscoped(cell, db => takeProbe(db, name, probeWithinMs * 2)))) return false
    const failure = await this.#failureOf(name)
    if (failure !== undefined) {
      await unscoped(cell, db => noteFailedProbe(db, name, failure, this.#probeMs))
      return false
    }
    if (await unscoped(cell, db => openGate(db, name))) this.#onOpen?.(cell.name, gate)
    return true
  }

  /** Asks once, however many ask us. */
  #failureOf(name: string): Promise<string | undefined> {
    const known = this.#verdicts.get(name)
    if (known && performance.now() - known.askedAt < verdictMs) return known.isDown
    const probe = this.#probes.get(name)
    if (!probe) return Promise.resolve(undefined)
    const isDown = ask(probe)
    this.#verdicts.set(name, { isDown, askedAt: performance.now() })
    // Only a failure is remembered: a provider that answered may fail in the next moment.
    void isDown.then(failure => failure === undefined && this.#verdicts.delete(name))
    return isDown
  }
}

async function ask(probe: GateProbe): Promise<string | undefined> {
  const late = AbortSignal.timeout(probeWithinMs)
  const tooLate = new Promise<never>((_, reject) => {
    late.addEventListener('abort', () => reject(new Error(`No answer within ${probeWithinMs} ms`)))
  })
  try {
    await Promise.race([probe(late), tooLate])
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * Wakes the lanes whose gate has opened, a hundred in a transaction. The reconciler calls it too, because the worker that
 * opened a gate may have died. Returns how many there were.
 */
export async function releaseWaitingLanes(cell: Cell, queue: Pick<WakeQueue, 'wakeAll'>): Promise<number> {
  for (let woken = 0; ; ) {
    const released = await unscoped(cell, async db => {
      const lanes = await releaseLanes(db, lanesPerRelease)
      await queue.wakeAll(db, lanes)
      return lanes.length
    })
    woken += released
    if (released < lanesPerRelease) return woken
  }
}

/** Which gates a run of a lane must find open. */
export type LaneGates = {
  /** The shut ones among them, by name. */
  shutFor(cell: Cell, lane: Lane): Promise<string[]>
}

import type { Cells } from '../db/cells.ts'
import { WakeQueue } from './queue.ts'

/** The wake queue of each cell. A cell that is unreachable at the start gets its queue at the next use. */
export class Wakes {
  readonly #cells: Cells
  readonly #queues: Map<string, WakeQueue>

  constructor(cells: Cells, options: { supervise: boolean }) {
    this.#cells = cells
    this.#queues = new Map(cells.all.map(cell => [cell.name, new WakeQueue(cell, options)]))
  }

  /** The queue of the cell that holds a shard. */
  of(shard: number): WakeQueue {
    return this.ofCell(this.#cells.of(shard).name)
  }

  ofCell(name: string): WakeQueue {
    return this.#queues.get(name)!
  }

  async stop(): Promise<void> {
    await Promise.allSettled([...this.#queues.values()].map(queue => queue.stop()))
  }
}

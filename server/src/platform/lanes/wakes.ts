import type { Cells } from '../db/cells.ts'
import { WakeQueue } from './queue.ts'

/** The wake queue of each cell. */
export class Wakes {
  readonly #cells: Cells
  readonly #queues: ReadonlyMap<string, WakeQueue>

  constructor(cells: Cells) {
    this.#cells = cells
    this.#queues = new Map(cells.all.map(cell => [cell.name, new WakeQueue(cell)]))
  }

  /** The queue of the cell that holds a shard. */
  of(shard: number): WakeQueue {
    return this.ofCell(this.#cells.of(shard).name)
  }

  ofCell(name: string): WakeQueue {
    return this.#queues.get(name)!
  }
}

import type { Cell } from '../db/cells.ts'
import { type Db, type Source, unscoped, unscopedPrepared } from '../db/tx.ts'
import type { Lane } from './lane.ts'
import { dropTurn, queueLaterWake, queueWakes, takeDueLater, takeWake } from './wake-store.ts'

/** Each organization takes a lock until the commit, and Postgres has room for some thousands. */
const wakesPerTransaction = 100

/** `clock` is the organization's, now by default. It ranks the organization's work while nothing else of it is queued. */
export type WakeOptions = { clock?: Date; notBefore?: Date }

/**
 * The wakes of a cell. Wakes are hints: losing all of them costs one round of the reconciler and no document.
 *
 * A worker takes the organization first and the lane second, so an organization waits for others by its use and not by the
 * number of their containers (docs/decisions/0042).
 */
export class WakeQueue {
  readonly #workers: Source

  constructor(cell: Pick<Cell, 'worker'>) {
    this.#workers = cell.worker
  }

  /**
   * Queues a wake in the caller's transaction. One wake per lane is enough, however many documents wait in it. Does not
   * use NOTIFY, which lowered the rate of commits by 37–48 %.
   */
  async wake(db: Db, lane: Lane, { clock, notBefore }: WakeOptions = {}): Promise<void> {
    if (notBefore) await queueLaterWake(db, lane, notBefore)
    else await queueWakes(db, [lane], clock ?? new Date())
  }

  /** Queues some wakes in one statement of the caller's transaction. */
  async wakeAll(db: Db, lanes: readonly Lane[]): Promise<void> {
    if (lanes.length > 0) await queueWakes(db, lanes, new Date())
  }

  /** Queues any number of wakes, a hundred in a transaction, for maintenance that found work. */
  async wakeInBatches(lanes: readonly Lane[]): Promise<void> {
    for (let at = 0; at < lanes.length; at += wakesPerTransaction) {
      const some = lanes.slice(at, at + wakesPerTransaction)
      await unscoped(this.#workers, db => this.wakeAll(db, some))
    }
  }

  /** Takes the next lane that is no read lane. */
  fetch(): Promise<Lane | undefined> {
    return this.#take(false, [])
  }

  /** Takes the next read lane, leaving out some organizations. */
  fetchReading(except: readonly string[]): Promise<Lane | undefined> {
    return this.#take(true, except)
  }

  /** A worker that dies in here rolls back. One that dies later loses the wake, and the reconciler queues another. */
  #take(reading: boolean, except: readonly string[]): Promise<Lane | undefined> {
    return unscopedPrepared(this.#workers, async db => {
      await this.wakeAll(db, await takeDueLater(db))
      const passed: number[] = []
      for (;;) {
        const found = await takeWake(db, { reading, except, passed })
        if (!found || found.lane) return found?.lane
        // The last wake of this turn was taken.
        await dropTurn(db, found.turn)
        passed.push(found.turn.id)
      }
    })
  }
}

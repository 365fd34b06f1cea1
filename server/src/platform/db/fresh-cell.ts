import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Cell } from './cells.ts'
import { holdsMark, type ReadScope, readMark, type VersionMark } from './fresh-store.ts'
import { isUnavailable, isUnreachable } from './pool.ts'
import type { Replica } from './replica.ts'
import { SecondLockError } from './second-lock.ts'
import { type FirstTry, type ReadyCheck, readInScope } from './tx.ts'

/**
 * The cell for the reads of one request. With a replica, its reading transactions go there, provided that the replica has
 * everything that the primary has now of the data that is read. So every caller sees all writes that were answered before,
 * by whichever process, and never an older state than before. Everything else, and what the replica cannot answer, goes to the
 * primary.
 */
export async function freshCell(cell: Cell, scope: ReadScope): Promise<Cell> {
  const { replica } = cell
  if (!replica) return cell
  if (replica.state !== 'following') {
    replica.onRead(replica.state)
    return cell
  }
  // A mark of the cell that the shard arrives in says nothing about the log of the one that it leaves.
  if (cell.moveCheck) {
    replica.onRead('moving')
    return cell
  }
  const mark = await readInScope(cell, { org: scope.org }, db => readMark(db, scope))
  if (mark === undefined) {
    replica.onRead('absent')
    return cell
  }
  return { ...cell, first: new ReplicaFirst(replica, mark) }
}

class StaleReplica extends Error {}

/** The replica's data usually arrives within a few milliseconds. */
const askAgainMs = 2

/** Each transaction checks the mark by itself: behind one address there may be several replicas. */
class ReplicaFirst implements FirstTry {
  readonly #replica: Replica
  readonly #mark: VersionMark
  #hasServed = false
  /** Later reads of the request then go to the primary too. */
  #isGivenUp = false

  constructor(replica: Replica, mark: VersionMark) {
    this.#replica = replica
    this.#mark = mark
  }

  async read<T>(run: (pool: pg.Pool, isReady: ReadyCheck) => Promise<T>): Promise<{ answer: T } | undefined> {
    if (this.#isGivenUp) return undefined
    try {
      const answer = await run(this.#replica.pool, client => this.#untilFresh(client))
      if (!this.#hasServed) this.#replica.onRead('served')
      this.#hasServed = true
      return { answer }
    } catch (error) {
      if (!isOfServer(error)) throw error
      this.#giveUp(error)
      return undefined
    }
  }

  #giveUp(error: unknown): void {
    // Searches of several kinds share this object and may fail together.
    if (!this.#isGivenUp) this.#replica.onRead(error instanceof StaleReplica ? 'stale' : 'failed')
    this.#isGivenUp = true
    if (isUnreachable(error)) this.#replica.markAway()
  }

  /** Each statement of the transaction has a snapshot of its own, so the same transaction sees what arrives meanwhile. */
  async #untilFresh(client: pg.PoolClient): Promise<void> {
    const until = performance.now() + this.#replica.waitMs
    while (!(await holdsMark(client, this.#mark))) {
      if (performance.now() >= until) throw new StaleReplica()
      await sleep(askAgainMs)
    }
  }
}

/**
 * True for failures that the primary may not have: the replica was lost, has cancelled the query because it was in the way of
 * replay (40001, 40P01, 57014), or refuses the connection. An error of ours would be the same there.
 */
function isOfServer(error: unknown): boolean {
  if (error instanceof StaleReplica || error instanceof SecondLockError || isUnavailable(error)) return true
  return /^[0-9A-Z]{5}$/.test((error as { code?: string }).code ?? '')
}

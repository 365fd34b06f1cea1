import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { asOwner } from '../../../platform/db/as-owner.ts'
import type { Cell } from '../../../platform/db/cells.ts'
import { type Db, unscoped } from '../../../platform/db/tx.ts'
import * as store from './index-store.ts'

/**
 * While an index is built, Postgres can remove no dead row of the database, and every fetch of a wake passes the dead ones:
 * 6.5 ms at 1,800, 29 at 14,000 (`npm run bench -- upkeep`). A wake leaves two or three. At 20 wakes a second this is six
 * minutes: enough for an index of 200,000 vectors.
 */
const usualDeadWakes = 20_000

const watchedEveryMs = 1_000

export class BuildGivenUp extends Error {}

export type IndexBuild = {
  create(owner: pg.Client): Promise<void>
  /** Removes what an interrupted `create` has left. */
  undo(owner: pg.Client): Promise<void>
  /** Notes that the build is to wait. */
  postpone(db: Db): Promise<void>
}

export type WatchOptions = {
  /** Dead rows of the queue at which a build is given up. */
  mostDeadWakes?: number
  signal?: AbortSignal | undefined
}

/**
 * Builds an index, unless the queue gets too many dead rows meanwhile. Then it removes what was built and postpones the
 * index: searches go on without it, and the work of everybody else comes first.
 */
export async function buildWhileQuiet(
  cell: Cell,
  owner: pg.Client,
  build: IndexBuild,
  options: WatchOptions,
): Promise<void> {
  const watch = new HorizonWatch(cell, options.mostDeadWakes ?? usualDeadWakes)
  if (await watch.isTooBusy()) await giveUp(cell, owner, build, watch)
  const watching = watch.start(await store.backendOf(owner), options.signal)
  try {
    await build.create(owner)
  } catch (error) {
    if (!watch.hasCancelled) throw error
    await giveUp(cell, owner, build, watch)
  } finally {
    watch.stop()
    await watching
  }
}

/** An index that is not complete would still cost every insert. */
async function giveUp(
  cell: Cell,
  owner: pg.Client,
  build: IndexBuild,
  { dead }: HorizonWatch,
): Promise<void> {
  await build.undo(owner)
  await unscoped(cell.maintenance, build.postpone)
  throw new BuildGivenUp(
    `The build of an index was postponed: it holds back vacuum, and the queue has ${dead} dead rows.`,
  )
}

/** Cancels the statement of another connection when the queue has too many dead rows. */
class HorizonWatch {
  readonly #cell: Cell
  readonly #mostDead: number
  readonly #stopping = new AbortController()
  dead = 0
  hasCancelled = false

  constructor(cell: Cell, mostDead: number) {
    this.#cell = cell
    this.#mostDead = mostDead
  }

  async isTooBusy(): Promise<boolean> {
    this.dead = await unscoped(this.#cell.maintenance, store.countDeadWakes)
    return this.dead > this.#mostDead
  }

  /** A look that fails is repeated: without the cell there is no build either. */
  async start(pid: number, signal: AbortSignal | undefined): Promise<void> {
    const ended = AbortSignal.any([this.#stopping.signal, ...(signal ? [signal] : [])])
    while (!ended.aborted && !this.hasCancelled) {
      await sleep(watchedEveryMs, undefined, { signal: ended }).catch(() => undefined)
      if (!ended.aborted && (await this.isTooBusy().catch(() => false))) await this.#cancel(pid, ended)
    }
  }

  /** Our own statement knows that it was cancelled before the answer is here. */
  async #cancel(pid: number, ended: AbortSignal): Promise<void> {
    this.hasCancelled = true
    await asOwner(this.#cell, {}, ended, other => store.cancelBackend(other, pid)).catch(() => {
      this.hasCancelled = false
    })
  }

  stop(): void {
    this.#stopping.abort()
  }
}

import { sql } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Cell } from '../db/cells.ts'
import { openPool } from '../db/pool.ts'
import type { Db } from '../db/tx.ts'
import { isReadLane, type Lane, type LaneKind, laneKey } from './lane.ts'

/**
 * pg-boss, one per cell, carries wakes and nothing else. Losing all wakes costs one round of the reconciler and no
 * document.
 */
const queueNames = { running: 'lane.run', reading: 'lane.read' } as const
const schema = 'boss'

/** Read lanes have their own queue, so that a fetch for them does not have to pass all other wakes. */
const queueOf = (kind: LaneKind) => (isReadLane(kind) ? queueNames.reading : queueNames.running)

export type Wake = { id: string; lane: Lane }

/** Creates or upgrades the tables of pg-boss. It needs the owner's rights, so it runs with the migrations. */
export async function installQueue(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, schema, supervise: false, schedule: false, max: 1 })
  boss.on('error', () => undefined)
  await boss.start()
  // `short`: one queued wake per lane, any number active. The wake of a dead worker is not retried: the leases of its
  // documents expire and the reconciler wakes the lane (docs/decisions/0006).
  const options = {
    policy: 'short',
    retryLimit: 0,
    expireInSeconds: 900,
    deleteAfterSeconds: 60,
    retentionSeconds: 86_400,
  }
  for (const name of Object.values(queueNames)) {
    if (await boss.getQueue(name)) await boss.updateQueue(name, omitPolicy(options))
    else await boss.createQueue(name, options)
  }
  await boss.stop({ graceful: false })
}

function omitPolicy<T extends { policy: string }>({ policy: _, ...rest }: T): Omit<T, 'policy'> {
  return rest
}

export class WakeQueue {
  readonly #cell: Cell
  readonly #boss: PgBoss
  /**
   * The pool for pg-boss's own statements: the worker's if there is one. While pg-boss starts, it uses a connection of
   * its own.
   */
  readonly #usual: Cell['pool']
  #pool: Cell['pool']
  #starting: Promise<PgBoss> | undefined

  constructor(cell: Cell, options: { supervise: boolean }) {
    this.#cell = cell
    this.#usual = options.supervise ? cell.worker.pool : cell.pool
    this.#pool = this.#usual
    this.#boss = new PgBoss({
      schema,
      db: { executeSql: async (text, values) => await this.#pool.query(text, values) },
      migrate: false,
      createSchema: false,
      schedule: false,
      supervise: options.supervise,
      reindex: false,
      monitorVacuum: false,
    })
    // An unreachable cell is reported by the caller that needs it. Here the start is only tried again.
    this.#boss.on('error', () => undefined)
  }

  /** Starts at the first use, and again after a failure: a cell that is unreachable at the start joins when it is back. */
  async #ready(): Promise<PgBoss> {
    this.#starting ??= this.#start()
    try {
      return await this.#starting
    } catch (error) {
      this.#starting = undefined
      throw error
    }
  }

  /**
   * The first use is often a wake inside a transaction, and there may be as many of those as the pool has connections.
   * If the start waited for one more connection, they would all wait for each other.
   */
  async #start(): Promise<PgBoss> {
    const { url, name } = this.#cell
    const own = openPool({ url, role: 'reverie_app', max: 1, name: `reverie queue ${name}` })
    this.#pool = own
    try {
      await this.#boss.start()
      // pg-boss reports success when only the last statement of its start failed. Without this check no wake could be
      // sent for a minute.
      await this.#boss.findJobs(queueNames.running, { key: 'started' })
      return this.#boss
    } catch (error) {
      await this.#boss.stop({ graceful: false }).catch(() => undefined)
      throw error
    } finally {
      this.#pool = this.#usual
      await own.end()
    }
  }

  /** Queues a wake in the caller's transaction. Does not use NOTIFY, which lowered the rate of commits by 37–48 %. */
  async wake(db: Db, lane: Lane, options: { rank: number; notBefore?: Date }): Promise<void> {
    const boss = await this.#ready()
    await boss.send(queueOf(lane.kind), lane, {
      // A wake for later has its own key: under the lane's key it would keep out wakes for now.
      singletonKey: options.notBefore ? `${laneKey(lane)}:later` : laneKey(lane),
      priority: options.rank,
      ...(options.notBefore && { startAfter: options.notBefore }),
      ...(isReadLane(lane.kind) && { group: { id: lane.org } }),
      db: fromKysely(db as never),
    })
  }

  /** Takes the `count` most urgent wakes of all lanes except read lanes, in no order among themselves. */
  async fetch(count: number): Promise<Wake[]> {
    const boss = await this.#ready()
    const jobs = await boss.fetch<Lane>(queueNames.running, { batchSize: count })
    return jobs.map(job => ({ id: job.id, lane: job.data }))
  }

  /** Takes the most urgent wake of a read lane, leaving out some organizations. */
  async fetchReading(except: string[]): Promise<Wake | undefined> {
    const boss = await this.#ready()
    const [job] = await boss.fetch<Lane>(queueNames.reading, { ignoreGroups: except })
    return job && { id: job.id, lane: job.data }
  }

  /** A finished wake is deleted at once: the attempts of its documents keep the history. */
  async finish(wake: Wake): Promise<void> {
    const boss = await this.#ready()
    await boss.deleteJob(queueOf(wake.lane.kind), wake.id)
  }

  async stop(): Promise<void> {
    if (this.#starting) await this.#boss.stop({ graceful: false })
  }
}

/** Drops every queued wake, for tests that this loses no work. */
export async function dropAllWakes(db: Db): Promise<number> {
  const result = await sql`delete from boss.job where name = any(${Object.values(queueNames)})`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}

import type pg from 'pg'
import { settleWithin } from '../lib/settle-within.ts'
import { LagMeter, toPosition } from './lag-meter.ts'
import { closePool, cutConnections, openPool } from './pool.ts'
import type { Source } from './tx.ts'

/**
 * `following`: it may answer reads. `late`: it is further behind than allowed. `other`: it is no copy of the primary, or of
 * an earlier timeline. `away`: it does not answer. `unknown`: nobody has looked yet.
 */
export type ReplicaState = 'following' | 'late' | 'other' | 'away' | 'unknown'

/**
 * The result of a read that a replica might have answered. `absent`: the primary has no such container. `moving`: its shard is on
 * the way to another cell. `stale`: the replica did not have the newest version in time. `failed`: the replica was lost, or
 * cancelled the query.
 */
export type ReadOutcome =
  | 'served'
  | 'stale'
  | 'failed'
  | 'absent'
  | 'moving'
  | Exclude<ReplicaState, 'following'>

export type ReplicaLimits = {
  /** A replica whose data is older answers nothing. */
  maxLagMs: number
  /** Time for the replica to replay the newest change of what is read. */
  waitMs: number
}

export const usualReplicaLimits: ReplicaLimits = { maxLagMs: 60_000, waitMs: 20 }

const lookEveryMs = 1_000
/** A server that takes longer than this to name its position is as good as away. */
const lookWithinMs = 1_500
/** After so many looks without an answer, queries under way are given up too. */
const hungAfter = 3
/** While the replica is behind by more than a moment, waiting for it is in vain. */
const hopelessLagMs = 1_000

type ReplicaOptions = ReplicaLimits & {
  cell: string
  url: string
  /** Connections for reads. */
  size: number
  processName: string
  /** Answers where the primary is. */
  primary: Source
}

/** A hot standby of a cell, and how far it is behind. It is looked at every second. */
export class Replica {
  readonly cell: string
  readonly pool: pg.Pool
  /** Called after every read. */
  onRead: (outcome: ReadOutcome) => void = () => undefined
  state: ReplicaState = 'unknown'
  /** Undefined while it is not known. */
  lagMs: number | undefined
  readonly #options: ReplicaOptions
  readonly #watch: pg.Pool
  readonly #meter = new LagMeter()
  #looking: NodeJS.Timeout | undefined
  #isClosed = false
  #missed = 0

  constructor(options: ReplicaOptions) {
    const { cell, url, size, processName } = options
    this.#options = options
    this.cell = cell
    // A replica that does not answer must not hold up a read that the primary could answer.
    this.pool = open(url, size, `${processName} replica`, { connect: 1_000 })
    this.#watch = open(url, 1, `${processName} replica watch`, { connect: 1_000, statement: lookWithinMs })
  }

  /** How long a read may wait for the newest change. */
  get waitMs(): number {
    return (this.lagMs ?? 0) > hopelessLagMs ? 0 : this.#options.waitMs
  }

  start(): void {
    void this.look().finally(() => {
      if (!this.#isClosed) this.#looking = setTimeout(() => this.start(), lookEveryMs).unref()
    })
  }

  /** A read has lost its connection. The next look finds out whether the server is back. */
  markAway(): void {
    this.state = 'away'
    this.lagMs = undefined
  }

  /** Compares the positions of both servers. */
  async look(): Promise<void> {
    // Without the primary there is nothing to compare with, and no read either.
    const primary = await positionOf(this.#options.primary.pool)
    if (!primary) return
    const own = await positionOf(this.#watch)
    if (!own) return this.#miss()
    this.#missed = 0
    const isCopy = own.system === primary.system && own.timeline === primary.timeline
    this.lagMs = isCopy
      ? this.#meter.note(toPosition(primary.lsn), toPosition(own.lsn), performance.now())
      : undefined
    this.state = !isCopy ? 'other' : this.lagMs! > this.#options.maxLagMs ? 'late' : 'following'
  }

  #miss(): void {
    this.markAway()
    this.#missed++
    if (this.#missed % hungAfter !== 0) return
    cutConnections(this.pool)
    cutConnections(this.#watch)
  }

  async close(withinMs: number): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#looking)
    await Promise.all([closePool(this.pool, withinMs), closePool(this.#watch, withinMs)])
  }
}

function open(
  url: string,
  max: number,
  name: string,
  limits: { connect: number; statement?: number },
): pg.Pool {
  return openPool({ url, role: 'reverie_app', max, name, limits })
}

type Position = { lsn: string; system: string; timeline: number }

/** A standby learns of a new timeline from what it replays. Its control file has it after the next restart point. */
const readPosition = `
  select system_identifier::text as system,
         case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end::text as lsn,
         case when pg_is_in_recovery()
              then greatest((select timeline_id from pg_control_checkpoint()), (select min_recovery_end_timeline from pg_control_recovery()))
              else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline
    from pg_control_system()`

/** Undefined: the server does not answer in time. */
async function positionOf(pool: pg.Pool): Promise<Position | undefined> {
  const asked = pool.query<Position>(readPosition).then(
    ({ rows }) => rows[0],
    () => undefined,
  )
  return (await settleWithin(asked, lookWithinMs)) ? asked : undefined
}

import { sql } from 'kysely'
import pg from 'pg'
import type { Cell } from './cells.ts'
import { assertSecondLock, sessionOf } from './second-lock.ts'
import { connectTo } from './start-up-options.ts'
import { unscoped } from './tx.ts'

/** Postgres ends the session of a leader that has been silent for this long, because its process hangs. */
const leaderSilentMs = 30_000

const role = 'reverie_maintenance'
const tryLock = (kind: 'session' | 'transaction') =>
  `select pg_try_advisory_${kind === 'session' ? 'lock' : 'xact_lock'}(hashtextextended('reverie maintenance', 0)) as taken`

export type LeaderLockOptions = { silentMs?: number; pingMs?: number }

/**
 * Makes one process the leader of a cell's maintenance, by an advisory lock on a connection of its own. A leader that
 * dies loses its connection, and with it the lock. One that hangs, or whose machine is gone, is disconnected by Postgres
 * (`idle_session_timeout`, TCP keepalives). The connection goes past a pooler, which would lend the session to others. Two leaders
 * for a moment do no harm: every duty may run twice.
 */
export class LeaderLock {
  readonly #cell: Pick<Cell, 'name' | 'directUrl' | 'maintenance'>
  readonly #silentMs: number
  readonly #pingMs: number
  #session: pg.Client | undefined
  #taking: Promise<boolean> | undefined
  #pinging: NodeJS.Timeout | undefined

  constructor(cell: Pick<Cell, 'name' | 'directUrl' | 'maintenance'>, options: LeaderLockOptions = {}) {
    this.#cell = cell
    this.#silentMs = options.silentMs ?? leaderSilentMs
    this.#pingMs = options.pingMs ?? this.#silentMs / 3
  }

  /** Whether this process leads. It becomes the leader if the cell has none. */
  async isOurs(): Promise<boolean> {
    if (this.#session) return true
    this.#taking ??= this.#take().finally(() => {
      this.#taking = undefined
    })
    return this.#taking
  }

  async release(): Promise<void> {
    await this.#taking?.catch(() => undefined)
    await this.#leave(this.#session)
  }

  async #take(): Promise<boolean> {
    if (!(await this.#isFree())) return false
    const session = this.#open()
    try {
      await session.connect()
      await assertSecondLock(session, role)
      const { rows } = await session.query<{ taken: boolean }>(tryLock('session'))
      if (rows[0]!.taken) this.#lead(session)
    } finally {
      if (this.#session !== session) await this.#leave(session)
    }
    return this.#session === session
  }

  /** Asks on the pool, so that the others, which ask in every round, need no connection for it. */
  async #isFree(): Promise<boolean> {
    return unscoped(this.#cell.maintenance, async db => {
      const { rows } = await sql<{ taken: boolean }>`${sql.raw(tryLock('transaction'))}`.execute(db)
      return rows[0]!.taken
    })
  }

  #open(): pg.Client {
    const settings = {
      ...sessionOf(role),
      idle_session_timeout: this.#silentMs,
      statement_timeout: 5_000,
      tcp_keepalives_idle: 10,
      tcp_keepalives_interval: 5,
      tcp_keepalives_count: 3,
    }
    const session = new pg.Client({
      ...connectTo(this.#cell.directUrl, settings),
      application_name: `reverie leader ${this.#cell.name}`,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
    })
    // Without a listener, the event of a lost connection would end the process.
    session.on('error', () => void this.#leave(session))
    session.on('end', () => void this.#leave(session))
    return session
  }

  #lead(session: pg.Client): void {
    this.#session = session
    const ping = () => session.query('select 1').catch(() => this.#leave(session))
    this.#pinging = setInterval(() => void ping(), this.#pingMs).unref()
  }

  async #leave(session: pg.Client | undefined): Promise<void> {
    if (this.#session === session) {
      clearInterval(this.#pinging)
      this.#session = undefined
    }
    await session?.end().catch(() => undefined)
  }
}

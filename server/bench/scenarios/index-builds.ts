import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { connect } from '../../measure/connect.ts'

/** Reverie builds its first vector index of an organization at this size. */
const indexedVectors = 200_000

/** Vectors that an index is built of: a partition, and a condition on its rows. */
export type BuiltRows = { table: string; where: string }

/** Selects random containers, as many as give the index its usual size. */
export function shareOf(vectors: number): BuiltRows {
  const share = Math.min(1, indexedVectors / vectors)
  const last =
    share >= 1
      ? 'f'.repeat(8)
      : Math.floor(share * 2 ** 32)
          .toString(16)
          .padStart(8, '0')
  return { table: 'chunk_vectors_0', where: `container <= '${last}-ffff-ffff-ffff-ffffffffffff'` }
}

/** Builds an HNSW index again and again, as a worker does for a large organization, until it is stopped. */
export class IndexBuilds {
  readonly #client: pg.Client
  readonly #watcher: pg.Client
  readonly #rows: BuiltRows
  readonly #ended: Promise<void>
  #isStopped = false
  /** Builds that ran to their end. */
  finished = 0

  private constructor(client: pg.Client, watcher: pg.Client, rows: BuiltRows) {
    this.#client = client
    this.#watcher = watcher
    this.#rows = rows
    this.#ended = this.#build()
  }

  /** Resolves when the first build is under way. */
  static async start(url: string, rows: BuiltRows): Promise<IndexBuilds> {
    const builds = new IndexBuilds(await connect(url), await connect(url), rows)
    while (!(await builds.isBuilding())) await sleep(20)
    return builds
  }

  async isBuilding(): Promise<boolean> {
    const { rowCount } = await this.#watcher.query(
      `select from pg_stat_progress_create_index where relid = $1::regclass and phase = 'building index: loading tuples'`,
      [`cell.${this.#rows.table}`],
    )
    return rowCount === 1
  }

  async #build(): Promise<void> {
    const { table, where } = this.#rows
    await this.#client.query(`set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 1`)
    while (!this.#isStopped) {
      await this.#client.query('drop index concurrently if exists cell.nearest_build')
      try {
        await this.#client.query(
          `create index concurrently nearest_build on cell.${table} using hnsw ((embedding::halfvec(384)) halfvec_cosine_ops)
            where ${where}`,
        )
        this.finished++
      } catch (error) {
        if (!this.#isStopped) throw error
      }
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#watcher.query(
      `select pg_cancel_backend(pid) from pg_stat_activity where query like 'create index concurrently nearest_build%'`,
    )
    await this.#ended
    await Promise.all([this.#client.end(), this.#watcher.end()])
  }
}

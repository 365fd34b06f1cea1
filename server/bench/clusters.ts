import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type pg from 'pg'
import { queryAt } from '../measure/query-at.ts'

const script = join(import.meta.dirname, '../../scripts/postgres')

/** Postgres clusters of one run, created fresh and deleted at its end. */
export class Clusters {
  readonly #prefix: string
  readonly #made: Cluster[] = []
  #isClosed = false

  constructor(prefix: string) {
    this.#prefix = prefix
  }

  /**
   * A running, empty cluster, or a hot standby of another one. One of the same name, left by a killed run, is deleted first.
   */
  async create(letter: string, follows?: Cluster): Promise<Cluster> {
    await postgres('down', '--name', this.#nameOf(letter), '--destroy')
    return this.resume(letter, follows)
  }

  /** A running cluster, with the data that an earlier run has kept in it. */
  async resume(letter: string, follows?: Cluster): Promise<Cluster> {
    const cluster = new Cluster(this.#nameOf(letter), () => this.#isClosed, follows)
    this.#made.push(cluster)
    await cluster.start()
    return cluster
  }

  #nameOf(letter: string): string {
    return `${this.#prefix}-${letter}`
  }

  /** Nothing starts afterwards, whatever is still running. */
  async close({ keep }: { keep: boolean }): Promise<void> {
    this.#isClosed = true
    if (keep) return
    for (const { name } of this.#made) await postgres('down', '--name', name, '--destroy')
  }
}

/** A database that can be asked as the superuser. */
export type Database = Pick<Cluster, 'query'>

export class Cluster {
  readonly name: string
  readonly #isClosed: () => boolean
  readonly #follows: Cluster | undefined
  #url: string | undefined

  constructor(name: string, isClosed: () => boolean, follows?: Cluster) {
    this.name = name
    this.#isClosed = isClosed
    this.#follows = follows
  }

  get url(): string {
    if (!this.#url) throw new Error(`cluster ${this.name} has not been started`)
    return this.#url
  }

  async start(): Promise<void> {
    if (this.#isClosed()) throw new Error('the run has ended')
    const leader = this.#follows ? ['--follows', this.#follows.name] : []
    this.#url = (await postgres('up', '--name', this.name, ...leader)).trim().split('\n').at(-1)!
  }

  /** Like a crash: no checkpoint, no goodbye to clients; the next start recovers from the write-ahead log. */
  async crash(): Promise<void> {
    await postgres('down', '--name', this.name, '--immediate')
  }

  /** Queries as the superuser, whom row-level security does not bind: for faults and recounts only. */
  async query<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return queryAt<Row>(this.url, sql, values)
  }
}

/** In its own process group, so that Ctrl-C reaches only us and we clean up in order. */
async function postgres(...args: string[]): Promise<string> {
  const child = spawn(script, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const code = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const [out, errors, status] = await Promise.all([text(child.stdout), text(child.stderr), code])
  if (status !== 0) throw new Error(`scripts/postgres ${args.join(' ')} failed:\n${errors}`)
  return out
}

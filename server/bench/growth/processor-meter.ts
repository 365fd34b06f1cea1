import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'
import type { Reverie } from '../processes.ts'

/** Milliseconds of processor time for each request, by process. */
export type ProcessorCost = { api: number; postgres: number; worker?: number }

/** Linux counts in hundredths of a second, on every architecture. */
const msPerTick = 10

type Times = { parent: number; own: number; ofEnded: number }

/** From `/proc/<pid>/stat`. The name of the program, in brackets, may have blanks. */
function readTimes(pid: number | string): Times | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    return {
      parent: fields[1]!,
      own: (fields[11]! + fields[12]!) * msPerTick,
      ofEnded: (fields[13]! + fields[14]!) * msPerTick,
    }
  } catch {
    return undefined
  }
}

const ownMs = (pid: number | undefined) => (pid === undefined ? 0 : (readTimes(pid)?.own ?? 0))

/** Processor time of the processes of one cell. */
export class ProcessorMeter {
  readonly #api: Reverie
  readonly #worker: Reverie | undefined
  readonly #backend: number

  private constructor(api: Reverie, worker: Reverie | undefined, backend: number) {
    this.#api = api
    this.#worker = worker
    this.#backend = backend
  }

  /** Does not count the backend of the bench's own connection. */
  static async of(client: pg.Client, api: Reverie, worker?: Reverie): Promise<ProcessorMeter> {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return new ProcessorMeter(api, worker, rows[0]!.pid)
  }

  /** Runs `work`, and says how much processor time it took for each of so many requests. */
  async costOf<T>(requests: number, work: () => Promise<T>): Promise<{ result: T; cost: ProcessorCost }> {
    const before = this.#read()
    const result = await work()
    const after = this.#read()
    const each = (of: keyof typeof after) => Math.round((100 * (after[of] - before[of])) / requests) / 100
    const cost = {
      api: each('api'),
      postgres: each('postgres'),
      ...(this.#worker && { worker: each('worker') }),
    }
    return { result, cost }
  }

  #read() {
    return { api: ownMs(this.#api.pid), worker: ownMs(this.#worker?.pid), postgres: this.#readPostgres() }
  }

  /** Sums the server and its processes, also those that have ended meanwhile. */
  #readPostgres(): number {
    const server = readTimes(this.#backend)?.parent
    const times = server === undefined ? undefined : readTimes(server)
    if (!times) return 0
    const living = readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .map(readTimes)
      .filter(process => process?.parent === server)
      .reduce((sum, process) => sum + process!.own, 0)
    return times.own + times.ofEnded + living - ownMs(this.#backend)
  }
}

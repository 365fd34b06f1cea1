import { readFileSync, writeFileSync } from 'node:fs'

export type Cost = {
  /** Longest time in which the server answered nobody, in milliseconds. */
  stallMs: number
  /** Most memory it took beyond what it had before, in megabytes. */
  rssMb: number
}

type Reading = { lagMs: number; cpuMs: number }

/** Measures the cost of requests from within: by the server's metrics, and by what Linux says of its memory. */
export class Meter {
  readonly #url: string
  readonly #pid: number
  #last: Reading | undefined

  constructor(url: string, pid: number) {
    this.#url = url
    this.#pid = pid
  }

  /**
   * The lag of the event loop is reset by each reading. On a busy machine a process lags because others run: the time its
   * main thread waited for a processor is not its own, and it cannot have stalled for longer than it used one.
   */
  async measure(work: () => Promise<unknown>): Promise<Cost> {
    const before = this.#last ?? (await this.#read())
    const rss = this.#memory('VmRSS')
    const waited = this.#waitedMs()
    this.#forgetPeak()
    await work()
    const peak = this.#memory('VmHWM')
    const waitedMs = this.#waitedMs() - waited
    const after = await this.#read()
    // Between two requests the server idles: one reading serves both.
    this.#last = after
    return {
      stallMs: Math.round(Math.max(0, Math.min(after.lagMs - waitedMs, after.cpuMs - before.cpuMs))),
      rssMb: Math.max(0, Math.round(peak - rss)),
    }
  }

  async #read(): Promise<Reading> {
    const text = await (await fetch(`${this.#url}/metrics`)).text()
    const value = (name: string) => Number(new RegExp(`^reverie_${name} (\\S+)`, 'm').exec(text)?.[1]) * 1_000
    return { lagMs: value('nodejs_eventloop_lag_max_seconds'), cpuMs: value('process_cpu_seconds_total') }
  }

  /** How long the main thread has been ready to run while others ran; 0 where Linux does not count it. */
  #waitedMs(): number {
    try {
      return (
        Number(readFileSync(`/proc/${this.#pid}/task/${this.#pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6
      )
    } catch {
      return 0
    }
  }

  /** Megabytes. */
  #memory(name: 'VmRSS' | 'VmHWM'): number {
    const status = readFileSync(`/proc/${this.#pid}/status`, 'utf8')
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1_024
  }

  /** Linux then counts the peak from now on. */
  #forgetPeak(): void {
    writeFileSync(`/proc/${this.#pid}/clear_refs`, '5')
  }
}

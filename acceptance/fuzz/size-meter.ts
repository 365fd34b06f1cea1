import { readFileSync, writeFileSync } from 'node:fs'

export type Cost = {
  /** The longest time in which the server answered no request, in milliseconds. */
  stallMs: number
  /** The peak of additional memory, in megabytes. */
  rssMb: number
}

type Reading = { lagMs: number; cpuMs: number }

/** Measures the cost of requests by the server's metrics and by its memory as Linux reports it. */
export class Meter {
  readonly #url: string
  readonly #pid: number
  #last: Reading | undefined

  constructor(url: string, pid: number) {
    this.#url = url
    this.#pid = pid
  }

  /**
   * Each reading resets the lag of the event loop. On a busy machine a process also lags because others run. So the time
   * in which its main thread waited for a CPU is subtracted, and a stall is never longer than the CPU time used.
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
    // The server is idle between two requests, so one reading serves both.
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

  /** The time in which the main thread waited for a CPU. Returns 0 if Linux does not count it. */
  #waitedMs(): number {
    try {
      return (
        Number(readFileSync(`/proc/${this.#pid}/task/${this.#pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6
      )
    } catch {
      return 0
    }
  }

  /** Returns a memory figure of the process in megabytes. */
  #memory(name: 'VmRSS' | 'VmHWM'): number {
    const status = readFileSync(`/proc/${this.#pid}/status`, 'utf8')
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1_024
  }

  /** Resets the peak memory that Linux records for the process. */
  #forgetPeak(): void {
    writeFileSync(`/proc/${this.#pid}/clear_refs`, '5')
  }
}

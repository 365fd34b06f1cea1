import type { ChildProcess } from 'node:child_process'
import { ExtractError } from '../extraction.ts'
import { watchMemory } from './watch-memory.ts'

export type Limits = { timeMs: number; memoryMb: number; outputBytes: number }

/** A process behind walls. It can be ended with all it has started, and remembers why that was. */
export class BoxedProcess {
  readonly #process: ChildProcess
  readonly ended: Promise<number>
  #isAlive = true
  #isStruck = false
  #reason: Error | undefined
  #complaint = ''

  constructor(process: ChildProcess) {
    this.#process = process
    process.stderr?.on('data', chunk => {
      this.#complaint = (this.#complaint + chunk).slice(-4_000)
    })
    this.ended = new Promise(resolve => {
      const end = (code: number) => {
        this.#isAlive = false
        resolve(code)
      }
      process.once('error', error => {
        this.#reason ??= error
        end(-1)
      })
      process.once('close', (code, signal) => end(code ?? (signal ? 128 : -1)))
    })
  }

  /** Not so when it was told to end: an answer may still come from one that is dying. */
  get isAlive(): boolean {
    return this.#isAlive && !this.#isStruck
  }

  get pid(): number | undefined {
    return this.#process.pid
  }

  /** Why it was ended by us, if it was. */
  get reason(): Error | undefined {
    return this.#reason
  }

  /** The end of what it wrote to standard error. */
  get complaint(): string {
    return this.#complaint
  }

  /** The whole group: what bubblewrap has started dies with it. */
  end(reason?: Error): void {
    this.#reason ??= reason
    if (!this.isAlive || this.#process.pid === undefined) return
    this.#isStruck = true
    try {
      process.kill(-this.#process.pid, 'SIGKILL')
    } catch {
      // It was faster.
    }
  }

  /** While something is done: ended when that takes too long, too much, or is no longer wanted. */
  guard({ timeMs, memoryMb }: Limits, signal?: AbortSignal): { stop(): void } {
    // An answer that has come while we were busy elsewhere is read first.
    let last: NodeJS.Immediate | undefined
    const timer = setTimeout(() => {
      last = setImmediate(() => this.end(overrun.time(timeMs)))
    }, timeMs)
    const memory = watchMemory(this.pid ?? 0, memoryMb, () => this.end(overrun.memory(memoryMb)))
    const abort = () => this.end(signal!.reason as Error)
    signal?.addEventListener('abort', abort)
    return {
      stop() {
        clearTimeout(timer)
        if (last) clearImmediate(last)
        memory.stop()
        signal?.removeEventListener('abort', abort)
      },
    }
  }
}

export const overrun = {
  time: (ms: number) =>
    new ExtractError('extract.timeout', `The file was not read within ${ms / 1_000} seconds`),
  memory: (mb: number) =>
    new ExtractError('extract.too_large', `Reading the file needs more than ${mb} MB of memory`),
  output: (bytes: number) =>
    new ExtractError('extract.too_large', `The text of the file is larger than ${bytes} bytes`),
}

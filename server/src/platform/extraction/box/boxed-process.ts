import type { ChildProcess } from 'node:child_process'
import { ExtractError } from '../extraction.ts'
import { watchMemory } from './watch-memory.ts'

export type Limits = { timeMs: number; memoryMb: number; outputBytes: number }

/** A process in a sandbox. It can be ended together with all its children, and remembers why it was ended. */
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

  /** False once the process has been asked to end, because a dying process may still send an answer. */
  get isAlive(): boolean {
    return this.#isAlive && !this.#isStruck
  }

  get pid(): number | undefined {
    return this.#process.pid
  }

  /** The reason for which we ended it, if we did. */
  get reason(): Error | undefined {
    return this.#reason
  }

  /** The last part of its standard error. */
  get complaint(): string {
    return this.#complaint
  }

  /** Kills the whole process group, so that programs started by bubblewrap end too. */
  end(reason?: Error): void {
    this.#reason ??= reason
    if (!this.isAlive || this.#process.pid === undefined) return
    this.#isStruck = true
    try {
      process.kill(-this.#process.pid, 'SIGKILL')
    } catch {
      // The process had already exited.
    }
  }

  /** Ends the process when the work takes too long or too much memory, or when `signal` aborts it. */
  guard({ timeMs, memoryMb }: Limits, signal?: AbortSignal): { stop(): void } {
    // An answer that arrived while the event loop was busy is read before the timeout counts.
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

import { FairSlots } from '../../lib/fair-slots.ts'
import { ExtractError } from '../extraction.ts'
import { type BoxAnswer, BoxChild, type BoxFile, type ExtractOptions } from './box-child.ts'
import type { Limits } from './boxed-process.ts'
import { readImage } from './read-image.ts'
import { chooseSandbox, type Sandbox, type SandboxMode } from './sandbox.ts'

export type BoxSettings = {
  sandbox: SandboxMode | Sandbox
  /**
   * Files read at once. One owner gets at most half of the processes: a file may take minutes and must not delay
   * others.
   */
  processes: number
  limits: Limits
  ocrLanguages: string
  /** Time an idle process is kept, because starting one takes 0.2 s. */
  idleMs?: number
  /** Replaces the program that reads files, for tests of the limits. */
  program?: string
}

/**
 * Parses untrusted bytes in separate processes, without network, writable files or environment, and within limits. A
 * file that exceeds the limits fails alone.
 */
export type Box = {
  /** Throws an ExtractError when the file is at fault, BoxUnavailable when the server is. */
  extract(file: BoxFile, options?: ExtractOptions): Promise<BoxAnswer>
  close(): Promise<void>
}

export function createBox(settings: BoxSettings): Box {
  return new BoxPool(settings)
}

type IdleChild = { child: BoxChild; timer: NodeJS.Timeout }
type WaitingRequest = { owner: string | undefined; go(): void }

class BoxPool implements Box {
  readonly #settings: BoxSettings
  readonly #busy = new Set<BoxChild>()
  readonly #places: FairSlots
  #waiting: WaitingRequest[] = []
  #idle: IdleChild[] = []
  #isClosed = false

  constructor(settings: BoxSettings) {
    this.#settings = settings
    this.#places = new FairSlots(settings.processes)
  }

  async extract(file: BoxFile, options: ExtractOptions = {}): Promise<BoxAnswer> {
    await this.#place(options.owner, options.signal)
    try {
      return await this.#read(file, options)
    } finally {
      this.#leave(options.owner)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const { child, timer } of this.#idle) {
      clearTimeout(timer)
      child.end()
    }
    this.#idle = []
    for (const child of this.#busy) child.end(new Error('The box is closed'))
  }

  /** Waits for a free slot; owners take turns. */
  #place(owner: string | undefined, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    return new Promise((resolve, reject) => {
      const go = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const waiting = { owner, go }
      const leave = () => {
        this.#waiting = this.#waiting.filter(other => other !== waiting)
        reject(signal!.reason)
      }
      signal?.addEventListener('abort', leave, { once: true })
      this.#waiting.push(waiting)
      this.#admit()
    })
  }

  /** Releases a slot. Waiting files of other owners then go before those of the owner who had it. */
  #leave(owner: string | undefined): void {
    this.#places.release(owner)
    const { own = [], others = [] } = Object.groupBy(this.#waiting, waiting =>
      waiting.owner === owner ? 'own' : 'others',
    )
    this.#waiting = [...others, ...own]
    this.#admit()
  }

  #admit(): void {
    for (;;) {
      const next = this.#waiting.find(({ owner }) => this.#places.isOpenTo(owner))
      if (!next) return
      this.#waiting = this.#waiting.filter(other => other !== next)
      this.#places.take(next.owner)
      next.go()
    }
  }

  async #read(file: BoxFile, options: ExtractOptions): Promise<BoxAnswer> {
    const child = this.#wake(options.owner) ?? (await this.#start(options.owner))
    try {
      return await this.#readIn(child, file, options)
    } catch (error) {
      // A crash may be the fault of an earlier file in the same process, so the file is retried once in a fresh one.
      if (child.isFresh || child.isAlive || !isFall(error)) throw error
      return await this.#readIn(await this.#start(options.owner), file, options)
    }
  }

  async #readIn(child: BoxChild, file: BoxFile, options: ExtractOptions): Promise<BoxAnswer> {
    this.#busy.add(child)
    try {
      return await child.extract(file, options)
    } finally {
      this.#busy.delete(child)
      this.#rest(child)
    }
  }

  /** An idle process of the same owner: a file that took over its process must not meet a file of another owner. */
  #wake(owner: string | undefined): BoxChild | undefined {
    const idle = this.#idle.find(({ child }) => child.owner === owner && child.isFit)
    if (!idle) return undefined
    this.#idle = this.#idle.filter(other => other !== idle)
    clearTimeout(idle.timer)
    return idle.child
  }

  #rest(child: BoxChild): void {
    if (this.#isClosed || !child.isFit) {
      child.end()
      return
    }
    const timer = setTimeout(() => this.#dismiss(child), this.#settings.idleMs ?? 60_000)
    timer.unref()
    this.#idle.push({ child, timer })
    // Keep one more process than can be busy, so that two owners who take turns both find theirs again.
    if (this.#idle.length > this.#settings.processes + 1) this.#dismiss(this.#idle[0]!.child)
  }

  #dismiss(child: BoxChild): void {
    for (const { timer } of this.#idle.filter(idle => idle.child === child)) clearTimeout(timer)
    this.#idle = this.#idle.filter(idle => idle.child !== child)
    child.end()
  }

  async #start(owner: string | undefined): Promise<BoxChild> {
    const { sandbox, limits, ocrLanguages, program } = this.#settings
    const ocrImage = (image: Buffer, signal: AbortSignal) =>
      readImage(image, { languages: ocrLanguages, limits, sandbox, signal })
    return BoxChild.start(await chooseSandbox(sandbox), limits, { program, owner, ocrImage })
  }
}

function isFall(error: unknown): boolean {
  return error instanceof ExtractError && /crashed|too_large/.test(error.code)
}

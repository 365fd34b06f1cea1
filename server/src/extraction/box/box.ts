import { ExtractError } from '../extraction.ts'
import { type BoxAnswer, BoxChild, type BoxFile, type ExtractOptions } from './box-child.ts'
import type { Limits } from './boxed-process.ts'
import { chooseWalls, type SandboxMode } from './walls.ts'

export type BoxSettings = {
  sandbox: SandboxMode
  /** Files read at once. */
  processes: number
  limits: Limits
  ocrLanguages: string
  /** How long a process without work is kept: starting one takes 0.2 s. */
  idleMs?: number
  /** What runs in the processes, where it is not what reads files: tests of the limits. */
  program?: string
}

/**
 * Where strangers' bytes are parsed: in processes of their own, without network, files to write or an environment, and
 * within limits. A file that overruns them costs its own reading and nobody else's.
 */
export type Box = {
  /** Throws an ExtractError for what is wrong with the file, BoxUnavailable for what is wrong here. */
  extract(file: BoxFile, options?: ExtractOptions): Promise<BoxAnswer>
  close(): Promise<void>
}

export function createBox(settings: BoxSettings): Box {
  return new BoxPool(settings)
}

type Resting = { child: BoxChild; timer: NodeJS.Timeout }

class BoxPool implements Box {
  readonly #settings: BoxSettings
  readonly #busy = new Set<BoxChild>()
  readonly #queue: (() => void)[] = []
  #resting: Resting[] = []
  #taken = 0
  #isClosed = false

  constructor(settings: BoxSettings) {
    this.#settings = settings
  }

  async extract(file: BoxFile, options: ExtractOptions = {}): Promise<BoxAnswer> {
    await this.#place(options.signal)
    try {
      return await this.#read(file, options)
    } finally {
      this.#taken--
      this.#queue.shift()?.()
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const { child, timer } of this.#resting) {
      clearTimeout(timer)
      child.end()
    }
    this.#resting = []
    for (const child of this.#busy) child.end(new Error('The box is closed'))
  }

  /** Waits for one of the places, first come first served. */
  async #place(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    while (this.#taken >= this.#settings.processes) await this.#turn(signal)
    this.#taken++
  }

  #turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        this.#queue.splice(this.#queue.indexOf(go), 1)
        reject(signal!.reason)
      }
      signal?.addEventListener('abort', leave, { once: true })
      this.#queue.push(go)
    })
  }

  async #read(file: BoxFile, options: ExtractOptions): Promise<BoxAnswer> {
    const child = this.#wake(options.owner) ?? (await this.#start(options.owner))
    try {
      return await this.#readIn(child, file, options)
    } catch (error) {
      // What fell over an earlier file's remains gets a process of its own; what does so there fell over itself.
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

  /** One of this owner's: a file that took over its process must not meet another's. */
  #wake(owner: string | undefined): BoxChild | undefined {
    const resting = this.#resting.find(({ child }) => child.owner === owner && child.isFit)
    if (!resting) return undefined
    this.#resting = this.#resting.filter(other => other !== resting)
    clearTimeout(resting.timer)
    return resting.child
  }

  #rest(child: BoxChild): void {
    if (this.#isClosed || !child.isFit) {
      child.end()
      return
    }
    const timer = setTimeout(() => this.#dismiss(child), this.#settings.idleMs ?? 60_000)
    timer.unref()
    this.#resting.push({ child, timer })
    // One more than can be busy, so that two owners who take turns find theirs again.
    if (this.#resting.length > this.#settings.processes + 1) this.#dismiss(this.#resting[0]!.child)
  }

  #dismiss(child: BoxChild): void {
    for (const { timer } of this.#resting.filter(resting => resting.child === child)) clearTimeout(timer)
    this.#resting = this.#resting.filter(resting => resting.child !== child)
    child.end()
  }

  async #start(owner: string | undefined): Promise<BoxChild> {
    const { sandbox, limits, ocrLanguages, program } = this.#settings
    return BoxChild.start(await chooseWalls(sandbox), limits, { ocrLanguages, program, owner })
  }
}

function isFall(error: unknown): boolean {
  return error instanceof ExtractError && /crashed|too_large/.test(error.code)
}

import { Places } from '../../lib/places.ts'
import { ExtractError } from '../extraction.ts'
import { type BoxAnswer, BoxChild, type BoxFile, type ExtractOptions } from './box-child.ts'
import type { Limits } from './boxed-process.ts'
import { readImage } from './read-image.ts'
import { chooseWalls, type SandboxMode, type Walls } from './walls.ts'

export type BoxSettings = {
  sandbox: SandboxMode | Walls
  /** Files read at once, of one owner half of them at most: a file may take minutes, and nobody else is to wait for it. */
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
type Waiting = { owner: string | undefined; go(): void }

class BoxPool implements Box {
  readonly #settings: BoxSettings
  readonly #busy = new Set<BoxChild>()
  readonly #places: Places
  #waiting: Waiting[] = []
  #resting: Resting[] = []
  #isClosed = false

  constructor(settings: BoxSettings) {
    this.#settings = settings
    this.#places = new Places(settings.processes)
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
    for (const { child, timer } of this.#resting) {
      clearTimeout(timer)
      child.end()
    }
    this.#resting = []
    for (const child of this.#busy) child.end(new Error('The box is closed'))
  }

  /** Waits for one of the places; owners take turns. */
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

  /** Whoever had a place is let in again after those who waited for it. */
  #leave(owner: string | undefined): void {
    this.#places.leave(owner)
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
    const readPicture = (image: Buffer, signal: AbortSignal) =>
      readImage(image, { languages: ocrLanguages, limits, sandbox, signal })
    return BoxChild.start(await chooseWalls(sandbox), limits, { program, owner, readPicture })
  }
}

function isFall(error: unknown): boolean {
  return error instanceof ExtractError && /crashed|too_large/.test(error.code)
}

import type { Worker } from 'node:worker_threads'
import type { NativeSection } from './native-section.ts'

type PendingReply<Reply> = { resolve: (reply: Reply) => void; reject: (error: Error) => void }

/** Longer than a model takes to load or to embed a text, because an exit must not hang. */
const exitTimeoutMs = 5_000

const sections = new Set<NativeSection>()

/** Keeps the end of the process from killing the worker inside the runtime. */
export function endSafelyOnExit(worker: Worker, section: NativeSection): void {
  if (sections.size === 0) process.on('exit', closeSections)
  sections.add(section)
  worker.once('exit', () => {
    section.leave()
    sections.delete(section)
    if (sections.size === 0) process.off('exit', closeSections)
  })
}

function closeSections(): void {
  for (const section of sections) section.closeBlocking(exitTimeoutMs)
}

/**
 * Sends requests to a worker and receives its replies. It keeps the process alive only while a reply or the worker's
 * end is due.
 */
export class ThreadLink<Request, Reply> {
  readonly #worker: Worker
  readonly #ended: (cause: unknown) => Error
  #waiting: PendingReply<Reply> | undefined
  #failure: unknown
  #isEnding = false
  #isOver = false

  /** `ended` makes the error for callers that wait for a worker that has died. */
  constructor(worker: Worker, ended: (cause: unknown) => Error) {
    this.#worker = worker
    this.#ended = ended
    worker.on('message', (reply: Reply) => this.#settle()?.resolve(reply))
    worker.on('error', error => {
      this.#failure = error
    })
    worker.on('exit', () => {
      this.#isOver = true
      this.#settle()?.reject(ended(this.#failure))
    })
  }

  ask(request: Request): Promise<Reply> {
    const reply = this.reply()
    this.#worker.postMessage(request)
    return reply
  }

  reply(): Promise<Reply> {
    if (this.#isOver) return Promise.reject(this.#ended(this.#failure))
    this.#worker.ref()
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
    })
  }

  async end(section: NativeSection): Promise<void> {
    this.#isEnding = true
    this.#worker.ref()
    await section.close()
    await this.#worker.terminate()
  }

  #settle(): PendingReply<Reply> | undefined {
    const waiting = this.#waiting
    this.#waiting = undefined
    if (!this.#isEnding) this.#worker.unref()
    return waiting
  }
}

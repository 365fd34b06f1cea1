import { extname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import type { Fact, Passage } from '../../../language/english/fact.ts'
import { startRuntimeThread } from '../../../platform/providers/threads/start-runtime-thread.ts'
import type { ReadingReply } from './reading-thread.ts'

export type ReadingThreadsOptions = {
  /** The program of a thread; tests give another. */
  entry?: URL
  threads?: number
  /** How long a thread may read one passage. */
  deadlineMs?: number
}

/** A thread did not finish in time. */
export class ReadingTimeout extends Error {}

/** A thread ended, or the rules failed, while a passage was read. */
export class ReadingFailure extends Error {}

/** Two, so that a passage which takes until its deadline does not hold up all others. They start when they are needed. */
const usualThreads = 2
/** The slowest of 67 shapes of text takes 0.8 s for a window on an idle core. */
const usualDeadlineMs = 10_000
/** Loading the rules takes a thread 0.2 to 1.3 s of a core, and on a machine with twenty times the work it can do up to a minute. */
const startDeadlineMs = 300_000
/** A passage that needs more ends its thread. (Not a wall: V8 ends the process when one allocation is too large for that.) */
const maxHeapMb = 256

type Job = { passage: Passage; resolve(facts: Fact[]): void; reject(error: Error): void }
type Thread = { worker: Worker; ready: Promise<void>; take(reply: ReadingReply | Error): void }

/** Threads that read passages by rules, and the queue before them. One that misses its deadline is ended and replaced. */
export class ReadingThreads {
  readonly #entry: URL
  readonly #most: number
  readonly #deadlineMs: number
  readonly #threads = new Set<Thread>()
  readonly #idle: Thread[] = []
  readonly #queue: Job[] = []
  #isClosed = false

  constructor({ entry, threads = usualThreads, deadlineMs = usualDeadlineMs }: ReadingThreadsOptions = {}) {
    // From source the thread's file is .ts, when built it is .js, as this one is.
    this.#entry = entry ?? new URL(`./reading-thread${extname(import.meta.url)}`, import.meta.url)
    this.#most = threads
    this.#deadlineMs = deadlineMs
  }

  read(passage: Passage): Promise<Fact[]> {
    if (this.#isClosed) return Promise.reject(closed())
    return new Promise((resolve, reject) => {
      this.#queue.push({ passage, resolve, reject })
      this.#dispatch()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const { reject } of this.#queue.splice(0)) reject(closed())
    await Promise.all([...this.#threads].map(thread => this.#end(thread, closed())))
  }

  #dispatch(): void {
    while (this.#queue.length > 0) {
      const thread = this.#idle.pop() ?? (this.#threads.size < this.#most ? this.#start() : undefined)
      if (!thread) return
      void this.#serve(thread, this.#queue.shift()!)
    }
  }

  async #serve(thread: Thread, { passage, resolve, reject }: Job): Promise<void> {
    // The thread holds the process open only while somebody waits for it.
    thread.worker.ref()
    try {
      await thread.ready
      resolve(await this.#ask(thread, passage))
    } catch (error) {
      reject(error as Error)
    }
    thread.worker.unref()
    if (this.#threads.has(thread)) this.#idle.push(thread)
    if (!this.#isClosed) this.#dispatch()
  }

  async #ask(thread: Thread, passage: Passage): Promise<Fact[]> {
    const answered = this.#answer(thread, this.#deadlineMs)
    thread.worker.postMessage(passage)
    const reply = await answered
    if (reply.type === 'facts') return reply.facts
    throw new ReadingFailure(reply.type === 'failed' ? reply.message : 'The thread answered out of turn')
  }

  #start(): Thread {
    const worker = startRuntimeThread(this.#entry, 'reverie reading', undefined, maxHeapMb)
    const thread: Thread = { worker, ready: Promise.resolve(), take: () => undefined }
    this.#threads.add(thread)
    worker.on('message', (reply: ReadingReply) => thread.take(reply))
    const onEnd = (cause?: unknown) => void this.#end(thread, ended(cause))
    worker.on('error', onEnd)
    worker.on('exit', () => onEnd())
    thread.ready = this.#answer(thread, startDeadlineMs).then(() => undefined)
    return thread
  }

  /** The thread's next reply. One that does not come in time ends the thread. */
  #answer(thread: Thread, deadlineMs: number): Promise<ReadingReply> {
    return new Promise((resolve, reject) => {
      const answered = new AbortController()
      const timer = setTimeout(async () => {
        await untilSpent(thread.worker, deadlineMs, answered.signal)
        if (answered.signal.aborted) return
        await this.#end(thread, new ReadingTimeout(`Reading took longer than ${deadlineMs / 1000} s`))
      }, deadlineMs)
      thread.take = reply => {
        clearTimeout(timer)
        answered.abort()
        thread.take = () => undefined
        if (reply instanceof Error) reject(reply)
        else resolve(reply)
      }
    })
  }

  async #end(thread: Thread, reason: Error): Promise<void> {
    this.#threads.delete(thread)
    const place = this.#idle.indexOf(thread)
    if (place >= 0) this.#idle.splice(place, 1)
    thread.take(reason)
    await thread.worker.terminate()
  }
}

const mostRounds = 20

/**
 * Waits until a thread that is late has had a quarter of its deadline on a core, or ten deadlines more by the clock: on a machine with far
 * more to do than it can, ordinary texts took 20 s by the clock and 0.3 s of a core.
 */
async function untilSpent(worker: Worker, deadlineMs: number, answered: AbortSignal): Promise<void> {
  const before = await cpuMsOf(worker)
  for (let round = 0; round < mostRounds && !answered.aborted; round++) {
    await sleep(deadlineMs / 2, undefined, { signal: answered }).catch(() => undefined)
    if (answered.aborted || (await cpuMsOf(worker)) - before >= deadlineMs / 4) return
  }
}

/** A thread that answers a question about itself no more has spent all it may. */
async function cpuMsOf(worker: Worker): Promise<number> {
  const { user, system } = await worker
    .cpuUsage()
    .catch(() => ({ user: Number.POSITIVE_INFINITY, system: 0 }))
  return (user + system) / 1_000
}

const closed = () => new ReadingFailure('The reading threads have been closed')

const ended = (cause: unknown) =>
  new ReadingFailure('The thread that read the document ended unexpectedly', { cause })

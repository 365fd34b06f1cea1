import { extname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import type { Fact, Passage } from '../../../language/english/fact.ts'
import type { Judged } from '../../../language/english/judged.ts'
import type { NamedQuestion } from '../../../language/english/questions-of.ts'
import { startRuntimeThread } from '../../../platform/providers/threads/start-runtime-thread.ts'
import type { ReadingReply, ReadingRequest } from './reading-thread.ts'

export type ReadingThreadsOptions = {
  /** Entry file of a thread; tests pass another one. */
  entry?: URL
  threads?: number
  /** Time limit for reading one passage. */
  deadlineMs?: number
}

/** A thread missed its deadline. */
export class ReadingTimeout extends Error {}

/** A thread ended, or the rules threw, while reading a passage. */
export class ReadingFailure extends Error {}

/**
 * Two threads, so that a passage that takes until its deadline does not delay all others. They start on first use.
 */
const defaultThreads = 2
/** The slowest of 67 shapes of text takes 0.8 s for a window on an idle core. */
const defaultDeadlineMs = 10_000
/**
 * Loading the rules takes 0.2 to 1.3 s of a core, and up to a minute on a machine with twenty times more work than
 * it can do.
 */
const startDeadlineMs = 300_000
/**
 * A passage that needs more memory ends its thread. (Not a sandbox: V8 ends the whole process when a single
 * allocation exceeds the limit.)
 */
const maxHeapMb = 256

type Job = { request: ReadingRequest; resolve(reply: ReadingReply): void; reject(error: Error): void }
type Thread = { worker: Worker; ready: Promise<void>; take(reply: ReadingReply | Error): void }

/**
 * Threads that extract facts by rules, with a queue. A thread that misses its deadline is terminated and replaced.
 */
export class ReadingThreads {
  readonly #entry: URL
  readonly #maxThreads: number
  readonly #deadlineMs: number
  readonly #threads = new Set<Thread>()
  readonly #idle: Thread[] = []
  readonly #queue: Job[] = []
  #isClosed = false

  constructor({
    entry,
    threads = defaultThreads,
    deadlineMs = defaultDeadlineMs,
  }: ReadingThreadsOptions = {}) {
    // The entry file is .ts when run from source and .js when built, like this file.
    this.#entry = entry ?? new URL(`./reading-thread${extname(import.meta.url)}`, import.meta.url)
    this.#maxThreads = threads
    this.#deadlineMs = deadlineMs
  }

  /** The sentences of a passage that are to be judged before it is read. */
  async ask(passage: Passage): Promise<NamedQuestion[]> {
    const reply = await this.#request({ type: 'ask', passage })
    if (reply.type === 'questions') return reply.questions
    throw outOfTurn(reply)
  }

  async read(passage: Passage, judged?: Judged): Promise<Fact[]> {
    const reply = await this.#request({ type: 'read', passage, judged })
    if (reply.type === 'facts') return reply.facts
    throw outOfTurn(reply)
  }

  #request(request: ReadingRequest): Promise<ReadingReply> {
    if (this.#isClosed) return Promise.reject(closed())
    return new Promise((resolve, reject) => {
      this.#queue.push({ request, resolve, reject })
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
      const thread = this.#idle.pop() ?? (this.#threads.size < this.#maxThreads ? this.#start() : undefined)
      if (!thread) return
      void this.#serve(thread, this.#queue.shift()!)
    }
  }

  async #serve(thread: Thread, { request, resolve, reject }: Job): Promise<void> {
    // The thread keeps the process alive only while somebody waits for it.
    thread.worker.ref()
    try {
      await thread.ready
      resolve(await this.#ask(thread, request))
    } catch (error) {
      reject(error as Error)
    }
    thread.worker.unref()
    if (this.#threads.has(thread)) this.#idle.push(thread)
    if (!this.#isClosed) this.#dispatch()
  }

  #ask(thread: Thread, request: ReadingRequest): Promise<ReadingReply> {
    const answered = this.#answer(thread, this.#deadlineMs)
    thread.worker.postMessage(request)
    return answered
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

  /** The next reply of the thread. A missed deadline terminates the thread. */
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

const maxRounds = 20

/**
 * Waits until a late thread has used a quarter of its deadline in CPU time, or ten more deadlines of wall-clock
 * time: on an overloaded machine ordinary texts took 20 s by the clock and 0.3 s of CPU.
 */
async function untilSpent(worker: Worker, deadlineMs: number, answered: AbortSignal): Promise<void> {
  const before = await cpuMsOf(worker)
  for (let round = 0; round < maxRounds && !answered.aborted; round++) {
    await sleep(deadlineMs / 2, undefined, { signal: answered }).catch(() => undefined)
    if (answered.aborted || (await cpuMsOf(worker)) - before >= deadlineMs / 4) return
  }
}

/** A thread that no longer reports its CPU usage counts as having used all of it. */
async function cpuMsOf(worker: Worker): Promise<number> {
  const { user, system } = await worker
    .cpuUsage()
    .catch(() => ({ user: Number.POSITIVE_INFINITY, system: 0 }))
  return (user + system) / 1_000
}

const outOfTurn = (reply: ReadingReply) =>
  new ReadingFailure(reply.type === 'failed' ? reply.message : 'The thread answered out of turn')

const closed = () => new ReadingFailure('The reading threads have been closed')

const ended = (cause: unknown) =>
  new ReadingFailure('The thread that read the document ended unexpectedly', { cause })

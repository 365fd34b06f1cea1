import { orAbort } from '../../lib/or-abort.ts'
import { FairQueue } from '../threads/fair-queue.ts'
import { type CodeEmbedding, EmbedderClosed, type EmbedOptions, type TokenEmbedding } from './embedder.ts'
import type { ModelThread, StartThread } from './model-thread.ts'

/**
 * The most that one thread takes at a time. Small, because a query that finds every thread busy waits this long: 2,000
 * characters are about 40 ms of MiniLM on one core.
 */
const maxTexts = 8
const maxCharacters = 2_000

/** Some texts of a call, for one thread. */
type TextBatch = { run(thread: ModelThread): Promise<void>; reject(reason: unknown): void }

/** The threads of one model and their queue. A thread that dies is replaced. */
export class ThreadPool {
  readonly #start: StartThread
  readonly #size: number
  readonly #queue = new FairQueue<TextBatch>()
  readonly #threads = new Set<ModelThread>()
  readonly #idle = new Set<ModelThread>()
  readonly #starting = new Set<Promise<void>>()
  #dimensions = 0
  #tellsTokens = false
  #isClosed = false

  private constructor(start: StartThread, size: number) {
    this.#start = start
    this.#size = size
  }

  /** Resolves when every thread is ready. The first starts alone, so that the others find its download. */
  static async open(start: StartThread, size: number): Promise<ThreadPool> {
    const pool = new ThreadPool(start, size)
    try {
      await pool.#addThread()
      await Promise.all(Array.from({ length: size - 1 }, () => pool.#addThread()))
    } catch (error) {
      await pool.close()
      throw error
    }
    return pool
  }

  /** Length of the vectors, known once the first thread has started. */
  get dimensions(): number {
    return this.#dimensions
  }

  /** True when `embedTokens` and `embedCodes` work. */
  get tellsTokens(): boolean {
    return this.#tellsTokens
  }

  embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]> {
    return this.#run(texts, options, (thread, piece) => thread.embed(piece))
  }

  embedTokens(texts: readonly string[], options: EmbedOptions): Promise<TokenEmbedding[]> {
    return this.#run(texts, options, (thread, piece) => thread.embedTokens(piece))
  }

  embedCodes(texts: readonly string[], options: EmbedOptions): Promise<CodeEmbedding[]> {
    return this.#run(texts, options, (thread, piece) => thread.embedCodes(piece))
  }

  async #run<T>(
    texts: readonly string[],
    { purpose, signal }: EmbedOptions,
    work: (thread: ModelThread, texts: readonly string[]) => Promise<T[]>,
  ): Promise<T[]> {
    signal?.throwIfAborted()
    if (this.#isClosed) throw new EmbedderClosed()
    this.#replaceMissing()
    const pieces = cutInPieces(texts).map(texts => {
      const { promise, resolve, reject } = Promise.withResolvers<T[]>()
      return { promise, reject, run: async (thread: ModelThread) => resolve(await work(thread, texts)) }
    })
    const takeBack = this.#queue.add(pieces, purpose)
    // When one piece has failed, the other pieces of the call are useless.
    for (const piece of pieces) piece.promise.catch(takeBack)
    this.#dispatch()
    try {
      const parts = Promise.all(pieces.map(piece => piece.promise))
      return (await orAbort(parts, signal)).flat()
    } finally {
      takeBack()
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#failQueued(new EmbedderClosed())
    await Promise.allSettled(this.#starting)
    await Promise.all([...this.#threads].map(thread => thread.terminate()))
  }

  #dispatch(): void {
    for (const thread of this.#idle) {
      const piece = this.#queue.take()
      if (!piece) return
      this.#idle.delete(thread)
      void this.#serve(thread, piece)
    }
  }

  async #serve(thread: ModelThread, piece: TextBatch): Promise<void> {
    const fail = (error: unknown) => piece.reject(this.#isClosed ? new EmbedderClosed() : error)
    await piece.run(thread).catch(fail)
    if (this.#threads.has(thread)) this.#idle.add(thread)
    this.#dispatch()
  }

  async #addThread(): Promise<void> {
    const started = this.#start(thread => this.#onExit(thread)).then(thread => {
      this.#dimensions = thread.dimensions
      this.#tellsTokens = thread.tellsTokens
      this.#threads.add(thread)
      this.#idle.add(thread)
    })
    this.#starting.add(started)
    try {
      await started
    } finally {
      this.#starting.delete(started)
    }
    if (!this.#isClosed) this.#dispatch()
  }

  #onExit(thread: ModelThread): void {
    this.#threads.delete(thread)
    this.#idle.delete(thread)
    this.#replaceMissing()
  }

  /**
   * Starts missing threads. If a replacement cannot start, the next call tries again. So a broken model is retried at
   * the pace of its callers, and they get the error.
   */
  #replaceMissing(): void {
    if (this.#isClosed) return
    for (let i = this.#threads.size + this.#starting.size; i < this.#size; i++) {
      this.#addThread().catch(error => {
        if (this.#threads.size + this.#starting.size === 0) this.#failQueued(error)
      })
    }
  }

  #failQueued(error: unknown): void {
    for (let piece = this.#queue.take(); piece; piece = this.#queue.take()) piece.reject(error)
  }
}

function cutInPieces(texts: readonly string[]): string[][] {
  const pieces: string[][] = []
  let characters = 0
  for (const text of texts) {
    const piece = pieces.at(-1)
    characters += text.length
    if (piece && piece.length < maxTexts && characters <= maxCharacters) piece.push(text)
    else {
      pieces.push([text])
      characters = text.length
    }
  }
  return pieces
}

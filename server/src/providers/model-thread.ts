import { Worker } from 'node:worker_threads'
import { EmbedError, type TokenEmbedding } from './embedder.ts'
import type { ThreadModel, ThreadReply, ThreadRequest, ThreadSettings } from './local-embedder-thread.ts'
import { NativeSection } from './native-section.ts'

/** A thread that embeds one piece of work at a time. */
export interface ModelThread {
  readonly dimensions: number
  readonly tellsTokens: boolean
  embed(texts: readonly string[]): Promise<Float32Array[]>
  embedTokens(texts: readonly string[]): Promise<TokenEmbedding[]>
  terminate(): Promise<void>
}

/** Starts a thread once more; `onExit` is told when a started one has died. */
export type StartThread = (onExit: (thread: ModelThread) => void) => Promise<ModelThread>

type Waiting = { resolve: (reply: ThreadReply) => void; reject: (error: Error) => void }

/** Starts the worker and resolves when its model is loaded. */
export async function startModelThread(
  entry: URL,
  model: ThreadModel,
  onExit: (thread: ModelThread) => void,
): Promise<ModelThread> {
  const section = new NativeSection()
  const settings: ThreadSettings = { model, sectionMemory: section.memory }
  const worker = new Worker(entry, { workerData: settings, name: 'embedder' })
  endSafelyOnExit(worker, section)
  const link = new ThreadLink(worker)
  const ready = await link.reply()
  if (ready.type !== 'ready') {
    await link.end(section)
    throw new EmbedError('embed.provider_unavailable', `The local model does not load: ${describe(ready)}`)
  }
  const thread: ModelThread = {
    dimensions: ready.dimensions,
    tellsTokens: ready.tellsTokens,
    embed: texts => embedOn(link, texts),
    embedTokens: texts => embedTokensOn(link, texts),
    terminate: () => link.end(section),
  }
  worker.once('exit', () => onExit(thread))
  return thread
}

/** Longer than a model loads or a text takes; an exit must not hang. */
const exitTimeoutMs = 5_000

const sections = new Set<NativeSection>()

function endSafelyOnExit(worker: Worker, section: NativeSection): void {
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

async function embedOn(link: ThreadLink, texts: readonly string[]): Promise<Float32Array[]> {
  const reply = await link.ask({ texts, withTokens: false })
  if (reply.type === 'vectors') return reply.vectors
  throw failed(reply)
}

async function embedTokensOn(link: ThreadLink, texts: readonly string[]): Promise<TokenEmbedding[]> {
  const reply = await link.ask({ texts, withTokens: true })
  if (reply.type === 'tokens') return reply.embeddings
  throw failed(reply)
}

const failed = (reply: ThreadReply) =>
  new EmbedError('embed.bad_response', `The local model failed: ${describe(reply)}`)

/** Question and answer with a worker. It holds the process open only while an answer or its end is due. */
class ThreadLink {
  readonly #worker: Worker
  #waiting: Waiting | undefined
  #failure: unknown
  #isEnding = false
  #isOver = false

  constructor(worker: Worker) {
    this.#worker = worker
    worker.on('message', (reply: ThreadReply) => this.#settle()?.resolve(reply))
    worker.on('error', error => {
      this.#failure = error
    })
    worker.on('exit', () => {
      this.#isOver = true
      this.#settle()?.reject(threadEnded(this.#failure))
    })
  }

  ask(request: ThreadRequest): Promise<ThreadReply> {
    const reply = this.reply()
    this.#worker.postMessage(request)
    return reply
  }

  reply(): Promise<ThreadReply> {
    if (this.#isOver) return Promise.reject(threadEnded(this.#failure))
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

  #settle(): Waiting | undefined {
    const waiting = this.#waiting
    this.#waiting = undefined
    if (!this.#isEnding) this.#worker.unref()
    return waiting
  }
}

function threadEnded(cause?: unknown): EmbedError {
  return new EmbedError('embed.provider_unavailable', 'A thread of the local model ended unexpectedly', {
    cause,
  })
}

function describe(reply: ThreadReply): string {
  return reply.type === 'failed' ? reply.message : `unexpected reply "${reply.type}"`
}

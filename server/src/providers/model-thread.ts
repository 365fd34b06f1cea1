import { Worker } from 'node:worker_threads'
import { EmbedError } from './embedder.ts'
import type { ThreadModel, ThreadReply } from './local-embedder-thread.ts'

/** A thread that embeds one piece of work at a time. */
export interface ModelThread {
  readonly dimensions: number
  embed(texts: readonly string[]): Promise<Float32Array[]>
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
  const worker = new Worker(entry, { workerData: model, name: 'embedder' })
  const link = new ThreadLink(worker)
  const ready = await link.reply()
  if (ready.type !== 'ready') {
    await worker.terminate()
    throw new EmbedError('embed.provider_unavailable', `The local model does not load: ${describe(ready)}`)
  }
  const thread: ModelThread = {
    dimensions: ready.dimensions,
    embed: texts => embedOn(link, texts),
    terminate: async () => void (await worker.terminate()),
  }
  if (link.isOver) throw threadEnded()
  worker.once('exit', () => onExit(thread))
  return thread
}

async function embedOn(link: ThreadLink, texts: readonly string[]): Promise<Float32Array[]> {
  const reply = await link.ask({ texts })
  if (reply.type === 'vectors') return reply.vectors
  throw new EmbedError('embed.bad_response', `The local model failed: ${describe(reply)}`)
}

/** Question and answer with a worker. It holds the process open only while an answer is due. */
class ThreadLink {
  readonly #worker: Worker
  #waiting: Waiting | undefined
  #failure: unknown
  isOver = false

  constructor(worker: Worker) {
    this.#worker = worker
    worker.on('message', (reply: ThreadReply) => this.#settle()?.resolve(reply))
    worker.on('error', error => {
      this.#failure = error
    })
    worker.on('exit', () => {
      this.isOver = true
      this.#settle()?.reject(threadEnded(this.#failure))
    })
  }

  ask(request: { texts: readonly string[] }): Promise<ThreadReply> {
    const reply = this.reply()
    this.#worker.postMessage(request)
    return reply
  }

  reply(): Promise<ThreadReply> {
    if (this.isOver) return Promise.reject(threadEnded(this.#failure))
    this.#worker.ref()
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
    })
  }

  #settle(): Waiting | undefined {
    const waiting = this.#waiting
    this.#waiting = undefined
    this.#worker.unref()
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

import { NativeSection } from '../threads/native-section.ts'
import { startRuntimeThread } from '../threads/start-runtime-thread.ts'
import { endSafelyOnExit, ThreadLink } from '../threads/thread-link.ts'
import { type CodeEmbedding, EmbedError, type TokenEmbedding } from './embedder.ts'
import type { ThreadModel, ThreadReply, ThreadRequest, ThreadSettings } from './embedder-messages.ts'

/** A thread that works on one piece at a time. */
export interface ModelThread {
  readonly dimensions: number
  readonly tellsTokens: boolean
  embed(texts: readonly string[]): Promise<Float32Array[]>
  embedTokens(texts: readonly string[]): Promise<TokenEmbedding[]>
  embedCodes(texts: readonly string[]): Promise<CodeEmbedding[]>
  terminate(): Promise<void>
}

/** Starts another thread. `onExit` is called when a started thread has died. */
export type StartThread = (onExit: (thread: ModelThread) => void) => Promise<ModelThread>

type Link = ThreadLink<ThreadRequest, ThreadReply>

/** Starts the worker and resolves when its model is loaded. */
export async function startModelThread(
  entry: URL,
  model: ThreadModel,
  onExit: (thread: ModelThread) => void,
): Promise<ModelThread> {
  const section = new NativeSection()
  const settings: ThreadSettings = { model, sectionMemory: section.memory }
  const worker = startRuntimeThread(entry, 'embedder', settings)
  endSafelyOnExit(worker, section)
  const link = new ThreadLink<ThreadRequest, ThreadReply>(worker, threadEnded)
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
    embedCodes: texts => embedCodesOn(link, texts),
    terminate: () => link.end(section),
  }
  worker.once('exit', () => onExit(thread))
  return thread
}

async function embedOn(link: Link, texts: readonly string[]): Promise<Float32Array[]> {
  const reply = await link.ask({ texts, wanted: 'vectors' })
  if (reply.type === 'vectors') return reply.vectors
  throw failed(reply)
}

async function embedTokensOn(link: Link, texts: readonly string[]): Promise<TokenEmbedding[]> {
  const reply = await link.ask({ texts, wanted: 'tokens' })
  if (reply.type === 'tokens') return reply.embeddings
  throw failed(reply)
}

async function embedCodesOn(link: Link, texts: readonly string[]): Promise<CodeEmbedding[]> {
  const reply = await link.ask({ texts, wanted: 'codes' })
  if (reply.type !== 'codes') throw failed(reply)
  return reply.embeddings.map(({ vector, codes }) => ({ vector, codes: Buffer.from(codes) }))
}

const failed = (reply: ThreadReply) =>
  new EmbedError('embed.bad_response', `The local model failed: ${describe(reply)}`)

function threadEnded(cause?: unknown): EmbedError {
  return new EmbedError('embed.provider_unavailable', 'A thread of the local model ended unexpectedly', {
    cause,
  })
}

function describe(reply: ThreadReply): string {
  return reply.type === 'failed' ? reply.message : `unexpected reply "${reply.type}"`
}

import { access } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { orAbort } from '../../lib/or-abort.ts'
import { NativeSection } from '../threads/native-section.ts'
import { startRuntimeThread } from '../threads/start-runtime-thread.ts'
import { endSafelyOnExit, ThreadLink } from '../threads/thread-link.ts'
import {
  maxPieceMs,
  samplesPerSecond,
  TranscribeError,
  type TranscribeOptions,
  type Transcriber,
  type Transcription,
} from './transcriber.ts'
import type {
  TranscribeRequest,
  TranscriberReply,
  TranscriberThreadSettings,
} from './transcriber-messages.ts'

export type LocalTranscriberOptions = {
  /** The directory of a Whisper model in the layout of transformers.js. */
  directory: string
  /** After this long without work the model's memory is freed. */
  idleMs?: number
}

const maxSamples = (maxPieceMs / 1_000) * samplesPerSecond

/** True when the directory seems to contain a model. */
export async function hasWhisper(directory: string): Promise<boolean> {
  const needed = [
    'config.json',
    'generation_config.json',
    'preprocessor_config.json',
    'tokenizer.json',
    'onnx',
  ]
  const found = needed.map(name => access(join(directory, name)))
  return Promise.all(found).then(
    () => true,
    () => false,
  )
}

/**
 * Runs Whisper in a thread of this process, so nothing leaves the machine. It is loaded at the first use. One thread on
 * one core takes the pieces of all recordings in turn.
 */
export function openLocalTranscriber({ directory, idleMs = 60_000 }: LocalTranscriberOptions): Transcriber {
  const transcriber = new ThreadTranscriber(directory, idleMs)
  return {
    name: `local ${basename(directory)}`,
    transcribe: (samples, options) => transcriber.transcribe(samples, options),
    close: () => transcriber.close(),
  }
}

type TranscriberThread = { link: ThreadLink<TranscribeRequest, TranscriberReply>; section: NativeSection }

class ThreadTranscriber {
  readonly #directory: string
  readonly #idleMs: number
  #thread: Promise<TranscriberThread> | undefined
  #last: Promise<unknown> = Promise.resolve()
  #idle: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(directory: string, idleMs: number) {
    this.#directory = directory
    this.#idleMs = idleMs
  }

  async transcribe(samples: Float32Array, { language, signal }: TranscribeOptions): Promise<Transcription> {
    if (samples.length > maxSamples) throw new RangeError(`A piece has at most ${maxPieceMs} ms`)
    signal.throwIfAborted()
    const transcription = this.#last.then(() => {
      signal.throwIfAborted()
      // A copy, because sending a view would send the whole buffer behind it.
      return this.#transcribeNow({ samples: samples.slice(), language })
    })
    this.#last = transcription.catch(() => undefined)
    return orAbort(transcription, signal)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#end()
  }

  async #transcribeNow(request: TranscribeRequest): Promise<Transcription> {
    if (this.#isClosed) throw unavailable('The local model has been closed')
    clearTimeout(this.#idle)
    const { link } = await (this.#thread ?? this.#begin())
    const reply = await link.ask(request)
    this.#idle = setTimeout(() => void this.#end(), this.#idleMs).unref()
    if (reply.type === 'transcribed') return reply.transcription
    throw new TranscribeError('transcribe.bad_response', `The local model failed: ${describe(reply)}`)
  }

  #begin(): Promise<TranscriberThread> {
    const thread = this.#start(() => {
      if (this.#thread === thread) this.#thread = undefined
    })
    this.#thread = thread
    return thread
  }

  async #start(onExit: () => void): Promise<TranscriberThread> {
    // The thread's file has this file's extension: .ts from source, .js when built.
    const entry = new URL(`./local-transcriber-thread${extname(import.meta.url)}`, import.meta.url)
    const section = new NativeSection()
    const settings: TranscriberThreadSettings = { directory: this.#directory, sectionMemory: section.memory }
    const worker = startRuntimeThread(entry, 'transcriber', settings)
    endSafelyOnExit(worker, section)
    worker.once('exit', onExit)
    const link = new ThreadLink<TranscribeRequest, TranscriberReply>(worker, cause =>
      unavailable('The thread of the local model ended unexpectedly', cause),
    )
    const ready = await link.reply()
    if (ready.type === 'ready') return { link, section }
    await link.end(section)
    throw unavailable(`The local model does not load: ${describe(ready)}`)
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle)
    const ending = this.#thread
    this.#thread = undefined
    const thread = await ending?.catch(() => undefined)
    await thread?.link.end(thread.section)
  }
}

function unavailable(message: string, cause?: unknown): TranscribeError {
  return new TranscribeError('transcribe.provider_unavailable', message, { cause })
}

function describe(reply: TranscriberReply): string {
  return reply.type === 'failed' ? reply.message : `unexpected reply "${reply.type}"`
}

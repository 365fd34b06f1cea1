import { setTimeout as wait } from 'node:timers/promises'
import { encodeWav } from './encode-wav.ts'
import {
  type AnswerFormat,
  postTranscription,
  RefusedRecording,
  type SpeechEndpoint,
  transcriptionsUrl,
  WrongSettings,
} from './post-transcription.ts'
import { readTranscription } from './read-transcription.ts'
import {
  samplesPerSecond,
  TranscribeError,
  type TranscribeOptions,
  type Transcriber,
  type Transcription,
} from './transcriber.ts'

export type HttpTranscriberOptions = {
  /** Base address; `/audio/transcriptions` is added. */
  url: string
  model: string
  apiKey: string
  timeoutMs: number
  /** Pause between attempts, doubled each time. */
  pauseMs?: number
}

/**
 * Attempts per piece. A document that is retried is transcribed, and paid for, from its beginning, so it is better to
 * sit out a passing failure here.
 */
const maxAttempts = 4

/** If the provider asks for a longer pause, the document is given back and retried later. */
const maxPauseMs = 30_000

/** Calls an OpenAI-compatible `/audio/transcriptions`: hosted providers, whisper.cpp, faster-whisper, vLLM and others. */
export function openHttpTranscriber(options: HttpTranscriberOptions): Transcriber {
  const transcriber = new HttpTranscriber(checkEndpoint(options), options.pauseMs ?? 1_000)
  return {
    name: `http ${options.model}`,
    transcribe: (samples, options) => transcriber.transcribe(samples, options),
    close: async () => transcriber.close(),
  }
}

function checkEndpoint({ url, model, apiKey, timeoutMs }: HttpTranscriberOptions): SpeechEndpoint {
  if (!URL.canParse(url)) throw unavailable('TRANSCRIBER_URL is not an address')
  if (model === '') throw unavailable('TRANSCRIBER_MODEL is not set')
  return { url: transcriptionsUrl(url), model, apiKey, timeoutMs }
}

class HttpTranscriber {
  readonly #endpoint: SpeechEndpoint
  readonly #pauseMs: number
  readonly #closing = new AbortController()
  #format: AnswerFormat = 'verbose_json'

  constructor(endpoint: SpeechEndpoint, pauseMs: number) {
    this.#endpoint = endpoint
    this.#pauseMs = pauseMs
  }

  async transcribe(samples: Float32Array, { language, signal }: TranscribeOptions): Promise<Transcription> {
    const either = AbortSignal.any([signal, this.#closing.signal])
    const wav = encodeWav(samples)
    const lengthMs = (samples.length / samplesPerSecond) * 1_000
    for (let attempt = 1; ; attempt++) {
      try {
        either.throwIfAborted()
        return readTranscription(await this.#ask(wav, language, either), lengthMs)
      } catch (error) {
        const pauseMs = this.#pauseAfter(error, attempt)
        if (pauseMs === undefined) throw error
        await wait(pauseMs, undefined, { signal: either }).catch(() => undefined)
      }
    }
  }

  close(): void {
    this.#closing.abort(unavailable('The transcriber has been closed'))
  }

  /** A model that refuses to return timestamps is asked again without them, and so are all later requests. */
  async #ask(wav: Buffer<ArrayBuffer>, language: string | undefined, signal: AbortSignal): Promise<string> {
    const ask = () => postTranscription(this.#endpoint, { wav, language, format: this.#format }, signal)
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof RefusedRecording) || this.#format === 'json') throw error
      const body = await postTranscription(this.#endpoint, { wav, language, format: 'json' }, signal)
      this.#format = 'json'
      return body
    }
  }

  /** Returns undefined when another attempt is useless. */
  #pauseAfter(error: unknown, attempt: number): number | undefined {
    if (!(error instanceof TranscribeError)) return undefined
    if (error instanceof RefusedRecording || error instanceof WrongSettings) return undefined
    const pauseMs = error.retryAfterMs ?? this.#pauseMs * 2 ** (attempt - 1)
    return attempt < maxAttempts && pauseMs <= maxPauseMs && !this.#closing.signal.aborted
      ? pauseMs
      : undefined
  }
}

function unavailable(message: string): TranscribeError {
  return new TranscribeError('transcribe.provider_unavailable', message)
}

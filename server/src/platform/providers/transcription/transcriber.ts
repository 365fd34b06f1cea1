/** The input of every transcriber: one channel with this many samples a second, each from -1 to 1. */
export const samplesPerSecond = 16_000

/** The longest piece that a transcriber takes at once: Whisper hears 30 s at most. */
export const maxPieceMs = 30_000

/** Words and their time, counted from the start of the piece. */
export type TranscriptionSegment = { startMs: number; endMs: number; text: string }

export type Transcription = {
  /** In order; empty when nobody speaks. */
  segments: TranscriptionSegment[]
  /** ISO 639-1; only when the model is sure. */
  language?: string
}

export type TranscribeOptions = {
  /** ISO 639-1; without it the model detects the language. */
  language?: string | undefined
  signal: AbortSignal
}

/** Turns speech into words. */
export interface Transcriber {
  /** Provider and model, for logs. */
  readonly name: string
  /** Transcribes a piece of at most `maxPieceMs`. Throws only `TranscribeError` or the abort reason. */
  transcribe(samples: Float32Array, options: TranscribeOptions): Promise<Transcription>
  close(): Promise<void>
}

export type TranscribeErrorCode =
  | 'transcribe.provider_unavailable'
  | 'transcribe.rate_limited'
  | 'transcribe.bad_response'

type TranscribeErrorOptions = { retryAfterMs?: number | undefined; cause?: unknown }

/** The message contains no words and no key, because it goes to logs and to the document. */
export class TranscribeError extends Error {
  readonly code: TranscribeErrorCode
  /** The wait that the provider asked for, if it gave one. */
  readonly retryAfterMs: number | undefined

  constructor(
    code: TranscribeErrorCode,
    message: string,
    { retryAfterMs, cause }: TranscribeErrorOptions = {},
  ) {
    super(message, { cause })
    this.name = 'TranscribeError'
    this.code = code
    this.retryAfterMs = retryAfterMs
  }
}

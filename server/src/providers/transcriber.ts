/** What every transcriber takes: one channel, this many samples a second, each from -1 to 1. */
export const samplesPerSecond = 16_000

/** Longest piece a transcriber takes at once: Whisper hears 30 s, and no more. */
export const maxPieceMs = 30_000

/** Words and when they were said, counted from where the piece begins. */
export type HeardSegment = { startMs: number; endMs: number; text: string }

export type Heard = {
  /** In order; none where nobody speaks. */
  segments: HeardSegment[]
  /** ISO 639-1; only when the model is sure of it. */
  language?: string
}

export type HearOptions = {
  /** ISO 639-1; without it the model finds out by itself. */
  language?: string | undefined
  signal: AbortSignal
}

/** Turns speech into words. */
export interface Transcriber {
  /** Provider and model, for logs. */
  readonly name: string
  /** Of a piece of at most `maxPieceMs`. Throws `TranscribeError`, never anything else but an abort. */
  transcribe(samples: Float32Array, options: HearOptions): Promise<Heard>
  close(): Promise<void>
}

export type TranscribeErrorCode =
  | 'transcribe.provider_unavailable'
  | 'transcribe.rate_limited'
  | 'transcribe.bad_response'

type TranscribeErrorOptions = { retryAfterMs?: number | undefined; cause?: unknown }

/** Its message names no words and no key: it goes to logs, and to the document it was about. */
export class TranscribeError extends Error {
  readonly code: TranscribeErrorCode
  /** How long the provider asked us to wait, when it said. */
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

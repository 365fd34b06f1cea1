import { ExtractError, type Extraction } from '../extraction.ts'
import { TextBuilder } from '../text-builder.ts'
import { PieceCutter } from './cut-pieces.ts'
import { decodeAudio, samplesPerSecond } from './decode-audio.ts'
import { describeMedia, notesOf } from './describe-media.ts'
import type { MediaFile } from './media-tools.ts'
import { type Media, probeMedia } from './probe-media.ts'
import { readSubtitles } from './read-subtitles.ts'
import { type SpokenWords, writeSpeech } from './write-speech.ts'

/** Transcribes a piece of at most 30 s with 16,000 samples per second. Times count from the start of the piece. */
export type Transcribe = (
  samples: Float32Array,
  options: { language?: string | undefined; signal: AbortSignal },
) => Promise<{ segments: SpokenWords[]; language?: string }>

export type MediaOptions = {
  /** Without a transcriber only subtitles can be read. */
  transcribe?: Transcribe | undefined
  maxSeconds: number
  /** Seconds transcribed, out of all seconds. */
  onProgress?(done: number, total: number): void
}

type Transcript = { spoken: SpokenWords[]; language?: string | undefined }

/**
 * The words of a recording: its subtitles if it has any, else a transcript. Errors of `transcribe` pass through; every
 * other error is an ExtractError.
 */
export async function extractMedia(file: MediaFile, options: MediaOptions): Promise<Extraction> {
  const media = await probeMedia(file)
  if (media.seconds > options.maxSeconds) throw tooLong(options.maxSeconds)
  const { spoken, language } =
    (await readWritten(file, media)) ?? (await transcribeAudio(file, media, options))
  const builder = new TextBuilder()
  for (const note of notesOf(media)) builder.paragraph(note)
  writeSpeech(builder, spoken, media.chapters)
  if (builder.isEmpty) throw new ExtractError('extract.empty', 'The recording contains no speech')
  return {
    ...builder.finish(),
    type: media.audio && !media.hasPictures ? 'audio' : 'video',
    ...describeMedia(media),
    ...(language !== undefined && { language }),
  }
}

async function readWritten(file: MediaFile, { subtitles }: Media): Promise<Transcript | undefined> {
  if (!subtitles) return undefined
  const spoken = await readSubtitles(file, subtitles.index)
  return spoken.length > 0 ? { spoken, language: subtitles.language } : undefined
}

async function transcribeAudio(
  file: MediaFile,
  { audio, seconds }: Media,
  { transcribe, maxSeconds, onProgress }: MediaOptions,
): Promise<Transcript> {
  if (!audio) throw new ExtractError('extract.empty', 'The recording has neither sound nor subtitles')
  if (!transcribe) throw new ExtractError('extract.tool_missing', noTranscriber)
  const listener = new Listener(transcribe, file.signal)
  const cutter = new PieceCutter()
  let decoded = 0
  const progress = (done: number) => onProgress?.(Math.round(done), Math.round(Math.max(seconds, decoded)))
  for await (const samples of decodeAudio(file, audio.index, maxSeconds)) {
    decoded += samples.length / samplesPerSecond
    if (decoded > maxSeconds) throw tooLong(maxSeconds)
    for (const piece of cutter.push(samples)) progress(await listener.transcribe(piece))
  }
  for (const piece of cutter.finish()) progress(await listener.transcribe(piece))
  progress(decoded)
  return listener
}

class Listener implements Transcript {
  readonly spoken: SpokenWords[] = []
  readonly #transcribe: Transcribe
  readonly #signal: AbortSignal
  /** The first language detected. A recording is in one language, and short pieces mislead. */
  language: string | undefined

  constructor(transcribe: Transcribe, signal: AbortSignal) {
    this.#transcribe = transcribe
    this.#signal = signal
  }

  /** Returns up to which second the recording is transcribed. */
  async transcribe({ startMs, samples }: { startMs: number; samples: Float32Array }): Promise<number> {
    const transcript = await this.#transcribe(samples, { language: this.language, signal: this.#signal })
    this.language ??= transcript.language
    for (const words of transcript.segments)
      this.spoken.push({ startMs: startMs + words.startMs, endMs: startMs + words.endMs, text: words.text })
    return startMs / 1_000 + samples.length / samplesPerSecond
  }
}

const noTranscriber =
  'Nothing here turns speech into text: set TRANSCRIBER_MODEL_DIR to a Whisper model, or TRANSCRIBER to http (docs/media.md)'

function tooLong(maxSeconds: number): ExtractError {
  return new ExtractError('extract.too_large', `The recording is longer than ${maxSeconds / 60} minutes`)
}

import { samplesPerSecond } from './decode-audio.ts'

/** A part of a recording that is not silent and short enough for one transcription. */
export type AudioPiece = { startMs: number; samples: Float32Array }

const frameMs = 50
const frameSamples = (frameMs * samplesPerSecond) / 1_000
/** Transcribers take 30 s at once; the rest is a margin, because they hear badly at the edges. */
const maxFrames = 28_000 / frameMs
/** A piece is cut at its quietest place, after this much at the earliest. */
const minFrames = 15_000 / frameMs
/** A cut lies in the middle of this much quiet. */
const quietFrames = 300 / frameMs
/** Silence kept on both sides of speech, which begins and ends softly. */
const edgeFrames = 300 / frameMs
/** -55 dB: quieter than the room of any intelligible recording. Whisper invents words in silence. */
const silence = 10 ** (-55 / 20)
/** Shorter than any word: a click. */
const minLoudFrames = 150 / frameMs

/** Cuts a stream of sound into pieces: at pauses, and without long silences. */
export class PieceCutter {
  #samples = new Float32Array(0)
  /** Loudness of each whole frame of `#samples`. */
  #frames: number[] = []
  #startMs = 0

  push(samples: Float32Array): AudioPiece[] {
    this.#append(samples)
    return this.#takeWhile(frames => frames > maxFrames)
  }

  /** The remaining pieces at the end of the recording. */
  finish(): AudioPiece[] {
    const missing = this.#samples.length % frameSamples
    if (missing > 0) this.#append(new Float32Array(frameSamples - missing))
    return this.#takeWhile(frames => frames > 0)
  }

  #append(samples: Float32Array): void {
    const joined = new Float32Array(this.#samples.length + samples.length)
    joined.set(this.#samples)
    joined.set(samples, this.#samples.length)
    this.#samples = joined
    for (let i = this.#frames.length; (i + 1) * frameSamples <= joined.length; i++)
      this.#frames.push(loudness(joined.subarray(i * frameSamples, (i + 1) * frameSamples)))
  }

  #takeWhile(isEnough: (frames: number) => boolean): AudioPiece[] {
    const pieces: AudioPiece[] = []
    let from = this.#skipSilence(0)
    while (isEnough(this.#frames.length - from)) {
      const to = this.#chooseCut(from)
      const piece = this.#piece(from, to)
      if (piece) pieces.push(piece)
      from = this.#skipSilence(to)
    }
    this.#forget(from)
    return pieces
  }

  #skipSilence(from: number): number {
    let first = from
    while (first < this.#frames.length && this.#frames[first]! < silence) first++
    return Math.max(from, first - edgeFrames)
  }

  /** The quietest place of the second half; the last one among equals. */
  #chooseCut(from: number): number {
    if (this.#frames.length - from <= maxFrames) return this.#frames.length
    let best = { loudness: Number.POSITIVE_INFINITY, at: from + maxFrames }
    for (let at = from + minFrames; at + quietFrames <= from + maxFrames; at++) {
      const loudness = this.#frames.slice(at, at + quietFrames).reduce((sum, frame) => sum + frame, 0)
      if (loudness <= best.loudness) best = { loudness, at: at + quietFrames / 2 }
    }
    return best.at
  }

  #piece(from: number, to: number): AudioPiece | undefined {
    const frames = this.#frames.slice(from, to)
    if (frames.filter(frame => frame >= silence).length < minLoudFrames) return undefined
    const end = Math.min(to, from + frames.findLastIndex(frame => frame >= silence) + 1 + edgeFrames)
    return {
      startMs: this.#startMs + from * frameMs,
      samples: this.#samples.slice(from * frameSamples, end * frameSamples),
    }
  }

  #forget(frames: number): void {
    this.#samples = this.#samples.slice(frames * frameSamples)
    this.#frames = this.#frames.slice(frames)
    this.#startMs += frames * frameMs
  }
}

function loudness(samples: Float32Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return Math.sqrt(sum / samples.length)
}

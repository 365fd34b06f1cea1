import { endianness } from 'node:os'
import { convert, type MediaFile } from './media-tools.ts'

/** Input of transcribers: one channel with this many samples per second. */
export const samplesPerSecond = 16_000

/**
 * Seconds decoded at once: 19 MB. Transcription is slower than decoding, and a long recording would not fit into
 * memory.
 */
const stretchSeconds = 600

/** A stretch that is shorter than requested by more than this was the last. */
const toleranceSeconds = 0.5

/** The sound of one stream in order, up to `maxSeconds` and a little more. */
export async function* decodeAudio(
  file: MediaFile,
  stream: number,
  maxSeconds: number,
): AsyncGenerator<Float32Array> {
  for (let seconds = 0; seconds <= maxSeconds; ) {
    const samples = await decodeStretch(file, stream, seconds)
    if (samples.length > 0) yield samples
    seconds += samples.length / samplesPerSecond
    if (samples.length < (stretchSeconds - toleranceSeconds) * samplesPerSecond) return
  }
}

async function decodeStretch(file: MediaFile, stream: number, from: number): Promise<Float32Array> {
  const bytes = await convert(file, {
    before: from === 0 ? [] : ['-ss', String(from)],
    after: [
      ...['-map', `0:${stream}`, '-t', String(stretchSeconds), '-ac', '1', '-ar', String(samplesPerSecond)],
      // Gaps become silence, so that the sample count gives the time.
      ...['-af', 'aresample=async=1:first_pts=0', '-f', 's16le'],
    ],
    maxBytes: 2 * samplesPerSecond * (stretchSeconds + 1),
  })
  return toSamples(bytes)
}

function toSamples(bytes: Buffer): Float32Array {
  const even = bytes.subarray(0, bytes.length & ~1)
  // Copied for alignment, and converted to the byte order of this machine.
  const copy = Buffer.from(new Uint8Array(even).buffer)
  if (endianness() === 'BE') copy.swap16()
  const integers = new Int16Array(copy.buffer, copy.byteOffset, copy.length / 2)
  return Float32Array.from(integers, value => value / 32_768)
}

import { describe, expect, it } from 'vitest'
import { type AudioPiece, PieceCutter } from './cut-pieces.ts'
import { samplesPerSecond } from './decode-audio.ts'

const sound = (seconds: number, loudness = 0.2) =>
  Float32Array.from({ length: seconds * samplesPerSecond }, (_, i) => loudness * Math.sin(i / 5))
const silence = (seconds: number) => new Float32Array(seconds * samplesPerSecond)

function join(...parts: Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** Feeds the cutter `step` samples at a time. */
function cut(samples: Float32Array, step = samples.length): AudioPiece[] {
  const cutter = new PieceCutter()
  const pieces: AudioPiece[] = []
  for (let at = 0; at < samples.length; at += step) pieces.push(...cutter.push(samples.slice(at, at + step)))
  return [...pieces, ...cutter.finish()]
}

const times = (pieces: AudioPiece[]) =>
  pieces.map(({ startMs, samples }) => [startMs, startMs + (samples.length / samplesPerSecond) * 1_000])

describe('PieceCutter', () => {
  it('keeps a short recording in one piece', () => {
    expect(times(cut(sound(5)))).toEqual([[0, 5_000]])
  })

  it('cuts a long recording at a pause', () => {
    const recording = join(sound(20), silence(0.5), sound(20))
    const [first, second] = times(cut(recording)) as [number[], number[]]
    expect(first[1]).toBeGreaterThanOrEqual(20_000)
    expect(second[0]).toBeLessThanOrEqual(20_500)
    expect(second[0]).toBeGreaterThanOrEqual(first[1]! - 1)
    expect(second[1]).toBe(40_500)
  })

  it('cuts a recording without pauses where it is quietest, and loses nothing', () => {
    const recording = join(sound(22), sound(0.4, 0.05), sound(40))
    const pieces = times(cut(recording))
    expect(pieces[0]![1]).toBeGreaterThan(21_900)
    expect(pieces[0]![1]).toBeLessThan(22_500)
    expect(pieces.every(([start, end]) => end! - start! <= 28_000)).toBe(true)
    expect(pieces.slice(1).map(([start]) => start)).toEqual(pieces.slice(0, -1).map(([, end]) => end))
    expect(pieces.at(-1)![1]).toBe(62_400)
  })

  it('yields no piece for silence', () => {
    expect(cut(silence(100))).toEqual([])
    expect(cut(sound(60, 0.0005))).toEqual([])
    expect(cut(new Float32Array(0))).toEqual([])
  })

  it('leaves out long silences and keeps the times of the pieces', () => {
    const [piece] = times(cut(join(silence(90), sound(3), silence(70)))) as [number[]]
    expect(piece[0]).toBe(89_700)
    expect(piece[1]).toBe(93_300)
  })

  it('yields no piece for a click', () => {
    expect(cut(join(silence(3), sound(0.05), silence(3)))).toEqual([])
  })

  it('cuts at the same places whatever the size of the chunks it gets', () => {
    const recording = join(sound(19), silence(1), sound(33), silence(40), sound(7))
    const whole = times(cut(recording))
    expect(times(cut(recording, 7_777))).toEqual(whole)
    expect(times(cut(recording, 10 * samplesPerSecond))).toEqual(whole)
  })
})

import { describe, expect, test } from 'vitest'
import { encodeWav } from './encode-wav.ts'
import { readTranscription } from './read-transcription.ts'

const read = (answer: unknown) => readTranscription(JSON.stringify(answer), 9_000)
const segment = (text: string, more = {}) => ({ start: 1, end: 2.5, text, ...more })

describe('the transcript of an answer', () => {
  test('has its segments with their times in milliseconds', () => {
    expect(read({ text: 'x', segments: [segment(' Hello. ')] }).segments).toEqual([
      { startMs: 1_000, endMs: 2_500, text: 'Hello.' },
    ])
  })

  test.each([
    ['leaves the segments out', {}],
    ['sends null for them', { segments: null }],
    ['sends an empty list of them', { segments: [] }],
  ])('is one segment of the whole recording when the endpoint %s', (_, more) => {
    expect(read({ text: ' Hello. ', ...more }).segments).toEqual([
      { startMs: 0, endMs: 9_000, text: 'Hello.' },
    ])
  })

  test('has none of the words that a model hears in silence', () => {
    const doubtful = { avg_logprob: -1.5, no_speech_prob: 0.9 }
    const segments = [
      segment('Thanks for watching!', doubtful),
      segment('unsure', { ...doubtful, no_speech_prob: 0.1 }),
      segment('soft', { ...doubtful, avg_logprob: -0.5 }),
    ]
    expect(read({ text: 'x', segments }).segments.map(({ text }) => text)).toEqual(['unsure', 'soft'])
    // The text of the whole answer must not bring back what was dropped.
    expect(read({ text: 'Thanks!', segments: segments.slice(0, 1) }).segments).toEqual([])
  })

  test('has no empty segments', () => {
    expect(read({ text: '', segments: [segment(' '), segment('a')] }).segments).toHaveLength(1)
    expect(read({ text: '  ' }).segments).toEqual([])
  })

  test.each([
    ['en', 'en'],
    [' EN ', 'en'],
    ['english', 'en'],
    ['Portuguese', 'pt'],
    ['en-US', 'en'],
    ['zh_cn', 'zh'],
    ['klingonese', undefined],
    ['', undefined],
    [null, undefined],
  ])('in the language %j has the code %s', (language, code) => {
    expect(read({ text: 'x', language }).language).toBe(code)
  })

  test.each([
    ['an error page', '<html>'],
    ['nothing', ''],
    ['no text', '{"segments": []}'],
    ['a time before the start', '{"text": "x", "segments": [{"start": -1, "end": 2, "text": "x"}]}'],
    ['a time that is no number', '{"text": "x", "segments": [{"start": "1", "end": 2, "text": "x"}]}'],
  ])('is refused when there is %s', (_, body) => {
    expect(() => readTranscription(body, 1_000)).toThrow(
      expect.objectContaining({ code: 'transcribe.bad_response' }),
    )
  })
})

describe('a recording as WAV', () => {
  test('states its length, and cuts off what is too loud', () => {
    const wav = encodeWav(Float32Array.of(0, 1, -1, 2, -2, 0.5))
    expect(wav.length).toBe(44 + 12)
    expect(wav.readUInt32LE(4)).toBe(wav.length - 8)
    expect(wav.readUInt32LE(40)).toBe(12)
    const samples = Array.from({ length: 6 }, (_, i) => wav.readInt16LE(44 + 2 * i))
    expect(samples).toEqual([0, 32_767, -32_767, 32_767, -32_767, 16_384])
  })

  test('of nothing is a header', () => {
    expect(encodeWav(new Float32Array()).readUInt32LE(40)).toBe(0)
  })

  test('is written although a sample is no number', () => {
    expect(encodeWav(Float32Array.of(Number.NaN, 0.5)).readInt16LE(44)).toBe(0)
  })
})

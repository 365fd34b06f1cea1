import { describe, expect, it } from 'vitest'
import { readSrt } from './read-subtitles.ts'

describe('subtitles', () => {
  it('are read as cues with their times', () => {
    const text = `1\r\n00:00:01,500 --> 00:00:03,000\r\nGood morning.\r\n\r\n2\r\n01:02:03,004 --> 01:02:05,000\r\nAnd\r\ngoodbye.\r\n`
    expect(readSrt(text)).toEqual([
      { startMs: 1_500, endMs: 3_000, text: 'Good morning.' },
      { startMs: 3_723_004, endMs: 3_725_000, text: 'And goodbye.' },
    ])
  })

  it('are read without formatting', () => {
    const cue = '00:00:01,000 --> 00:00:02,000\n{\\an8}<font color="#fff"><i>Over</i></font> there, 1 < 2'
    expect(readSrt(cue)).toMatchObject([{ text: 'Over there, 1 < 2' }])
  })

  it('that roll contain each line once', () => {
    const text = [
      '00:00:01,000 --> 00:00:02,000\nfirst line',
      '00:00:02,000 --> 00:00:03,000\nfirst line\nsecond line',
      '00:00:03,000 --> 00:00:04,000\nsecond line\nthird line',
    ].join('\n\n')
    expect(readSrt(text).map(cue => cue.text)).toEqual(['first line', 'second line', 'third line'])
  })

  it('that are invalid yield no cues', () => {
    expect(readSrt('')).toEqual([])
    expect(readSrt('a text\n\nwithout times')).toEqual([])
  })
})

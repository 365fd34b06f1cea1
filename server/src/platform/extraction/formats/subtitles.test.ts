import { describe, expect, test } from 'vitest'
import { expectBlocks, listBlocks } from '../../../../test/expect-blocks.ts'
import type { Extraction } from '../extraction.ts'
import { extractSubtitles } from './subtitles.ts'

async function read(content: string | Uint8Array): Promise<Extraction> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const extraction = await extractSubtitles({ bytes, kind: 'subtitles', name: 'a.srt', contentType: '' })
  expectBlocks(extraction)
  return extraction
}

const cue = (from: string, to: string, ...lines: string[]) => `${from} --> ${to}\n${lines.join('\n')}\n\n`

describe('subtitles', () => {
  test('keep signs of comparison, which are not tags', async () => {
    const srt = cue('00:00:01,000', '00:00:02,000', '1 < 2 and 3 > 2', '<b>x</b> <3 y')
    expect((await read(srt)).text).toBe('1 < 2 and 3 > 2 x <3 y')
  })

  test('lose tags of fonts, times and positions', async () => {
    const vtt = cue(
      '00:01.000',
      '00:02.000',
      '{\\an8}<font color="#fff">one</font> <00:01.500><c.blue>two</c> <I>three</I>',
    )
    expect((await read(`WEBVTT\n\n${vtt}`)).text).toBe('one two three')
  })

  test('in which two people speak at once have a paragraph for each', async () => {
    const vtt = cue('00:01.000', '00:02.000', '<v Ada>Where is it?</v>', '<v.loud Bo>Over there.</v>')
    const extraction = await read(`WEBVTT\n\n${vtt}`)
    expect(listBlocks(extraction)).toEqual(['paragraph: Ada: Where is it?', 'paragraph: Bo: Over there.'])
    expect(extraction.blocks.map(({ at }) => at)).toEqual([1_000, 1_000])
  })

  test('in which 150,000 people speak at once are read', async () => {
    const vtt = cue('00:01.000', '00:02.000', '<v A>x'.repeat(150_000))
    expect((await read(`WEBVTT\n\n${vtt}`)).text).toBe('A: x')
  })

  test('begin a paragraph after a pause of more than three seconds, and not before', async () => {
    const srt =
      cue('00:00:01,000', '00:00:02,000', 'one') +
      cue('00:00:05,000', '00:00:06,000', 'two') +
      cue('00:00:09,001', '00:00:10,000', 'three')
    expect((await read(srt)).text).toBe('one two\n\nthree')
  })

  test('longer than an hour, or than a hundred hours, have their times', async () => {
    const srt = cue('01:02:03,4', '01:02:05,000', 'one') + cue('100:00:00.050', '100:00:01.000', 'two')
    expect((await read(srt)).blocks.map(({ at }) => at)).toEqual([3_723_400, 360_000_050])
  })

  test('without empty lines between them are told apart, without their numbers', async () => {
    const srt = '1\n00:00:01,000 --> 00:00:02,000\none\n2\n00:00:09,000 --> 00:00:10,000\ntwo\n'
    expect((await read(srt)).text).toBe('one\n\ntwo')
  })

  test('may be numbers themselves', async () => {
    const srt = '1\n00:00:01,000 --> 00:00:02,000\n42\n\n2\n00:00:09,000 --> 00:00:10,000\n1984\n'
    expect((await read(srt)).text).toBe('42\n\n1984')
  })

  test('in UTF-16 with Windows line ends are read', async () => {
    const srt = '\ufeff1\r\n00:00:01,000 --> 00:00:02,000\r\nשלום\r\nעולם\r\n'
    expect((await read(Buffer.from(srt, 'utf16le'))).text).toBe('שלום עולם')
  })

  test('end a long paragraph with its sentence, and a longer one anywhere', async () => {
    const words = (count: number, end: string) => `${'word '.repeat(count).trim()}${end}`
    const at = (second: number, text: string) =>
      cue(`00:00:${10 + second},000`, `00:00:${11 + second},000`, text)
    const sentence = await read(at(0, words(81, '.')) + at(1, 'Next.') + at(2, 'Last.'))
    expect(sentence.blocks).toHaveLength(2)
    const endless = await read(Array.from({ length: 5 }, (_, i) => at(i, `${i} ${words(60, '')}`)).join(''))
    expect(endless.blocks).toHaveLength(3)
  })

  test('that are cut off, empty or only a header have no text', async () => {
    for (const text of ['WEBVTT\n', '1\n00:00:01,000 --> 00:00:02,000\n', '1\n00:00:01', ''])
      expect((await read(text)).text).toBe('')
  })
})

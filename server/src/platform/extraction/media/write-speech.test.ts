import { describe, expect, it } from 'vitest'
import { TextBuilder } from '../text-builder.ts'
import type { Chapter } from './probe-media.ts'
import { type SpokenWords, writeSpeech } from './write-speech.ts'

const say = (seconds: number, text: string): SpokenWords => ({
  startMs: 1_000 * seconds,
  endMs: 1_000 * (seconds + 1),
  text,
})

function write(spoken: SpokenWords[], chapters: Chapter[] = []) {
  const builder = new TextBuilder()
  writeSpeech(builder, spoken, chapters)
  const { text, blocks } = builder.finish()
  return blocks.map(({ start, end, at, kind }) => ({ kind, at, text: text.slice(start, end) }))
}

describe('speech', () => {
  it('forms one paragraph until the speaker pauses', () => {
    expect(write([say(0, 'Good'), say(1, 'morning.'), say(9, 'Now then.')])).toEqual([
      { kind: 'paragraph', at: 0, text: 'Good morning.' },
      { kind: 'paragraph', at: 9_000, text: 'Now then.' },
    ])
  })

  it('without pauses is split at the ends of sentences', () => {
    const sentence = 'This sentence has some forty characters. '.repeat(4)
    const blocks = write(Array.from({ length: 12 }, (_, i) => say(i, `${sentence}${i}.`)))
    expect(blocks.map(({ at }) => at)).toEqual([0, 3_000, 6_000, 9_000])
  })

  it('without pauses and sentences is split at the maximum length', () => {
    const blocks = write(Array.from({ length: 60 }, (_, i) => say(i, `word ${i} and so on and so forth`)))
    expect(blocks.length).toBeGreaterThan(1)
    expect(blocks.every(({ text }) => text.length <= 1_000)).toBe(true)
  })

  it('gets its chapters as headings', () => {
    const chapters = [
      { startMs: 5_000, title: 'Second' },
      { startMs: 0, title: 'First' },
    ]
    expect(write([say(1, 'Hello.'), say(5, 'Bye.')], chapters)).toEqual([
      { kind: 'heading', at: 0, text: '## First' },
      { kind: 'paragraph', at: 1_000, text: 'Hello.' },
      { kind: 'heading', at: 5_000, text: '## Second' },
      { kind: 'paragraph', at: 5_000, text: 'Bye.' },
    ])
  })

  it('is written without remarks such as [music]', () => {
    const remarks = ['[MUSIC]', '♪♪♪', '(Bell)', '*laughs*', '...', '[BLANK_AUDIO]']
    expect(write(remarks.map((text, i) => say(i, text)))).toEqual([])
    expect(write([say(0, '[door slams] Who is (really) there?')])).toMatchObject([
      { text: 'Who is (really) there?' },
    ])
  })

  it("is written without a transcriber's repetitions", () => {
    const [block] = write(Array.from({ length: 9 }, (_, i) => say(i, 'Thank you.')))
    expect(block!.text).toBe('Thank you. Thank you.')
  })

  it('has no spaces between words in scripts without them', () => {
    expect(write([say(0, '学校です。'), say(1, '先生です。')])).toMatchObject([
      { text: '学校です。先生です。' },
    ])
    expect(write([say(0, '学校'), say(1, '先生')])).toMatchObject([{ text: '学校先生' }])
  })
})

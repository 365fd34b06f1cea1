import { describe, expect, test } from 'vitest'
import { expectBlocks, listBlocks } from '../../../../test/expect-blocks.ts'
import type { Extraction } from '../extraction.ts'
import { extractMarkdown } from './markdown.ts'
import { extractSubtitles } from './subtitles.ts'
import { extractText } from './text.ts'

const file = (text: string) => ({
  bytes: new TextEncoder().encode(text),
  kind: 'text' as const,
  name: '',
  contentType: '',
})

async function checked(reading: Promise<Extraction>): Promise<Extraction> {
  const extraction = await reading
  expectBlocks(extraction)
  return extraction
}

describe('plain text', () => {
  test('is kept as it is, with paragraphs and underlined headings as blocks', async () => {
    const text = 'A title\n=======\n\nOne\ntwo.\n\n# no heading\n\nPart\n----\nThree.\n'
    const extraction = await checked(extractText(file(text)))
    expect(extraction.text).toBe(text)
    expect(listBlocks(extraction)).toEqual([
      'heading: A title\n=======',
      'paragraph: One\ntwo.',
      'paragraph: # no heading',
      'heading: Part\n----',
      'paragraph: Three.',
    ])
  })

  test('loses U+0000, which Postgres cannot store', async () => {
    expect((await checked(extractText(file(`a\0b${' and so on'.repeat(50)}`)))).text).toMatch(/^ab and/)
  })

  test('above ten million characters is refused', async () => {
    await expect(extractText(file('a'.repeat(10_000_001)))).rejects.toMatchObject({
      code: 'extract.too_large',
    })
  })
})

describe('Markdown', () => {
  test('has the blocks of CommonMark', async () => {
    const text = [
      '# Title #',
      'Text\nmore text',
      '- one\n  still one\n- two\n\n  also two',
      '```js\n# not a heading\n```',
      '| a | b |\n|---|---|\n| 1 | 2 |',
      'Under\n-----',
      '    indented code',
      '1. first',
      'last',
    ].join('\n\n')
    const extraction = await checked(extractMarkdown(file(text)))
    expect(extraction).toMatchObject({ text, title: 'Title' })
    expect(extraction.blocks.map(({ kind, level }) => (level ? `${kind} ${level}` : kind))).toEqual([
      'heading 1',
      'paragraph',
      'list',
      'list',
      'code',
      'table',
      'heading 2',
      'code',
      'list',
      'paragraph',
    ])
  })

  test('gets its title and date from its front matter', async () => {
    const text = '---\ntitle: "Bees"\ndate: 2024-05-01\ntags:\n  - insects\n---\n# Other\nText'
    const extraction = await checked(extractMarkdown(file(text)))
    expect(extraction).toMatchObject({ title: 'Bees', date: '2024-05-01' })
    expect(extraction.blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'heading', 'paragraph'])
  })

  test('that begins between two rules has no front matter', async () => {
    const extraction = await checked(extractMarkdown(file('---\nSome prose here.\n---\nText')))
    expect(extraction.title).toBeUndefined()
  })

  test('with an unclosed fence is code to its end', async () => {
    const extraction = await checked(extractMarkdown(file('Text\n```\ncode\n\n# code')))
    expect(listBlocks(extraction)).toEqual(['paragraph: Text', 'code: ```\ncode\n\n# code'])
  })
})

describe('a subtitle file', () => {
  test('becomes paragraphs with their start times', async () => {
    const srt =
      '1\n00:00:01,500 --> 00:00:03,000\n<i>The bees</i>\nsleep\n\n2\n00:00:03,200 --> 00:00:05,000\nin flowers.\n\n3\n00:01:10,000 --> 00:01:12,000\nAnd wake.\n'
    const extraction = await checked(extractSubtitles(file(srt)))
    expect(listBlocks(extraction)).toEqual(['paragraph: The bees sleep in flowers.', 'paragraph: And wake.'])
    expect(extraction.blocks.map(({ at }) => at)).toEqual([1_500, 70_000])
  })

  test('keeps speakers and drops notes and styles', async () => {
    const vtt =
      'WEBVTT\n\nNOTE by me\n\nSTYLE\n::cue { color: red }\n\nintro\n00:01.000 --> 00:02.000 align:start\n<v Ada>Hello &amp; welcome.\n\n00:02.000 --> 00:03.000\n<v Bo>Hi.</v>\n'
    expect(listBlocks(await checked(extractSubtitles(file(vtt))))).toEqual([
      'paragraph: Ada: Hello & welcome.',
      'paragraph: Bo: Hi.',
    ])
  })

  test('with rolling captions contains each line once', async () => {
    const vtt =
      'WEBVTT\n\n00:01.000 --> 00:02.000\none\n\n00:02.000 --> 00:03.000\none\ntwo\n\n00:03.000 --> 00:04.000\ntwo\nthree\n'
    expect((await checked(extractSubtitles(file(vtt)))).text).toBe('one two three')
  })
})

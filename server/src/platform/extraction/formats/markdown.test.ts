import { describe, expect, test } from 'vitest'
import { expectBlocks, listBlocks } from '../../../../test/expect-blocks.ts'
import type { Extraction } from '../extraction.ts'
import { extractMarkdown } from './markdown.ts'

async function read(content: string | Uint8Array): Promise<Extraction> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const extraction = await extractMarkdown({ bytes, kind: 'markdown', name: 'a.md', contentType: '' })
  expectBlocks(extraction)
  return extraction
}

const kinds = ({ blocks }: Extraction) => blocks.map(({ kind, level }) => (level ? `${kind} ${level}` : kind))

describe('the front matter of a Markdown file', () => {
  test.each([
    ['in single quotes', "title: 'It''s a bee'", "It's a bee"],
    ['in double quotes', 'title: "The \\"bee\\""', 'The "bee"'],
    ['with a colon inside', 'title: "Bees: a study"', 'Bees: a study'],
    ['folded over lines', 'title: >-\n  A study\n  of bees', 'A study of bees'],
    ['as a block of lines', 'title: |\n  Bees', 'Bees'],
    ['with a capital', 'Title: Bees', 'Bees'],
  ])('gives the title %s', async (_, line, title) => {
    expect((await read(`---\n${line}\nauthor: Ada\n---\nText`)).title).toBe(title)
  })

  test('ends a folded title at the next field', async () => {
    const { title, author } = await read('---\ntitle: >\n  Bees\n\nauthor: Ada\n---\nText')
    expect([title, author]).toEqual(['Bees', 'Ada'])
  })

  test('without a title leaves it to the first heading', async () => {
    expect((await read('---\nauthor: Ada\n---\n\n# Bees\n\nText')).title).toBe('Bees')
    expect((await read('---\ntitle: ""\n---\n\n# Bees\n\nText')).title).toBe('Bees')
  })

  test('after a byte order mark, and with Windows line ends, is front matter', async () => {
    expect(await read('\ufeff---\r\ntitle: Bees\r\ndate: 2024-05-01\r\n---\r\nText\r\n')).toMatchObject({
      title: 'Bees',
      date: '2024-05-01',
    })
  })

  test('with a date that does not exist has no date', async () => {
    expect((await read('---\ndate: 2024-02-30\n---\nText')).date).toBeUndefined()
  })

  test('that is never closed is text', async () => {
    const extraction = await read('---\ntitle: Bees\n\nText')
    expect(extraction.title).toBeUndefined()
    expect(extraction.text).toContain('title: Bees')
  })

  test('is not looked for further down', async () => {
    expect((await read('Text\n\n---\ntitle: Bees\n---\n')).title).toBeUndefined()
  })
})

describe('blocks of a Markdown file', () => {
  test('of nothing but white space are none', async () => {
    expect((await read(' \n\t\n')).blocks).toEqual([])
    expect((await read('')).blocks).toEqual([])
  })

  test('at the end of the file need no line end', async () => {
    expect(kinds(await read('# One\n## Two'))).toEqual(['heading 1', 'heading 2'])
    expect(kinds(await read('```\ncode\n```'))).toEqual(['code'])
    expect(kinds(await read('Title\n==='))).toEqual(['heading 1'])
  })

  test('are not headings with seven marks, without a space, without words or in code', async () => {
    expect(kinds(await read('####### seven'))).toEqual(['paragraph'])
    expect(kinds(await read('#hashtag'))).toEqual(['paragraph'])
    expect(kinds(await read('#'))).toEqual(['paragraph'])
    expect(kinds(await read('    # in code'))).toEqual(['code'])
  })

  test('end a fence only with the same marks, as many or more', async () => {
    const text = '````md\n```\n# inside\n```\n~~~~\n````\n# outside'
    expect(listBlocks(await read(text))).toEqual([
      'code: ````md\n```\n# inside\n```\n~~~~\n````',
      'heading: # outside',
    ])
  })

  test('keep a table apart from the paragraph before and after it', async () => {
    expect(kinds(await read('Before\n| a | b |\n|---|---|\n| 1 | 2 |\nAfter'))).toEqual([
      'paragraph',
      'table',
      'paragraph',
    ])
  })

  test('are headings in any script, from right to left as well', async () => {
    const extraction = await read('# שלום עולם\n\nطقس جميل اليوم\n\n## 天気')
    expect(extraction.title).toBe('שלום עולם')
    expect(kinds(extraction)).toEqual(['heading 1', 'paragraph', 'heading 2'])
  })

  test('keep numbered items that begin with any number apart', async () => {
    expect(listBlocks(await read('9. nine\n10) ten\n  more\n\n11. eleven'))).toEqual([
      'list: 9. nine',
      'list: 10) ten\n  more',
      'list: 11. eleven',
    ])
  })

  test('do not take a year at the start of a sentence for a number of a list', async () => {
    expect(kinds(await read('1984.was a year'))).toEqual(['paragraph'])
  })

  test('of a title further down than the first lines do not name the file', async () => {
    const late = `${'Paragraph.\n\n'.repeat(8)}# Late`
    expect((await read(late)).title).toBeUndefined()
  })
})

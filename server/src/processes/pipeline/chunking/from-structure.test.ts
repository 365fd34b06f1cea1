import { describe, expect, test } from 'vitest'
import { splitMarkdown } from '../../../platform/extraction/text/split-markdown.ts'
import { splitPlain } from '../../../platform/extraction/text/split-plain.ts'
import { chunkText } from './chunk-text.ts'
import { fromStructure } from './from-structure.ts'
import { splitBlocks } from './split-blocks.ts'

const titlesOf = (text: string, blocks = splitMarkdown(text)) =>
  [...fromStructure(text, blocks)].flatMap(block => (block.kind === 'heading' ? block.title : []))

describe('the headings of a file', () => {
  test.each([
    ['## Title', 'Title'],
    ['## Title ##', 'Title'],
    ['#   Spaced   #', 'Spaced'],
    ['# C# and F#', 'C# and F#'],
    ['# Learn C # today', 'Learn C # today'],
    ['Under\n-----', 'Under'],
    ['## שלום ##', 'שלום'],
  ])('have the title of %j without its marks', (text, title) => {
    expect(titlesOf(text)).toEqual([title])
    // A text that is sent and a file with the same text are found below the same heading.
    expect([...splitBlocks(text)]).toMatchObject([{ kind: 'heading', title }])
  })

  test('keep a sign that belongs to them where nothing marks the line', () => {
    const text = 'Learn C #\n=========\n\nText.'
    expect(titlesOf(text, splitPlain(text))).toEqual(['Learn C #'])
  })
})

describe('the chunks of a file', () => {
  const paragraphs = (count: number) => 'The committee agreed to postpone the vote. '.repeat(count).trim()

  test('are the same whether its Markdown is sent as text or as a file', () => {
    const text = `# One #\n\n${paragraphs(30)}\n\n## Two\n\n- item\n- item\n\n${paragraphs(30)}\n\n# Three\n\nEnd.`
    const sent = chunkText(text).map(({ content, headings }) => ({ content, headings }))
    const file = chunkText(text, { blocks: [...splitMarkdown(text)] })
    expect(file.map(({ content, headings }) => ({ content, headings }))).toEqual(sent)
    expect(new Set(sent.flatMap(({ headings }) => headings))).toEqual(new Set(['One', 'Two']))
  })

  test('of a table are cut between rows and never inside one', () => {
    const rows = Array.from({ length: 200 }, (_, i) => `| row ${i} | value of row ${i} |`)
    const text = ['| name | value |', '| --- | --- |', ...rows].join('\n')
    const chunks = chunkText(text, { blocks: [{ kind: 'table', start: 0, end: text.length }] })
    expect(chunks.length).toBeGreaterThan(3)
    expect(chunks.flatMap(({ content }) => content.split('\n'))).toEqual(text.split('\n'))
  })

  test('of a row longer than a chunk are cut between words', () => {
    const text = `| ${'word '.repeat(2_000)}|`
    const chunks = chunkText(text, { blocks: [{ kind: 'table', start: 0, end: text.length }] })
    expect(
      chunks
        .map(({ content }) => content)
        .join(' ')
        .split(/\s+/),
    ).toHaveLength(2_002)
  })

  test('leave out nothing between blocks and begin no chunk at a page break', () => {
    const text = 'One.\n\nTwo.'
    const blocks = [
      { kind: 'pageBreak', start: 0, end: 0, page: 1 },
      { kind: 'paragraph', start: 0, end: 4, page: 1 },
      { kind: 'pageBreak', start: 4, end: 4, page: 2 },
      { kind: 'paragraph', start: 6, end: 10, page: 2 },
    ] as const
    expect(chunkText(text, { blocks }).map(({ content }) => content)).toEqual([text])
  })

  test('of nothing, of a heading alone and of white space are as few as there is text', () => {
    expect(chunkText('', { blocks: [] })).toEqual([])
    expect(chunkText(' \n ', { blocks: [] })).toEqual([])
    expect(chunkText('# Alone', { blocks: [...splitMarkdown('# Alone')] })).toMatchObject([
      { content: '# Alone' },
    ])
  })
})

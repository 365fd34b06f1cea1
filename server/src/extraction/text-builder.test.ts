import { describe, expect, test } from 'vitest'
import { TextBuilder } from './text-builder.ts'

describe('a text and its blocks', () => {
  const builder = new TextBuilder()
  builder.page(1)
  builder.heading(2, ' Two\nlines ')
  builder.paragraph('  One.  \n\n\nTwo.\0 ')
  builder.listItem('first')
  builder.listItem('within', { depth: 1 })
  builder.table([
    ['a', 'b|c'],
    ['', ''],
    ['1', 'two\nlines', 'three'],
  ])
  builder.at(1500)
  builder.code('x = "```"', 'py')
  const { text, blocks } = builder.finish()

  test('is Markdown that reads well', () => {
    expect(text).toBe(
      [
        '## Two lines',
        'One.\nTwo.',
        '- first\n  - within',
        '| a | b\\|c |  |\n| --- | --- | --- |\n| 1 | two lines | three |',
        '````py\nx = "```"\n````',
      ].join('\n\n'),
    )
  })

  test('has every character but white space in one block', () => {
    const outside = blocks.reduce(
      (rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end),
      text,
    )
    expect(outside.trim()).toBe('')
    expect(blocks.map(({ kind }) => kind)).toEqual([
      'pageBreak',
      'heading',
      'paragraph',
      'list',
      'list',
      'table',
      'code',
    ])
  })

  test('says where each block is', () => {
    expect(blocks[1]).toMatchObject({ level: 2, page: 1 })
    expect(blocks.at(-1)).toMatchObject({ page: 1, at: 1500 })
  })

  test('leaves out what is empty, and takes a heading of a page for text', () => {
    const other = new TextBuilder()
    other.paragraph(' \n ')
    other.heading(1, '')
    other.table([['', ' ']])
    expect(other.isEmpty).toBe(true)
    other.heading(1, 'word '.repeat(100))
    expect(other.finish().blocks).toMatchObject([{ kind: 'paragraph' }])
  })

  test('ends where it is no document but a data set', () => {
    const endless = new TextBuilder()
    const megabyte = 'x'.repeat(1_000_000)
    expect(() => {
      for (let i = 0; i < 11; i++) endless.paragraph(megabyte)
    }).toThrow(expect.objectContaining({ code: 'extract.too_large' }))
  })
})

test('another text is taken over as it is, with its headings lower', () => {
  const inner = new TextBuilder()
  inner.page(1)
  inner.heading(1, 'Garden')
  inner.listItem('dig')
  inner.listItem('deep', { depth: 1 })
  inner.page(2)
  inner.heading(5, 'Trees')
  inner.paragraph('# of oaks: 2')
  const builder = new TextBuilder()
  builder.page(7)
  builder.paragraph('Before')
  builder.append(inner.finish(), 2)
  builder.paragraph('After')
  const { text, blocks } = builder.finish()
  expect(text).toBe('Before\n\n### Garden\n\n- dig\n  - deep\n\n###### Trees\n\n# of oaks: 2\n\nAfter')
  expect(
    blocks.slice(1).map(({ kind, start, end, level, page }) => [kind, text.slice(start, end), level, page]),
  ).toEqual([
    ['paragraph', 'Before', undefined, 7],
    ['heading', '### Garden', 3, 7],
    ['list', '- dig', undefined, 7],
    ['list', '- deep', undefined, 7],
    ['heading', '###### Trees', 6, 7],
    ['paragraph', '# of oaks: 2', undefined, 7],
    ['paragraph', 'After', undefined, 7],
  ])
})

import { describe, expect, test } from 'vitest'
import { TextBuilder } from './text-builder.ts'

describe('the text of a TextBuilder', () => {
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

  test('is readable Markdown', () => {
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

  test('has every character except white space in exactly one block', () => {
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

  test('has blocks with page, time and heading level', () => {
    expect(blocks[1]).toMatchObject({ level: 2, page: 1 })
    expect(blocks.at(-1)).toMatchObject({ page: 1, at: 1500 })
  })

  test('leaves out empty blocks, and turns a very long heading into a paragraph', () => {
    const other = new TextBuilder()
    other.paragraph(' \n ')
    other.heading(1, '')
    other.table([['', ' ']])
    expect(other.isEmpty).toBe(true)
    other.heading(1, 'word '.repeat(100))
    expect(other.finish().blocks).toMatchObject([{ kind: 'paragraph' }])
  })

  test('is refused above the maximum length', () => {
    const endless = new TextBuilder()
    const megabyte = 'x'.repeat(1_000_000)
    expect(() => {
      for (let i = 0; i < 11; i++) endless.paragraph(megabyte)
    }).toThrow(expect.objectContaining({ code: 'extract.too_large' }))
  })
})

test('TextBuilder.append adds another text with its headings moved down', () => {
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

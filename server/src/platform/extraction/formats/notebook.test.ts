import { describe, expect, test } from 'vitest'
import { expectBlocks, listBlocks } from '../../../../test/expect-blocks.ts'
import type { Extraction } from '../extraction.ts'
import { extractNotebook } from './notebook.ts'

async function read(notebook: unknown): Promise<Extraction> {
  const bytes = new TextEncoder().encode(JSON.stringify(notebook))
  const extraction = await extractNotebook({ bytes, kind: 'notebook', name: 'a.ipynb', contentType: '' })
  expectBlocks(extraction)
  return extraction
}

const code = (source: string, ...outputs: unknown[]) => ({ cell_type: 'code', source, outputs })
const markdown = (source: string) => ({ cell_type: 'markdown', source })

describe('a notebook', () => {
  test('gets its title from a heading and not from a comment in its code', async () => {
    const cells = [code('# install everything\nimport numpy'), markdown('Notes\n\n# Bees in May #')]
    expect((await read({ cells })).title).toBe('Bees in May')
    expect((await read({ cells: cells.slice(0, 1) })).title).toBeUndefined()
  })

  test('gets its title from its metadata before its headings', async () => {
    expect((await read({ metadata: { title: 'Bees' }, cells: [markdown('# Other')] })).title).toBe('Bees')
  })

  test('of the older format has its cells in a worksheet', async () => {
    const cells = [{ cell_type: 'code', input: ['x = 1\n', 'x'], outputs: [{ text: '1' }] }]
    expect((await read({ worksheets: [{ cells }] })).text).toBe('```\nx = 1\nx\n```\n\n```\n1\n```')
  })

  test('shows an error by its name and message, without the colours of the terminal', async () => {
    const output = { ename: 'ValueError', evalue: '\u001b[31mno bees\u001b[0m', traceback: ['long'] }
    expect((await read({ cells: [code('count()', output)] })).text).toContain('ValueError: no bees')
  })

  test('keeps the first two thousand characters of an output', async () => {
    const { text } = await read({ cells: [code('run()', { text: 'x'.repeat(5_000) })] })
    expect(text.match(/x/g)).toHaveLength(2_000)
  })

  test('leaves out images, tables in HTML and widgets', async () => {
    const data = { 'image/png': 'AAAA', 'text/html': '<table>', 'application/json': {} }
    expect((await read({ cells: [code('plot()', { data })] })).text).toBe('```\nplot()\n```')
  })

  test('keeps lists, code and tables of its prose', async () => {
    const cells = [markdown('Text\n\n1. one\n2. two\n\n```js\nlet a\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |')]
    expect(listBlocks(await read({ cells }))).toEqual([
      'paragraph: Text',
      'list: 1. one',
      'list: 2. two',
      'code: ```js\nlet a\n```',
      'table: | a | b |\n| --- | --- |\n| 1 | 2 |',
    ])
  })

  test('with cells of no known shape is read without them', async () => {
    const cells = [null, 7, 'text', [], {}, { cell_type: 'raw', source: ['kept', 7] }, code('')]
    expect((await read({ cells })).text).toBe('kept')
  })

  test('that is a list, a number or text instead ends with extract.malformed', async () => {
    for (const value of [[], 7, 'x', null, { cells: 'none' }])
      await expect(read(value)).rejects.toMatchObject({ code: 'extract.malformed' })
  })
})

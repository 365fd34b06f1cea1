import { describe, expect, test } from 'vitest'
import { expectBlocks, listBlocks } from '../../../../test/expect-blocks.ts'
import { loadParser } from '../code/grammars.ts'
import type { Extraction } from '../extraction.ts'
import { extractCode } from './code.ts'

async function read(name: string, text: string): Promise<Extraction> {
  const bytes = new TextEncoder().encode(text)
  const extraction = await extractCode({ bytes, kind: 'code', name, contentType: '' })
  expectBlocks(extraction)
  expect(extraction.text).toBe(text)
  return extraction
}

const body = (lines: number) => Array.from({ length: lines }, (_, i) => `    step(${i})`).join('\n')

describe('source code', () => {
  test('is cut at declarations, which keep their comments', async () => {
    const text =
      "import a from 'a'\nimport b from 'b'\n\n// Says ü.\n/** More. */\nfunction one() {\n\n  return 'é'\n}\n\nfunction two() {}\n"
    expect(listBlocks(await read('x.ts', text))).toEqual([
      "code: import a from 'a'\nimport b from 'b'",
      "code: // Says ü.\n/** More. */\nfunction one() {\n\n  return 'é'\n}",
      'code: function two() {}',
    ])
  })

  test('with a long class is cut at its members', async () => {
    const text = `class A:\n  """About A."""\n\n  # The first.\n  def one(self):\n${body(60)}\n\n  def two(self):\n${body(60)}\n`
    const blocks = listBlocks(await read('x.py', text))
    expect(blocks[0]).toBe('code: class A:\n  """About A."""')
    expect(blocks.some(block => block.startsWith('code: # The first.\n  def one'))).toBe(true)
    expect(blocks.some(block => block.startsWith('code: def two'))).toBe(true)
  })

  test.each([
    'sh',
    'cs',
    'c',
    'cpp',
    'css',
    'go',
    'ini',
    'java',
    'js',
    'jsx',
    'php',
    'ps1',
    'py',
    'rb',
    'rs',
    'tsx',
    'ts',
  ])('in .%s has a grammar', async extension => {
    const name = `x.${extension}`
    await read(name, 'a = 1\n\nb = 2\n')
    const parser = await loadParser(name)
    expect(parser).toBeDefined()
    parser?.delete()
  })

  test('of a language without a grammar is cut at empty lines', async () => {
    const text = 'one\n\n  still one\n\ntwo\n'
    expect(listBlocks(await read('x.zig', text))).toEqual(['code: one\n\n  still one', 'code: two'])
  })

  test('with a syntax error is kept whole, and its sound declarations stay apart', async () => {
    const text = 'function one() {\n\n  return 1\n}\n\nfunction (((\n\nlet a = }}}\n'
    expect(listBlocks(await read('x.js', text))).toEqual([
      'code: function one() {\n\n  return 1\n}',
      'code: function (((\n\nlet a = }}}',
    ])
  })
})

import { describe, expect, test } from 'vitest'
import { expectBlocks, listBlocks } from '../../../test/expect-blocks.ts'
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
  test('is cut at its declarations, with their comments', async () => {
    const text =
      "import a from 'a'\nimport b from 'b'\n\n// Says ü.\n/** More. */\nfunction one() {\n\n  return 'é'\n}\n\nfunction two() {}\n"
    expect(listBlocks(await read('x.ts', text))).toEqual([
      "code: import a from 'a'\nimport b from 'b'",
      "code: // Says ü.\n/** More. */\nfunction one() {\n\n  return 'é'\n}",
      'code: function two() {}',
    ])
  })

  test('that is long is cut at its members', async () => {
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
  ])('of .%s has a grammar', async extension => {
    await read(`x.${extension}`, 'a = 1\n\nb = 2\n')
  })

  test('of a language without a grammar is cut at its empty lines', async () => {
    const text = 'one\n\n  still one\n\ntwo\n'
    expect(listBlocks(await read('x.zig', text))).toEqual(['code: one\n\n  still one', 'code: two'])
  })

  test('that is broken is still read', async () => {
    await read('x.js', 'function (((\n\nlet a = }}}\n')
  })
})

import { describe, expect, test } from 'vitest'
import { expectBlocks, listBlocks } from '../../../../test/expect-blocks.ts'
import type { Extraction } from '../extraction.ts'
import { extractJson } from './json.ts'
import { extractJsonLines } from './jsonl.ts'

async function read(content: string | Uint8Array, extract = extractJson): Promise<Extraction> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const extraction = await extract({ bytes, kind: 'json', name: 'a.json', contentType: '' })
  expectBlocks(extraction)
  return extraction
}

describe('a JSON file', () => {
  test('keeps long Chinese and Japanese texts, which have no spaces', async () => {
    for (const words of ['今天天气很好。', 'とても楽しかったです。', '오늘은날씨가좋습니다.']) {
      const body = words.repeat(400)
      expect((await read(JSON.stringify({ id: 7, body }))).text).toBe(`id: 7\nbody: ${body}`)
    }
  })

  test('leaves out base64 data of any size above two thousand characters, and keeps shorter codes', async () => {
    const data = (length: number) => 'iVBORw0KGgo/+='.repeat(1_000).slice(0, length)
    expect((await read(JSON.stringify({ a: 1, data: data(2_001) }))).text).toBe('a: 1')
    expect((await read(JSON.stringify({ a: 1, data: data(2_000) }))).text).toContain('data: iVBORw0KGgo')
  })

  test('keeps every digit of ids that are too long for a JavaScript number', async () => {
    const json =
      '{"id": 12345678901234567890, "reply": -98765432109876543210, "nested": [1099511627776123456]}'
    expect((await read(json)).text).toBe(
      'id: 12345678901234567890\nreply: -98765432109876543210\nnested: 1099511627776123456',
    )
  })

  test('writes numbers that fit as numbers, next to long ones', async () => {
    expect((await read('{"a": 1.50, "b": 0.12345678901234567, "c": 3}')).text).toBe(
      'a: 1.5\nb: 0.12345678901234566\nc: 3',
    )
  })

  test('nested too deep to keep long numbers is still read', async () => {
    const deep = `${'['.repeat(30_000)}12345678901234567890${']'.repeat(30_000)}`
    expect((await read(`{"kept": "yes", "deep": ${deep}}`)).text).toContain('kept: yes')
  })

  test('with one value per line is read by lines, even when its first line is very long', async () => {
    const long = 'word '.repeat(5_000).trim()
    const { text } = await read(`{"a": "${long}"}\n{"a": "second"}\n{"a": "cut`)
    expect(text).toBe(`a: ${long}\n\na: second\n\n- {"a": "cut`)
  })

  test('with one broken value is kept as it is', async () => {
    const broken = '{"a": 1,\n "b": [2, 3,\n'
    expect((await read(broken)).text).toBe(broken)
  })

  test('that begins with a valid line but continues as prose keeps every line', async () => {
    const { text } = await read('[1, 2]\nand some prose\n')
    expect(text).toContain('and some prose')
    expect(text).toContain('1, 2')
  })

  test('with a byte order mark is JSON', async () => {
    expect((await read('\ufeff{"city": "Köln"}')).text).toBe('city: Köln')
    expect((await read(Buffer.from('\ufeff{"city": "Köln"}', 'utf16le'))).text).toBe('city: Köln')
  })

  test.each([
    ['a string', '"Only words."', 'Only words.'],
    ['a number', '42', '42'],
    ['null', 'null', ''],
    ['an empty object', '{}', ''],
    ['an empty list', '[]', ''],
    ['nothing', '', ''],
  ])('of %s alone is read', async (_, json, text) => {
    expect((await read(json)).text).toBe(text)
  })

  test('with names of every script, and of Object itself, is written with those names', async () => {
    const json = '{"שם": "דוד", "__proto__": "kept", "constructor": "also", "": "unnamed"}'
    expect((await read(json)).text).toBe('שם: דוד\n__proto__: kept\nconstructor: also\nunnamed')
  })

  test('writes nested values below headings down to the fourth level, and as paths below that', async () => {
    const value = { a: { b: { c: { d: { e: { f: [{ g: 'deep' }] } } } } } }
    expect(listBlocks(await read(JSON.stringify(value)))).toEqual([
      'heading: # a',
      'heading: ## b',
      'heading: ### c',
      'heading: #### d',
      'paragraph: e.f.0.g: deep',
    ])
  })

  test('of messages keeps the order, and a message without words does not hide the others', async () => {
    const messages = [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: null, tool: { name: 'search' } },
      { role: 'user', content: 'Still there?' },
    ]
    const { text } = await read(JSON.stringify(messages))
    expect(text.indexOf('Hello')).toBeGreaterThanOrEqual(0)
    expect(text.indexOf('Still there?')).toBeGreaterThan(text.indexOf('search'))
  })

  test('takes its title only from a short text', async () => {
    expect((await read('{"title": 7}')).title).toBeUndefined()
    expect((await read(JSON.stringify({ title: 'x'.repeat(201) }))).title).toBeUndefined()
    expect((await read('[{"title": "of an item"}]')).title).toBeUndefined()
  })
})

describe('a file of JSON lines', () => {
  test('leaves out null and keeps scalars as items', async () => {
    expect((await read('null\n1\n"x"\nfalse\n', extractJsonLines)).text).toBe('- 1\n- x\n- false')
  })

  test('with Windows line ends, blank lines and a last line without an end is read whole', async () => {
    expect((await read('{"a": 1}\r\n\r\n{"a": 2}\r\n{"a": 3}', extractJsonLines)).text).toBe(
      'a: 1\n\na: 2\n\na: 3',
    )
  })

  test('of chat messages is written with the speakers', async () => {
    const lines = '{"role": "user", "content": "Hi"}\n{"role": "assistant", "content": "Hello"}'
    expect((await read(lines, extractJsonLines)).text).toBe('user: Hi\n\nassistant: Hello')
  })
})

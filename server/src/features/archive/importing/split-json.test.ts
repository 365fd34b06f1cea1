import { describe, expect, test } from 'vitest'
import { splitJson } from './split-json.ts'

async function* pieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function partsOf(text: string, size = 5, most = 1_000): Promise<[string | null, unknown][]> {
  const parts: [string | null, unknown][] = []
  for await (const { key, value } of splitJson(pieces(text, size), most)) parts.push([key, value])
  return parts
}

describe.each([1, 2, 5, 1_000])('JSON in pieces of %i bytes', size => {
  test('that is an array is split into its elements', async () => {
    const elements = [{ a: '}],"\\' }, [1, [2]], 'x,y', 12.5, true, null, {}, '', 'ö'] as const
    const parts = await partsOf(JSON.stringify(elements, null, 1), size)
    expect(parts).toEqual(elements.map(element => [null, element]))
  })

  test('that is an object is split into the elements of its arrays, and its other values', async () => {
    const value = {
      title: 'x',
      empty: [],
      list: [{ a: 1 }, 2],
      nested: { list: [1, 2] },
      count: 3,
      last: ['z'],
    }
    expect(await partsOf(JSON.stringify(value), size)).toEqual([
      ['title', 'x'],
      ['list', { a: 1 }],
      ['list', 2],
      ['nested', { list: [1, 2] }],
      ['count', 3],
      ['last', 'z'],
    ])
  })
})

test('a byte order mark is skipped', async () => {
  expect(await partsOf('\uFEFF[1]')).toEqual([[null, 1]])
})

test.each([
  ['[{"a": 1}', 'import.malformed'],
  ['[{"a": }]', 'import.malformed'],
  ['["abc', 'import.malformed'],
  ['', 'import.malformed'],
  ['text', 'import.unrecognized'],
  ['[1] [2]', 'import.unrecognized'],
])('%j is refused with %s', async (text, code) => {
  await expect(partsOf(text)).rejects.toMatchObject({ code })
})

test.each([
  ['Latin-1', Buffer.from('["Zürich"]', 'latin1')],
  ['UTF-16', Buffer.from('\uFEFF["Zürich"]', 'utf16le')],
])('a text in %s is refused, so that no letter is lost', async (_, bytes) => {
  const all = async () => {
    for await (const part of splitJson([bytes] as never, 1_000)) expect(part).toBeUndefined()
  }
  await expect(all()).rejects.toMatchObject({
    code: 'import.malformed',
    message: expect.stringContaining('not UTF-8'),
  })
})

test('a part with thousands of levels is refused before it is in memory', async () => {
  const text = `[${'['.repeat(600_000)}${']'.repeat(600_000)}]`
  await expect(partsOf(text, 64 * 1024, 64 * 1024 * 1024)).rejects.toMatchObject({
    code: 'import.entry_too_large',
  })
})

test('a part that is too large is refused', async () => {
  await expect(partsOf(`["${'x'.repeat(100)}"]`, 7, 50)).rejects.toMatchObject({
    code: 'import.entry_too_large',
  })
})

import { expect, test } from 'vitest'
import { isSpace, trimRange } from './text-range.ts'

test('white space is the same for every UTF-16 unit as for a regular expression', () => {
  const differing = Array.from({ length: 0x10000 }, (_, code) => code).filter(
    code => isSpace(code) !== /\s/.test(String.fromCharCode(code)),
  )
  expect(differing).toEqual([])
})

test.each(['', '   ', ' a ', '\u3000a b\u2028', 'a', '\ufeff\na\n\n', '\u200ba\u200b', '🦊 '])(
  'the trimmed range of %j is its trimmed text',
  text => {
    const { start, end } = trimRange(text, 0, text.length)
    expect(text.slice(start, end)).toBe(text.trim())
  },
)

test('a range is trimmed at its own ends, not at those of the text, and is empty if only spaces are left', () => {
  expect(trimRange('ab  cd  ef', 2, 8)).toEqual({ start: 4, end: 6 })
  const { start, end } = trimRange('ab    cd', 2, 6)
  expect(start).toBe(end)
})

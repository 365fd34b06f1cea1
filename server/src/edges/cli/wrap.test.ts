import { expect, test } from 'vitest'
import { wrap } from './wrap.ts'

test('a text is broken between words, and every line is indented', () => {
  expect(wrap('Ada moved to Lisbon in May.', '  ', 14)).toBe('  Ada moved to\n  Lisbon in\n  May.')
})

test('a text without a terminal stays one line, and a word that is too long stays whole', () => {
  expect(wrap('Ada moved to Lisbon.', '  ', undefined)).toBe('  Ada moved to Lisbon.')
  expect(wrap('a https://example.org/long b', '  ', 10)).toBe('  a\n  https://example.org/long\n  b')
})

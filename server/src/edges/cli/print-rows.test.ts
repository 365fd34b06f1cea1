import { expect, test } from 'vitest'
import { toTable } from './print-rows.ts'
import { printable } from './printable.ts'

test('a table has a heading, aligned columns and no spaces at the ends of lines', () => {
  const rows = [
    { name: 'first', key: 'rv_1', note: '' },
    { name: 'x', key: 'rv_22', note: 'disabled' },
  ]
  expect(toTable(rows).split('\n')).toEqual(['NAME   KEY    NOTE', 'first  rv_1', 'x      rv_22  disabled'])
})

test('a table counts characters as people do, so that an emoji does not move the next column', () => {
  const rows = [
    { name: '🦊🦊', key: 'a' },
    { name: 'ab', key: 'b' },
  ]
  expect(toTable(rows).split('\n').slice(1)).toEqual(['🦊🦊    a', 'ab    b'])
})

test('a table cuts its last column where the terminal ends, and colours values after they were padded', () => {
  const rows = [
    { state: 'done', title: 'Ada moved to Lisbon in May and works there' },
    { state: 'failed', title: 'Short' },
  ]
  const paint = { state: (value: string) => `<${value}>` }
  expect(toTable(rows, { columns: 30, paint }).split('\n')).toEqual([
    'STATE   TITLE',
    '<done>    Ada moved to Lisbon i…',
    '<failed>  Short',
  ])
})

test('a table without rows is empty', () => {
  expect(toTable([])).toBe('')
})

test('a text of others is one line without control characters', () => {
  // Clears the screen and writes a line of its own.
  expect(printable('\x1b[2J\x1b[Hall keys are active')).toBe('\ufffd[2J\ufffd[Hall keys are active')
  expect(printable('a\tb\r\nc\u2028d')).toBe('a b c d')
  // The eight-bit form of the same sequence, a bell and a delete.
  expect(printable('\u009b2J\x07\x7f')).toBe('\ufffd2J\ufffd\ufffd')
  expect(printable('Zoë 日本 👩‍👩‍👧 العربية')).toBe('Zoë 日本 👩‍👩‍👧 العربية')
})

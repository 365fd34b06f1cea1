import { expect, test } from 'vitest'
import { toTable } from './print-rows.ts'

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

test('a table without rows is empty', () => {
  expect(toTable([])).toBe('')
})

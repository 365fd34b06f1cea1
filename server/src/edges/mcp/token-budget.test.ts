import { expect, test } from 'vitest'
import { cutText, fit, oneLine } from './token-budget.ts'

test('items are taken from the front while they fit, and the others are counted', () => {
  const items = Array.from({ length: 10 }, (_, i) => ({ id: String(i), text: 'x'.repeat(80) }))
  const { taken, leftOut } = fit(items, 100)
  expect(taken).toEqual(items.slice(0, 3))
  expect(leftOut).toBe(7)
  expect(JSON.stringify(taken).length).toBeLessThanOrEqual(400)
})

test('the first item is always taken, because nothing would help nobody', () => {
  expect(fit(['x'.repeat(1_000), 'y'], 10)).toEqual({ taken: ['x'.repeat(1_000)], leftOut: 1 })
  expect(fit([], 10)).toEqual({ taken: [], leftOut: 0 })
})

test('a text becomes one line, cut without half a character', () => {
  expect(oneLine(' a\n\n b\t c ')).toBe('a b c')
  const cut = oneLine('😀'.repeat(100), 50)
  expect(cut.isWellFormed()).toBe(true)
  expect(cut.length).toBeLessThanOrEqual(50)
})

test.each(['abcdefghij'.repeat(100), `a${'😀'.repeat(300)}`])('parts of a text join to the whole', text => {
  let [read, offset] = ['', 0 as number | undefined]
  while (offset !== undefined) {
    const { part, next } = cutText(text, offset, 30)
    read += part
    offset = next
  }
  expect(read).toBe(text)
})

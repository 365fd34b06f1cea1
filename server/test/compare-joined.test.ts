import { expect, test } from 'vitest'
import { compareJoined } from '../eval/extract/compare-joined.ts'

const joinedRecall = (reference: string, text: string) => compareJoined(reference, text)?.recall

test('a token is found in the text, or made of words of it that nothing else has used', () => {
  expect(joinedRecall('titlesubtitle and more', '# Title\n\nSubtitle and more')).toBe(1)
  expect(joinedRecall('op\u00adtional', 'optional')).toBe(1)
  expect(joinedRecall('oneone', 'one two')).toBe(0)
  expect(joinedRecall('one onetwo', 'two one')).toBe(0.5)
  expect(joinedRecall('missing here', 'here')).toBe(0.5)
  expect(joinedRecall('…', 'text')).toBeUndefined()
})

test('of the words of the text, those that make up no token are surplus', () => {
  expect(compareJoined('titlesubtitle', 'Title Subtitle')?.precision).toBe(1)
  expect(compareJoined('one', 'one two one')?.precision).toBeCloseTo(1 / 3)
})

import { expect, test } from 'vitest'
import { joinedRecall } from '../eval/extract/joined-recall.ts'

test('a token is found in the text, or made of words of it that nothing else has used', () => {
  expect(joinedRecall('titlesubtitle and more', '# Title\n\nSubtitle and more')).toBe(1)
  expect(joinedRecall('op\u00adtional', 'optional')).toBe(1)
  expect(joinedRecall('oneone', 'one two')).toBe(0)
  expect(joinedRecall('one onetwo', 'two one')).toBe(0.5)
  expect(joinedRecall('missing here', 'here')).toBe(0.5)
  expect(joinedRecall('…', 'text')).toBeUndefined()
})

import { describe, expect, test } from 'vitest'
import { splitTurns } from './split-turns.ts'

const turns = (text: string) => splitTurns(text)?.map(({ start, end }) => text.slice(start, end).trim())

describe('splitTurns', () => {
  test('finds each speaker and their words', () => {
    expect(turns('Ada: Hello!\nBob: Hi.\nAda: How are\nyou?\nBob: Well.')).toEqual([
      'Ada: Hello!',
      'Bob: Hi.',
      'Ada: How are\nyou?',
      'Bob: Well.',
    ])
  })

  test('recognises the roles of a chat, however short', () => {
    expect(turns('user: Hello\nassistant: Hello to you')).toEqual(['user: Hello', 'assistant: Hello to you'])
    expect(turns('user (Ada): Hello\nuser (Bob): Hi')).toEqual(['user (Ada): Hello', 'user (Bob): Hi'])
  })

  test('reads times before names', () => {
    expect(turns('[10:32] Ada: One\n[10:33] Bob: Two\n[10:34] Ada: Three\n[10:35] Bob: Four')).toHaveLength(4)
  })

  test('leaves words that only look like a label in their turn', () => {
    expect(turns('Ada: One\nBob: Two\nNote: this\nAda: Three\nBob: Four')).toEqual([
      'Ada: One',
      'Bob: Two\nNote: this',
      'Ada: Three',
      'Bob: Four',
    ])
  })

  test.each([
    ['prose', 'It was late. She said: nothing.\nThen he left.'],
    ['a form', 'Name: Ada\nAge: 36\nCity: London\nJob: mathematician'],
    [
      'a text that quotes a conversation',
      'What follows was recorded.\n\nAda: Hello\nBob: Hi\nAda: So\nBob: Yes',
    ],
    ['a single line', 'Ada: Hello'],
    ['addresses', 'https://example.org/a\nhttps://example.org/b\nhttps://example.org/c'],
  ])('finds no turns in %s', (_, text) => {
    expect(splitTurns(text)).toBeUndefined()
  })
})

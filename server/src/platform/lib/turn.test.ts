import { describe, expect, test } from 'vitest'
import { plainLetters } from './plain-letters.ts'
import { readRenderedTurns } from './turn.ts'

const turnsOf = (text: string) =>
  readRenderedTurns(text).map(({ start, end, role, name }) => [name ?? role, text.slice(start, end)])

describe('the turns of a conversation stored as text', () => {
  test('are read from the labels at the beginnings of lines, with the names of speakers', () => {
    expect(turnsOf('user (Ada): Hello.\nassistant: Hi,\nAda.\ntool: {}\nsystem: ')).toEqual([
      ['Ada', 'Hello.'],
      ['assistant', 'Hi,\nAda.'],
      ['tool', '{}'],
      ['system', ''],
    ])
  })

  test.each([
    ['user: I said "assistant: yes".', [['user', 'I said "assistant: yes".']]],
    ['user: a\n  assistant: indented', [['user', 'a\n  assistant: indented']]],
    ['user: a\nUser: b', [['user', 'a\nUser: b']]],
    ['user: a\nassistant:b', [['user', 'a\nassistant:b']]],
    ['user: a\rassistant: b', [['user', 'a\rassistant: b']]],
    [`user: a\nuser (${'x'.repeat(256)}): b`, [['user', `a\nuser (${'x'.repeat(256)}): b`]]],
  ])('are not begun by what only resembles a label: %j', (text, turns) => {
    expect(turnsOf(text)).toEqual(turns)
  })

  test('begin with the user if there is text before the first label', () => {
    expect(turnsOf('A note.\nassistant: Noted.')).toEqual([
      ['user', 'A note.\n'],
      ['assistant', 'Noted.'],
    ])
    expect(turnsOf('No labels at all')).toEqual([['user', 'No labels at all']])
    expect(turnsOf('\n\nuser: a')).toEqual([['user', 'a']])
    expect(turnsOf('')).toEqual([])
  })
})

describe('a text as people see it', () => {
  test.each([
    ['АSSІSТANT', 'assistant'],
    ['ａｓｓｉｓｔａｎｔ', 'assistant'],
    ['𝐮𝐬𝐞𝐫', 'user'],
    ['us\u200ber', 'user'],
    ['ᴜꜱᴇʀ', 'user'],
    ['日本', '日本'],
  ])('%j looks like "%s"', (text, plain) => {
    expect(plainLetters(text)).toBe(plain)
  })
})

import { describe, expect, test } from 'vitest'
import { splitWords } from './split-words.ts'

const words = (text: string, language = 'en') => splitWords(text, language).map(({ text }) => text)

describe('splitWords', () => {
  test.each([
    ['words, in lower case', 'The Memory, of Water!', ['the', 'memory', 'of', 'water']],
    ['the apostrophe of English', "Ada’s and don't", ["ada's", 'and', "don't"]],
    ['names in snake case', 'user_id', ['user', 'id', 'user_id']],
    ['names in camel case', 'getUserName', ['getusername', 'get', 'user', 'name']],
    ['acronyms in names', 'HTTPServer2', ['httpserver2', 'http', 'server', '2']],
    ['tickets', 'see GH-1234.', ['see', 'gh', '1234', 'gh-1234']],
    [
      'versions and addresses',
      'v1.2 10.0.0.1',
      ['v1', 'v', '1', '2', 'v1.2', '10', '0', '0', '1', '10.0.0.1'],
    ],
    ['mail', 'ada@example.org', ['ada', 'example', 'org', 'ada@example.org']],
    ['amounts', 'paid $350,000.50 today', ['paid', '350000.50', 'today']],
    ['languages with signs', 'C++ and C# #tag', ['c', 'c++', 'and', 'c', 'c#', 'tag']],
    ['full width letters as others', 'ＡＢＣ', ['abc']],
    ['nothing in signs alone', '— … !!', []],
  ])('finds %s', (_, text, expected) => {
    expect(words(text)).toEqual(expected)
  })

  test('splits words at the apostrophe where the language does', () => {
    expect(words("l'amour", 'fr')).toEqual(['l', 'amour', "l'amour"])
  })

  test('pairs the characters of scripts without spaces, apart from other scripts', () => {
    expect(words('記憶は水', 'ja')).toEqual(['記憶', '憶は', 'は水'])
    expect(words('我有iPhone手机', 'zh')).toEqual(['我有', '手机', 'iphone', 'i', 'phone'])
    expect(words('猫', 'ja')).toEqual(['猫'])
    expect(words('วันนี้', 'th')).toEqual(['วั', 'ัน', 'นน', 'นี', 'ี้'])
  })

  test('keeps the vowel signs of a word', () => {
    expect(words('हिन्दी में', 'hi')).toEqual(['हिन्दी', 'में'])
  })

  test('ignores runs too long to be names', () => {
    expect(words('x'.repeat(65))).toEqual([])
    expect(words(`${'a-'.repeat(40)}b`).filter(word => word.length > 1)).toEqual([])
  })

  test('marks the words that can be stemmed', () => {
    expect(splitWords('running 5k', 'en')).toEqual([
      { text: 'running', stemmable: true },
      { text: '5k', stemmable: false },
      { text: '5', stemmable: false },
      { text: 'k', stemmable: true },
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { count, isVague, ordinal, toNumber, toOrdinal, toYear, wordYear } from './numbers.ts'

const whole = (pattern: string, text: string) => new RegExp(`^(?:${pattern})$`, 'iu').test(text)

describe('A count in words', () => {
  it.each([
    ['3', 3],
    ['1.5', 1.5],
    ['a', 1],
    ['an', 1],
    ['one', 1],
    ['twelve', 12],
    ['nineteen', 19],
    ['twenty', 20],
    ['twenty-one', 21],
    ['ninety nine', 99],
    ['Forty-Two', 42],
    ['a few', 3],
    ['several', 3],
    ['a couple of', 2],
    ['couple', 2],
    ['half a', 0.5],
    ['half an', 0.5],
  ])('%s is %d', (words, expected) => {
    expect(whole(count, words)).toBe(true)
    expect(toNumber(words)).toBe(expected)
  })

  it('is vague if people would not count it', () => {
    expect(['a few', 'several', 'a couple of', 'some'].every(isVague)).toBe(true)
    expect(['three', '3', 'a', 'half a', 'twenty-one'].some(isVague)).toBe(false)
  })

  it.each(['many', 'hundred', 'threes', '3rd', 'twenty-ten'])('is not "%s"', words => {
    expect(whole(count, words)).toBe(false)
  })
})

describe('An ordinal', () => {
  it.each([
    ['1st', 1],
    ['22nd', 22],
    ['3rd', 3],
    ['31st', 31],
    ['first', 1],
    ['ninth', 9],
    ['Twelfth', 12],
    ['twentieth', 20],
    ['twenty-first', 21],
    ['twenty ninth', 29],
    ['thirtieth', 30],
    ['thirty-first', 31],
  ])('%s is %d', (words, expected) => {
    expect(whole(ordinal, words)).toBe(true)
    expect(toOrdinal(words)).toBe(expected)
  })
})

describe('A year in words', () => {
  it.each([
    ['two thousand', 2000],
    ['two thousand and one', 2001],
    ['two thousand fifteen', 2015],
    ['two thousand and twenty-four', 2024],
    ['nineteen ninety-six', 1996],
    ['nineteen eighty', 1980],
    ['nineteen sixteen', 1916],
    ['twenty twenty', 2020],
    ['twenty twenty-four', 2024],
    ['twenty ten', 2010],
  ])('%s is %d', (words, expected) => {
    expect(whole(wordYear, words)).toBe(true)
    expect(toYear(words)).toBe(expected)
  })

  it('in digits stays as it is', () => {
    expect(toYear('1998')).toBe(1998)
  })
})

import { expect, test } from 'vitest'
import { beginningOf, itemRanges, memberRanges } from './json-ranges.ts'

const members = (text: string) => {
  const bytes = Buffer.from(text)
  return Object.fromEntries(
    Array.from(memberRanges(bytes, beginningOf(bytes)), ([name, { start, end }]) => [
      name,
      bytes.toString('utf8', start, end),
    ]),
  )
}

test('the ranges of an object are the bytes of its values, whatever they contain', () => {
  const text = `\ufeff \n{"a": 1.0 ,"b\\"{":"x\\"},[\\\\","é":[1,{"c":"]"}], "d":{"e":[]}\t,"n":null,"big":9007199254740993}`
  expect(members(text)).toEqual({
    a: '1.0',
    'b"{': '"x\\"},[\\\\"',
    é: '[1,{"c":"]"}]',
    d: '{"e":[]}',
    n: 'null',
    big: '9007199254740993',
  })
})

test('an empty object has no ranges, and the last of two equal names counts', () => {
  expect(members('{ }')).toEqual({})
  expect(members('{"a":1,"a":2}')).toEqual({ a: '2' })
})

test('the ranges of an array are the bytes of its items', () => {
  const bytes = Buffer.from('[ {"a":"]"} , "b,c",\n-1e5,[ ], true ]')
  expect(itemRanges(bytes, 0).map(({ start, end }) => bytes.toString('utf8', start, end))).toEqual([
    '{"a":"]"}',
    '"b,c"',
    '-1e5',
    '[ ]',
    'true',
  ])
  expect(itemRanges(Buffer.from('[ ]'), 0)).toEqual([])
})

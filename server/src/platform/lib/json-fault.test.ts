import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findJsonFault } from './json-fault.ts'

const said = (text: string) => {
  const fault = findJsonFault(text)
  return fault && `${fault.line}:${fault.column} expected ${fault.expected}, found ${fault.found}`
}

test.each([
  ['', '1:1 expected a value, found the end of the body'],
  ['nonsense', '1:1 expected a value, found "nonsense"'],
  ['{"a": undefined}', '1:7 expected a value, found "undefined"'],
  ["{'a': 1}", '1:2 expected a field name in double quotes or }, found "\'"'],
  ['{"a": 1,}', '1:9 expected a field name in double quotes, found "}"'],
  ['{"a" 1}', '1:6 expected a colon, found "1"'],
  ['{\n  "a": 1\n  "b": 2\n}', '3:3 expected a comma or }, found "\\""'],
  ['[1 2]', '1:4 expected a comma or ], found "2"'],
  ['{"a": "b', '1:9 expected a closing double quote, found the end of the body'],
  ['{"a": "b\nc"}', '1:9 expected no control character in a string: write it as \\n or \\u000a, found "\\n"'],
  ['{"a": "\\x"}', '1:8 expected an escape such as \\n, \\" or \\u00e9, found "\\\\"'],
  ['{}{}', '1:3 expected nothing more, found "{"'],
  ['[01]', '1:3 expected a comma or ], found "1"'],
])('findJsonFault reports for %j: %s', (text, fault) => {
  expect(said(text)).toBe(fault)
})

test('findJsonFault finds a fault exactly in the texts that JSON.parse refuses', () => {
  const isJson = (text: string) => {
    try {
      JSON.parse(text)
      return true
    } catch {
      return false
    }
  }
  const pieces = [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"',
    '\\',
    '1',
    '-',
    '.5',
    'e9',
    'true',
    'null',
    ' ',
    '\n',
  ]
  const almost = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map(parts => parts.join(''))
  fc.assert(
    fc.property(fc.oneof(fc.json(), almost), text => (findJsonFault(text) === undefined) === isJson(text)),
    { numRuns: 3_000 },
  )
})

test('findJsonFault handles a text nested a million levels deep without recursion', () => {
  expect(said('['.repeat(1_000_000))).toBe('1:1000001 expected a value or ], found the end of the body')
})

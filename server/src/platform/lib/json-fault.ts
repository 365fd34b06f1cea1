/** The first syntax error of a JSON text: its position, the expected token and the text found there. Lines and columns count from 1. */
export type JsonFault = { line: number; column: number; expected: string; found: string }

export type JsonExpectation = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or }' | ', or ]' | 'end'

/** The expected token where a string never ends. */
export const closingQuote = 'a closing double quote'

export const expectationTexts: Record<JsonExpectation, string> = {
  value: 'a value',
  'value or ]': 'a value or ]',
  key: 'a field name in double quotes',
  'key or }': 'a field name in double quotes or }',
  ':': 'a colon',
  ', or }': 'a comma or }',
  ', or ]': 'a comma or ]',
  end: 'nothing more',
}

const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const space = /[ \t\n\r]*/y
export const quote = 0x22
export const backslash = 0x5c
const firstPrintable = 0x20
const simpleEscapes = '"\\/bfnrt'
const unicodeEscape = /u[0-9a-fA-F]{4}/y

/**
 * Finds the first syntax error of a JSON text; undefined if there is none. V8 reports a position only for some errors. This
 * parser keeps its own stack, so a text nested a million levels deep cannot overflow the call stack.
 */
export function findJsonFault(text: string): JsonFault | undefined {
  const open: ('{' | '[')[] = []
  const following = (): JsonExpectation =>
    open.length === 0 ? 'end' : open.at(-1) === '{' ? ', or }' : ', or ]'
  let want: JsonExpectation = 'value'
  for (let at = skip(space, text, 0); at < text.length || want !== 'end'; at = skip(space, text, at)) {
    const letter = text[at]
    const wantsValue: boolean = want === 'value' || want === 'value or ]'
    const wantsKey: boolean = want === 'key' || want === 'key or }'
    if (letter === '"' && (wantsValue || wantsKey)) {
      const end = endOfString(text, at)
      if (typeof end !== 'number') return end
      at = end
      want = wantsKey ? ':' : following()
    } else if (wantsValue && (letter === '{' || letter === '[')) {
      open.push(letter)
      want = letter === '{' ? 'key or }' : 'value or ]'
      at += 1
    } else if (wantsValue && skip(scalar, text, at) > at) {
      at = skip(scalar, text, at)
      want = following()
    } else if ((letter === '}' || letter === ']') && want.endsWith(` ${letter}`)) {
      open.pop()
      want = following()
      at += 1
    } else if (letter === ':' && want === ':') {
      want = 'value'
      at += 1
    } else if (letter === ',' && want.startsWith(',')) {
      want = want === ', or }' ? 'key' : 'value'
      at += 1
    } else return faultAt(text, at, expectationTexts[want])
  }
  return undefined
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

/**
 * The index after the closing quote of the string that begins at `start`, or the fault in it. It compares codes: with a
 * pattern for each escape, eight megabytes of `\"` stalled everybody for 255 ms.
 */
function endOfString(text: string, start: number): number | JsonFault {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) return at + 1
    if (code < firstPrintable)
      return faultAt(text, at, 'no control character in a string: write it as \\n or \\u000a')
    if (code !== backslash) continue
    const end = endOfEscape(text, at)
    if (end === at) return faultAt(text, at, 'an escape such as \\n, \\" or \\u00e9')
    at = end - 1
  }
  return faultAt(text, text.length, closingQuote)
}

/** The index after the escape that begins at `at`, or `at` if it is none. */
function endOfEscape(text: string, at: number): number {
  if (simpleEscapes.includes(text[at + 1] ?? ' ')) return at + 2
  const end = skip(unicodeEscape, text, at + 1)
  return end === at + 1 ? at : end
}

function faultAt(text: string, at: number, expected: string): JsonFault {
  const before = text.slice(0, at)
  const line = before.split('\n').length
  return {
    line,
    column: at - before.lastIndexOf('\n'),
    expected,
    found: wordAt(text.slice(at, at + 20)),
  }
}

/** The first word or character of a text, as an error message quotes it. */
export function wordAt(text: string): string {
  const word = /^[\w.+-]{1,20}|^./su.exec(text)?.[0]
  return word === undefined ? 'the end of the body' : JSON.stringify(word)
}

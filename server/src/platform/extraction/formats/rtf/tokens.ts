export type Token =
  | { type: 'open' }
  | { type: 'close' }
  /** Readers that do not know the following group may skip it. */
  | { type: 'optional' }
  | { type: 'word'; name: string; value: number | undefined }
  /** A character in the code page of the font. */
  | { type: 'byte'; value: number }
  | { type: 'text'; text: string }

const plain = /[^\\{}\r\n\x80-\xff]+/y
const word = /\\([a-zA-Z]{1,40})(-?\d{1,10})? ?/y
const hex = /\\'([0-9a-fA-F]{2})/y

const symbols: Record<string, string> = { '~': '\u00a0', _: '-', '\\': '\\', '{': '{', '}': '}' }

/** The tokens of an RTF file; `source` has one character per byte. */
export function* readTokens(source: string): Generator<Token> {
  let at = 0
  while (at < source.length) {
    const char = source[at]!
    if (char === '{' || char === '}') {
      yield char === '{' ? { type: 'open' } : { type: 'close' }
      at++
    } else if (char === '\\') {
      const { token, next } = readControl(source, at)
      if (token) yield token
      at = next
    } else if (char === '\r' || char === '\n') at++
    else if (char >= '\x80') yield { type: 'byte', value: source.charCodeAt(at++) }
    else {
      plain.lastIndex = at
      const text = plain.exec(source)![0]
      yield { type: 'text', text }
      at += text.length
    }
  }
}

function readControl(source: string, at: number): { token: Token | undefined; next: number } {
  word.lastIndex = at
  const control = word.exec(source)
  if (control) {
    const name = control[1]!
    const value = control[2] === undefined ? undefined : Number(control[2])
    // Raw bytes, which may look like anything, are skipped.
    const skipped = name === 'bin' ? Math.max(0, value ?? 0) : 0
    return { token: { type: 'word', name, value }, next: word.lastIndex + skipped }
  }
  hex.lastIndex = at
  const byte = hex.exec(source)
  if (byte) return { token: { type: 'byte', value: Number.parseInt(byte[1]!, 16) }, next: hex.lastIndex }
  return { token: toSymbol(source[at + 1] ?? ''), next: at + 2 }
}

function toSymbol(char: string): Token | undefined {
  if (char === '*') return { type: 'optional' }
  if (char === '\r' || char === '\n') return { type: 'word', name: 'par', value: undefined }
  if (char === '\t') return { type: 'word', name: 'tab', value: undefined }
  const text = symbols[char]
  return text === undefined ? undefined : { type: 'text', text }
}

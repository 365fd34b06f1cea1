/** Lead bytes of a multi-byte encoding: all of them, and those of its kana, syllables or most common characters. */
type Leads = { encoding: string; isLead: (byte: number) => boolean; isCommon: (byte: number) => boolean }

const between = (low: number, high: number) => (byte: number) => byte >= low && byte <= high
const isPair = between(0xa1, 0xfe)

/** The first encoding that fits wins: Korean text also fits Chinese, but not the other way round. */
const encodings: readonly Leads[] = [
  {
    encoding: 'shift_jis',
    isLead: byte => between(0x81, 0x9f)(byte) || between(0xe0, 0xef)(byte),
    isCommon: between(0x81, 0x98),
  },
  { encoding: 'euc-jp', isLead: isPair, isCommon: byte => byte === 0xa4 || byte === 0xa5 },
  { encoding: 'euc-kr', isLead: isPair, isCommon: between(0xb0, 0xc8) },
  { encoding: 'gb18030', isLead: between(0x81, 0xfe), isCommon: between(0xb0, 0xd7) },
  { encoding: 'big5', isLead: between(0x81, 0xfe), isCommon: between(0xa1, 0xc6) },
]

const leastShare: Record<string, number> = { 'euc-jp': 0.3 }

/** The East Asian encoding of a text too short for statistics; undefined when it is mostly ASCII or fits none. */
export function guessAsian(bytes: Uint8Array): string | undefined {
  // A run of one sign is a rule or a leader.
  const high = bytes.reduce((sum, byte, i) => sum + (byte >= 0x80 && byte !== bytes[i - 1] ? 1 : 0), 0)
  if (high < 6 || high < 0.3 * bytes.length) return undefined
  return encodings.find(leads => fits(bytes, leads))?.encoding
}

function fits(bytes: Uint8Array, { encoding, isLead, isCommon }: Leads): boolean {
  if (!isValid(bytes, encoding)) return false
  let pairs = 0
  let common = 0
  for (let i = 0; i < bytes.length; i++) {
    if (!isLead(bytes[i]!)) continue
    pairs++
    if (isCommon(bytes[i]!)) common++
    i++
  }
  return pairs > 2 && common >= (leastShare[encoding] ?? 0.9) * pairs
}

function isValid(bytes: Uint8Array, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return true
  } catch {
    return false // Invalid bytes: it is not this encoding.
  }
}

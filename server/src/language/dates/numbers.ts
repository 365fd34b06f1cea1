import { smallNumbers as ones, ordinalNumbers as ordinals, tens } from '../rules/vocabulary.ts'

/** Approximate numbers: a date computed from them is `around` that date. */
const vague: Record<string, number> = { few: 3, several: 3, couple: 2, some: 3 }

const tensPattern = `(?:${tens.join('|')})(?:[ -](?:${ones.slice(1, 10).join('|')}))?`

/** Matches a count: `3`, `three`, `twenty-one`, `a`, `a few`, `a couple of`, `half a`. */
export const count = `(?:an?\\s+)?(?:\\d+(?:\\.\\d+)?|${tensPattern}|${ones.toReversed().join('|')}|few|several|couple(?:\\s+of)?|some|half\\s+an?)|an?`

/** Matches `3rd`, `third`, `twenty-first`. */
export const ordinal = `\\d{1,2}(?:st|nd|rd|th)|twenty[ -](?:${ordinals.slice(1, 10).join('|')})|thirty[ -]first|thirtieth|${ordinals.slice(1).toReversed().join('|')}`

export function toNumber(words: string): number {
  const text = words.toLowerCase().trim()
  if (/^half/.test(text)) return 0.5
  const bare = text.replace(/^an?\s+/, '').replace(/\s+of$/, '')
  if (bare === 'a' || bare === 'an') return 1
  if (/^\d/.test(bare)) return Number(bare)
  if (bare in vague) return vague[bare]!
  const [first = '', second] = bare.split(/[ -]/)
  if (ones.includes(first)) return ones.indexOf(first)
  return (tens.indexOf(first) + 2) * 10 + (second ? ones.indexOf(second) : 0)
}

export const isVague = (words: string): boolean => /few|several|couple|some/i.test(words)

export function toOrdinal(words: string): number {
  const text = words.toLowerCase()
  if (/^\d/.test(text)) return Number.parseInt(text, 10)
  if (ordinals.includes(text)) return ordinals.indexOf(text)
  if (text === 'thirtieth') return 30
  const [first, second] = text.split(/[ -]/)
  return (first === 'thirty' ? 30 : 20) + ordinals.indexOf(second!)
}

/** Matches `two thousand and fifteen`, `nineteen ninety-six`. */
export const wordYear = `two\\s+thousand(?:\\s+(?:and\\s+)?(?:${tensPattern}|${ones.slice(1).toReversed().join('|')}))?|(?:nineteen|twenty)\\s+(?:${tensPattern}|${ones.slice(10).toReversed().join('|')})`

export function toYear(words: string): number {
  if (/^\d/.test(words)) return Number(words)
  const [, century, rest] = /^(two\s+thousand|nineteen|twenty)\s*(?:and\s+)?(.*)$/i.exec(words)!
  const base = /^two/i.test(century!) ? 2000 : /^nine/i.test(century!) ? 1900 : 2000
  return base + (rest ? toNumber(rest) : 0)
}

import type { Agreement } from './text-measures.ts'

/** No real word is longer. */
const maxWordChars = 60

/**
 * The share of a reference that a text contains, where the reference lacks spaces between paragraphs and cells: for
 * Office files it is all `w:t`, `a:t` or `t` elements joined without a separator ("titlesubtitle"). A token that is
 * not in the text counts as found when it consists of words of the text that no other token has used.
 */
export function compareJoined(reference: string, text: string): Agreement | undefined {
  const wanted = tokensOf(reference)
  if (wanted.length === 0) return undefined
  const given = tokensOf(text)
  const left = new Map<string, number>()
  for (const token of given) left.set(token, (left.get(token) ?? 0) + 1)
  const rest = wanted.filter(token => !use(left, [token]))
  const found = rest.filter(token => use(left, splitInto(token, left)))
  const unused = [...left.values()].reduce((sum, count) => sum + count, 0)
  return {
    precision: given.length === 0 ? 1 : 1 - unused / given.length,
    recall: (wanted.length - rest.length + found.length) / wanted.length,
  }
}

/** Soft hyphens, which only show at the end of a line, do not split a word. */
function tokensOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .replaceAll('\u00ad', '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

/** Removes words from the remaining ones; false when some are missing. */
function use(left: Map<string, number>, words: readonly string[] | undefined): boolean {
  if (!words?.every(word => (left.get(word) ?? 0) > 0)) return false
  for (const word of words) left.set(word, left.get(word)! - 1)
  return true
}

/** Words that form the token when joined, none used more often than it remains. */
function splitInto(token: string, left: ReadonlyMap<string, number>): string[] | undefined {
  const ways: (string[] | undefined)[] = [[]]
  for (let start = 0; start < token.length; start++) {
    const way = ways[start]
    if (!way) continue
    for (let end = start + 1; end <= Math.min(token.length, start + maxWordChars); end++) {
      const word = token.slice(start, end)
      const used = way.filter(one => one === word).length
      if (!ways[end] && (left.get(word) ?? 0) > used) ways[end] = [...way, word]
    }
  }
  return ways[token.length]
}

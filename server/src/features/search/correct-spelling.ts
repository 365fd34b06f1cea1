import { editDistance } from '../../platform/lib/edit-distance.ts'

/** Shorter words are not corrected: they are close to too many others. */
const shortest = 5
/** From this length on, a word may have two wrong letters. */
const long = 9

const wordsOf = (text: string) => text.match(/[\p{L}\p{M}]+(?:['’]\p{L}+)?/gu) ?? []

/** Replaces each word of the query that occurs in none of the texts by the closest word that does, by edit distance. */
export function correctSpelling(q: string, texts: readonly string[]): string {
  const known = countWords(texts)
  return q.replaceAll(/(?<![\p{N}_@./-])[\p{L}\p{M}]+(?![\p{L}\p{M}\p{N}_@/-]|\.\p{L})/gu, word => {
    const meant = word.length < shortest || known.has(word.toLowerCase()) ? undefined : nearest(word, known)
    return meant ?? word
  })
}

function countWords(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts)
    for (const word of wordsOf(text.toLowerCase())) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** The word with the smallest edit distance; among equals, the most common one. The first letter must be right: people hardly ever get it wrong. */
function nearest(word: string, known: ReadonlyMap<string, number>): string | undefined {
  const written = word.toLowerCase()
  const most = written.length >= long ? 2 : 1
  const near = Array.from(known, ([text, count]) => ({
    text,
    count,
    slips: text[0] === written[0] ? editDistance(written, text, most) : most + 1,
  }))
    .filter(({ slips }) => slips <= most)
    .sort((a, b) => a.slips - b.slips || b.count - a.count || (a.text < b.text ? -1 : 1))
  const [best] = near
  return best && !isFormOf(written, best.text) ? best.text : undefined
}

/** True if only the endings differ: another form of the word is no error, and stemming finds it. */
function isFormOf(a: string, b: string): boolean {
  const shared = [...a].findIndex((letter, i) => letter !== b[i])
  return shared < 0 || shared >= a.length - 2
}

/** Scripts without spaces between words, where each pair of characters stands for a word. */
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu

/** Number of leading letters that a word keeps in most of its forms. */
const stemLength = 4

const everywhere = new Set([
  'user',
  'that',
  'this',
  'with',
  'have',
  'from',
  'they',
  'their',
  'there',
  'what',
  'when',
])

/**
 * Whether a statement shares a word with its alleged source. A model may paraphrase, but hardly without using any
 * word of the text. A statement in another script may be a translation, which this check cannot judge.
 */
export function sharesWords(statement: string, source: string): boolean {
  const [told, said] = [wordsOf(statement), wordsOf(source)]
  if (told.size === 0 || said.size === 0) return true
  if ([...told].some(word => said.has(word))) return true
  return isUnspaced(statement) !== isUnspaced(source)
}

export const isUnspaced = (text: string): boolean => text.match(unspaced) !== null

/** The character pairs of text written without spaces, which stand for its words. */
export const pairsOf = (text: string): string[] =>
  (text.match(unspaced) ?? []).flatMap(run =>
    Array.from({ length: Math.max(1, run.length - 1) }, (_, i) => run.slice(i, i + 2)),
  )

function wordsOf(text: string): Set<string> {
  const pairs = pairsOf(text)
  const spaced = text.toLowerCase().replaceAll(unspaced, ' ')
  const words = spaced.match(/\p{N}+|\p{L}[\p{L}\p{M}]{2,}/gu) ?? []
  const telling = words.filter(word => !everywhere.has(word)).map(word => word.slice(0, stemLength))
  return new Set([...pairs, ...telling])
}

import { isSpace, type TextRange, trimRange } from '../../../platform/lib/text-range.ts'
import type { Weigh } from './weigh-text.ts'

/**
 * A fixed locale, because the same text must give the same chunks on every machine: `undefined` and `und`
 * both resolve to the host's (LANG=el_GR ends sentences at `;`). The rules behind `en` are Unicode's own for
 * every script, with dictionaries for Thai, Lao, Khmer, Burmese, Chinese and Japanese words.
 */
const locale = 'en'
const sentences = new Intl.Segmenter(locale, { granularity: 'sentence' })
const words = new Intl.Segmenter(locale, { granularity: 'word' })
const graphemes = new Intl.Segmenter(locale, { granularity: 'grapheme' })

/** Characters around a cut in which the end of a word is looked for; longer runs are hashes or base64, not words. */
const windowChars = 32

/** Yields the sentences of a range, trimmed. */
export function* splitSentences(text: string, range: TextRange): Generator<TextRange> {
  // In Unicode a line break ends a sentence; in a hard-wrapped paragraph it is a space.
  const flowing = text.slice(range.start, range.end).replace(/[\r\n]/g, ' ')
  let start = range.start
  for (const { index, segment } of sentences.segment(flowing)) {
    const end = range.start + index + segment.length
    if (end < range.end && isInsideWord(text.charCodeAt(end - 1))) continue
    const sentence = trimRange(text, start, end)
    if (sentence.start < sentence.end) yield sentence
    start = end
  }
}

/** Unicode also ends a sentence at the `?` of a URL and the `!` of `[![`. Unlike `。`, they need a space after them. */
function isInsideWord(lastCode: number): boolean {
  return lastCode < 0x80 && !isSpace(lastCode)
}

export function splitLines(text: string, range: TextRange): Generator<TextRange> {
  return splitAt(text, range, code => code === 0x0a)
}

/** Yields the runs between white space. */
export function splitAtSpaces(text: string, range: TextRange): Generator<TextRange> {
  return splitAt(text, range, isSpace)
}

function* splitAt(text: string, range: TextRange, isSeparator: (code: number) => boolean) {
  for (let start = range.start; start < range.end; ) {
    let end = start
    while (end < range.end && !isSeparator(text.charCodeAt(end))) end++
    const part = trimRange(text, start, end)
    if (part.start < part.end) yield part
    start = end + 1
  }
}

/** Cuts a run without white space into parts of at most `weight`, or of one character where that is heavier. */
export function* cutRun(text: string, range: TextRange, weigh: Weigh, weight: number): Generator<TextRange> {
  let start = range.start
  while (weigh(start, range.end) > weight) {
    let limit = start + 1
    while (limit < range.end && weigh(start, limit + 1) <= weight) limit++
    const end = findCut(text, start, limit)
    if (end >= range.end) break
    yield { start, end }
    start = end
  }
  yield { start, end: range.end }
}

/**
 * Finds where to cut `text` so that the part from `start` ends at `limit` or before: between words, otherwise between
 * graphemes, otherwise between code points. The cut is at least one whole code point after `start`.
 */
export function findCut(text: string, start: number, limit: number): number {
  const from = Math.max(start, limit - windowChars)
  const around = text.slice(from, limit + windowChars)
  for (const segmenter of [words, graphemes]) {
    const index = segmenter.segment(around).containing(limit - from)?.index ?? 0
    if (index > 0 && !isInsidePair(text, from + index)) return from + index
  }
  if (!isInsidePair(text, limit)) return limit
  return limit - 1 > start ? limit - 1 : limit + 1
}

/** Whether `index` lies between the halves of a surrogate pair. */
function isInsidePair(text: string, index: number): boolean {
  return (text.charCodeAt(index - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(index) & 0xfc00) === 0xdc00
}

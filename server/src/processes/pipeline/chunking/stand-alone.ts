import type { TextRange } from '../../../platform/lib/text-range.ts'
import type { Turn } from '../../../platform/lib/turn.ts'
import { hasWords, toPlainLine } from '../summary/shorten-text.ts'
import { splitBlocks } from './split-blocks.ts'
import { splitSentences } from './split-text.ts'

/** A sentence that can stand alone, with its place in the text and its form for display. */
export type Sentence = TextRange & { shown: string }

const minChars = 25
const maxChars = 300
const minWords = 5

/** A first word that only connects to the sentence before; the sentence means the same without it. */
const bound =
  /^(?:however|moreover|furthermore|in addition|additionally|therefore|thus|hence|consequently|as a result|finally|also|in contrast|by contrast|similarly|likewise|nevertheless|nonetheless|in fact|indeed|for example|for instance|in particular|overall|so|but|and|well|oh|yes|no|anyway|actually|by the way|also)(?:, +| +(?=I\b|we\b))/i

/** Refers to something that was named before it. */
const dangling =
  /^(?:it|its|he|him|his|she|her|hers|they|them|their|theirs|such|then|but|and|or|nor|so|yet|because|which|who|whose|both|another|the (?:other|latter|former|same)|these|those|that|this(?! (?:paper|study|article|work|report|review|book|guide|document|page|project|note|chapter|manual|text|year|week|month|morning|evening)\b))\b/i

/** A section's name in capitals before its first sentence, as in abstracts. */
const label = /^\p{Lu}[\p{Lu} /&-]{4,40}:? +(?=\p{Lu}[\p{Ll} ])/u

/** A copyright notice instead of content. */
const notice = /^(?:©|\(c\) |copyright\b|all rights reserved)/i

/** Cut off at an abbreviation. */
const cutOff = /(?:\b(?:e\.g|i\.e|vs|cf|al|Dr|Mr|Mrs|Ms|No|Fig|Figs|approx|St)|\s\p{Lu})\.$/u

/** Yields the sentences of prose in these ranges that can be understood without those around them. */
export function* standAlone(text: string, ranges: readonly TextRange[]): Generator<Sentence> {
  for (const range of ranges)
    for (const part of proseOf(text, range))
      for (const sentence of splitSentences(text, part)) {
        const line = toPlainLine(text.slice(sentence.start, sentence.end))
        const shown = showAlone(line, { isFirst: sentence.start === ranges[0]!.start })
        if (shown !== undefined) yield { ...sentence, shown }
      }
}

function* proseOf(text: string, range: TextRange): Generator<TextRange> {
  const inside = text.slice(range.start, range.end)
  for (const block of splitBlocks(inside))
    if (block.kind === 'text') yield { start: range.start + block.start, end: range.start + block.end }
}

/** The first sentence refers to nothing before it, so it is kept as it is. */
function showAlone(line: string, { isFirst }: { isFirst: boolean }): string | undefined {
  const loose = line.replace(label, '').replace(bound, '')
  // A word with a capital inside, such as `mTOR`, is kept as written.
  const shown = /^\p{Ll}[\p{Ll}\s-]/u.test(loose) && loose !== line ? capitalized(loose) : loose
  if (shown.length < minChars || shown.length > maxChars || !hasWords(shown)) return undefined
  // Capitals and spaces say nothing in scripts that have neither.
  if (/^\p{Ll}{2}/u.test(shown) || (/^\p{Script=Latin}/u.test(shown) && shown.split(' ').length < minWords))
    return undefined
  if (!/[.!?…。！？"”)]$/u.test(shown) || cutOff.test(shown) || notice.test(shown)) return undefined
  return dangling.test(shown) && !isFirst ? undefined : shown
}

function capitalized(line: string): string {
  return line.charAt(0).toUpperCase() + line.slice(1)
}

const roleLabel = /(?<![^\n])(user|human|assistant|system|tool|ai)(?: \([^()\n]{1,60}\))?: +/gi

/**
 * The user's words in a conversation, without the label. Any other text, and a talk among people, is returned whole.
 * Labels in the text are parsed only where no turns are stored.
 */
export function spokenByUser(text: string, turns?: readonly Turn[] | null): TextRange[] {
  const spoken = turns ? turns.filter(({ role }) => role === 'user') : readUserTurns(text)
  const parts = spoken.filter(({ start, end }) => start < end)
  return parts.length > 0 ? parts.map(({ start, end }) => ({ start, end })) : [{ start: 0, end: text.length }]
}

function readUserTurns(text: string): TextRange[] {
  const labels = Array.from(text.matchAll(roleLabel), ({ 0: { length }, 1: role, index }) => ({
    isUser: /^(?:user|human)$/i.test(role!),
    index,
    start: index + length,
  }))
  if (labels[0]?.index !== 0) return []
  const turns = labels.map(({ isUser, start }, i) => ({
    isUser,
    start,
    end: labels[i + 1]?.index ?? text.length,
  }))
  return turns.filter(({ isUser }) => isUser)
}

/** Returns a text or, for a conversation, the user's words, a paragraph for each turn. */
export function userTextOf(text: string, turns?: readonly Turn[] | null): string {
  const parts = spokenByUser(text, turns)
  return parts.map(({ start, end }) => text.slice(start, end).trim()).join('\n\n')
}

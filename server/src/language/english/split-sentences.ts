import type { TextSpan } from './fact.ts'
import { abbreviation, monthNext, notProse, sentenceEnd } from './rules/sentences.ts'

const fence = /^\s*(?:```|~~~)/
/** Markup before the words of a line: bullets, numbers, quotes, headings. */
const lineStart = /^\s*(?:(?:[-*+•▪]|\d{1,3}[.)]|>|#{1,6})\s+)*/
/** `am 3. Mai`: German and other languages write the day with a point. */
const day = /(?<![\d.,])\d{1,2}\.$/
/** A line at least this long that does not end a sentence was wrapped. */
const wrappedLine = 50

/** Longer text was not written as a sentence, and the rules for sentences would take long for it. */
const longest = 1_500

/** The sentences in a part of a text, as positions. */
export function splitSentences(text: string, from: number, to: number): TextSpan[] {
  return proseBlocks(text, from, to)
    .flatMap(block => sentencesOf(text, block))
    .filter(([start, end]) => end - start <= longest)
}

/** Blocks of prose with wrapped lines joined; without code, tables and markup. */
function proseBlocks(text: string, from: number, to: number): TextSpan[] {
  const blocks: TextSpan[] = []
  let isCode = false
  let open: TextSpan | undefined
  for (let start = from; start < to; ) {
    const newline = text.indexOf('\n', start)
    const end = newline < 0 || newline > to ? to : newline
    const line = text.slice(start, end)
    if (fence.test(line)) isCode = !isCode
    const prefix = lineStart.exec(line)![0].length
    const isProse = !isCode && !notProse.expression.test(line) && line.trim() !== ''
    if (!isProse) open = undefined
    else if (open !== undefined && prefix === 0 && isWrapped(text.slice(...open))) open[1] = end
    else {
      open = [start + prefix, end]
      blocks.push(open)
    }
    start = end + 1
  }
  return blocks
}

const isWrapped = (block: string): boolean =>
  block.length - block.lastIndexOf('\n') > wrappedLine && !/[.!?:]["'”’)\]*_]*\s*$/.test(block)

function sentencesOf(text: string, [from, to]: TextSpan): TextSpan[] {
  const block = text.slice(from, to)
  const spans: TextSpan[] = []
  let start = 0
  for (const { 0: mark, index } of block.matchAll(sentenceEnd.expression)) {
    const end = index + mark.length
    const [said, rest] = [block.slice(start, end), block.slice(end)]
    const isEnd =
      !/^\s+\p{Ll}/u.test(rest) &&
      !(
        mark === '.' &&
        (abbreviation.expression.test(said) || (day.test(said) && monthNext.expression.test(rest)))
      )
    if (isEnd) {
      spans.push([start, end])
      start = end
    }
  }
  if (start < block.length) spans.push([start, block.length])
  return spans
    .map(span => trimmed(block, span))
    .flatMap(([a, b]) => (a < b ? [[from + a, from + b] as TextSpan] : []))
}

function trimmed(text: string, [start, end]: TextSpan): TextSpan {
  const said = text.slice(start, end)
  return [end - said.trimStart().length, start + said.trimEnd().length]
}

import { type TextRange, trimRange } from '../../lib/text-range.ts'

/** A line without white space at its ends. `next` is the start of the following line. */
export type Line = TextRange & { next: number; content: string; indent: number }

export function readLine(text: string, position: number): Line {
  const newline = text.indexOf('\n', position)
  const lineEnd = newline < 0 ? text.length : newline
  const { start, end } = trimRange(text, position, lineEnd)
  return {
    start,
    end,
    next: lineEnd + 1,
    content: text.slice(start, end),
    indent: indentOf(text, position, start),
  }
}

export function* linesOf(text: string, from = 0): Generator<Line> {
  for (let position = from; position < text.length; ) {
    const line = readLine(text, position)
    yield line
    position = line.next
  }
}

/** Indent in columns; a tab reaches to the next multiple of four. */
function indentOf(text: string, from: number, to: number): number {
  let columns = 0
  for (let i = from; i < to; i++) columns += text[i] === '\t' ? 4 - (columns % 4) : 1
  return columns
}

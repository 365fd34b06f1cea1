import type { TextRange } from '../../lib/text-range.ts'
import type { Block } from '../extraction.ts'
import { type Line, linesOf } from './lines.ts'

const maxHeadingChars = 200

/** The paragraphs of a plain text, and its headings: a line with a line of marks below it. */
export function* splitPlain(text: string): Generator<Block> {
  let open: (TextRange & { lines: number }) | undefined
  for (const line of linesOf(text)) {
    if (open?.lines === 1 && isUnderline(line, open)) {
      yield { kind: 'heading', level: line.content[0] === '=' ? 1 : 2, start: open.start, end: line.end }
      open = undefined
    } else if (line.content === '') {
      if (open) yield { kind: 'paragraph', start: open.start, end: open.end }
      open = undefined
    } else open = { start: open?.start ?? line.start, end: line.end, lines: (open?.lines ?? 0) + 1 }
  }
  if (open) yield { kind: 'paragraph', start: open.start, end: open.end }
}

/** About as long as the line above, unlike a rule across the page. */
function isUnderline(line: Line, above: TextRange): boolean {
  const length = above.end - above.start
  if (length > maxHeadingChars || !/^(?:={3,}|-{3,}|~{3,}|\*{3,}|\^{3,})$/.test(line.content)) return false
  return line.content.length >= length / 2 && line.content.length <= length * 2 + 4
}

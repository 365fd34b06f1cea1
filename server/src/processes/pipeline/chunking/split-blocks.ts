import { type TextRange, trimRange } from '../../../platform/lib/text-range.ts'

export type HeadingBlock = TextRange & { kind: 'heading'; level: number; title: string }
/**
 * `text` is a paragraph, a list item or a table row. `code` is a fenced block, or a whole table, which is also cut by
 * lines.
 */
export type ChunkerBlock = HeadingBlock | (TextRange & { kind: 'text' | 'code' | 'frontMatter' })

type Line = TextRange & { next: number; content: string; isIndented: boolean }

/**
 * Longer lines that look like headings are text. A heading is repeated in the path of every chunk below it, so a
 * megabyte after one `#` would be stored a thousand times.
 */
const maxHeadingChars = 200

const listItemOrTableRow = /^(?:[-*+•]\s|\d{1,9}[.)]\s|\|)/

/** Yields the Markdown blocks of a text in order, trimmed. Only white space lies between them. */
export function* splitBlocks(text: string): Generator<ChunkerBlock> {
  const frontMatter = findFrontMatter(text)
  if (frontMatter) yield { kind: 'frontMatter', ...frontMatter }
  let paragraph: (TextRange & { lines: number }) | undefined
  let position = frontMatter?.end ?? 0
  while (position < text.length) {
    const line = readLine(text, position)
    position = line.next
    const isText = line.content !== ''
    const underlined = paragraph?.lines === 1 && readUnderlined(text, paragraph, line)
    const block = underlined || readMarked(text, line)
    if (paragraph && !underlined && (block || !isText || listItemOrTableRow.test(line.content))) {
      yield { kind: 'text', start: paragraph.start, end: paragraph.end }
      paragraph = undefined
    }
    if (block) {
      yield block
      paragraph = undefined
      position = Math.max(position, block.end)
    } else if (isText) {
      paragraph = { start: paragraph?.start ?? line.start, end: line.end, lines: (paragraph?.lines ?? 0) + 1 }
    }
  }
  if (paragraph) yield { kind: 'text', start: paragraph.start, end: paragraph.end }
}

function readLine(text: string, position: number): Line {
  const newline = text.indexOf('\n', position)
  const lineEnd = newline < 0 ? text.length : newline
  const { start, end } = trimRange(text, position, lineEnd)
  const isIndented = start - position > 3 || text[position] === '\t'
  return { start, end, next: lineEnd + 1, content: text.slice(start, end), isIndented }
}

/** The heading or fenced block that begins at `line`, if any. */
function readMarked(text: string, line: Line): ChunkerBlock | undefined {
  if (line.content[0] === '#') return readHeading(line)
  if (line.content[0] === '`' || line.content[0] === '~') return readFence(text, line)
  return undefined
}

/** `## Title`, also closed as `## Title ##`. Four spaces make it a line of code. */
function readHeading(line: Line): HeadingBlock | undefined {
  if (line.isIndented || line.content.length > maxHeadingChars) return undefined
  const marks = /^#{1,6}(?=\s|$)/.exec(line.content)?.[0]
  if (marks === undefined) return undefined
  const title = line.content
    .slice(marks.length)
    .replace(/(?:^|\s)#+$/, '')
    .trim()
  return { kind: 'heading', start: line.start, end: line.end, level: marks.length, title }
}

/** A line of text with `===` or `---` under it. Only one line: a long paragraph above a rule is no heading. */
function readUnderlined(text: string, paragraph: TextRange, line: Line): HeadingBlock | undefined {
  if (line.isIndented || paragraph.end - paragraph.start > maxHeadingChars) return undefined
  if (!/^(?:={2,}|-{2,})$/.test(line.content)) return undefined
  const title = text.slice(paragraph.start, paragraph.end)
  if (listItemOrTableRow.test(title)) return undefined
  return {
    kind: 'heading',
    start: paragraph.start,
    end: line.end,
    level: line.content[0] === '=' ? 1 : 2,
    title,
  }
}

/** The whole fenced block that begins at `line`. As in CommonMark, an unclosed one reaches to the end. */
function readFence(text: string, line: Line): ChunkerBlock | undefined {
  const marks = /^(?:`{3,}(?=[^`]*$)|~{3,})/.exec(line.content)?.[0]
  if (marks === undefined) return undefined
  let end = line.end
  for (let position = line.next; position < text.length; ) {
    const inner = readLine(text, position)
    if (inner.content !== '') end = inner.end
    if (inner.content.startsWith(marks) && isRunOf(marks[0]!, inner.content)) break
    position = inner.next
  }
  return { kind: 'code', start: line.start, end }
}

function isRunOf(mark: string, content: string): boolean {
  return mark === '`' ? /^`+$/.test(content) : /^~+$/.test(content)
}

/** YAML between two `---` lines at the very start, whose last line would otherwise be read as a heading. */
function findFrontMatter(text: string): TextRange | undefined {
  const first = readLine(text, 0)
  if (first.content !== '---') return undefined
  for (let position = first.next; position < text.length; ) {
    const line = readLine(text, position)
    if (line.content === '---') return { start: first.start, end: line.end }
    // A blank line means a rule, not front matter; it also ends the search early in plain text.
    if (line.content === '') return undefined
    position = line.next
  }
  return undefined
}

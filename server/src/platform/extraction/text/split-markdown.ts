import type { TextRange } from '../../lib/text-range.ts'
import type { Block } from '../extraction.ts'
import { type Line, linesOf, readLine } from './lines.ts'

const maxHeadingChars = 200

const bullet = /^(?:[-*+•](?:\s|$)|\d{1,9}[.)](?:\s|$))/

type Open = TextRange & { kind: 'paragraph' | 'list' | 'table' | 'code'; lines: number }

/** The blocks of a Markdown text in order, trimmed; only white space lies between them. */
export function* splitMarkdown(text: string, from = 0): Generator<Block> {
  let open: Open | undefined
  let isAfterBlank = true
  for (let position = from; position < text.length; ) {
    const line = readLine(text, position)
    position = line.next
    const whole = readHeading(line) ?? readFence(text, line) ?? (open && readUnderlined(text, open, line))
    if (whole) {
      if (open && open.start !== whole.start) yield close(open)
      open = undefined
      yield whole
      position = Math.max(position, whole.end)
    } else if (line.content === '') {
      if (open && open.kind !== 'list') {
        yield close(open)
        open = undefined
      }
    } else if (open && isContinued(open, line, isAfterBlank))
      open = { ...open, end: line.end, lines: open.lines + 1 }
    else {
      if (open) yield close(open)
      open = { kind: kindOf(line, isAfterBlank), start: line.start, end: line.end, lines: 1 }
    }
    isAfterBlank = line.content === ''
  }
  if (open) yield close(open)
}

/** The YAML front matter between two lines of dashes at the very start: its end and its fields. */
export function readFrontMatter(text: string): { end: number; fields: Map<string, string> } | undefined {
  const fields = new Map<string, string>()
  if (readLine(text, 0).content !== '---') return undefined
  for (const line of linesOf(text, readLine(text, 0).next)) {
    if (line.content === '---' || line.content === '...') return { end: line.end, fields }
    const field = /^([A-Za-z][\w-]*):\s*(.+)$/.exec(line.content)
    if (field && line.indent === 0) fields.set(field[1]!.toLowerCase(), readScalar(text, line, field[2]!))
    // A paragraph between two rules is not front matter.
    else if (line.indent === 0 && !/^(?:[A-Za-z][\w-]*:|[-#[\]{}]|$)/.test(line.content)) return undefined
  }
  return undefined
}

/** A value of YAML: in quotes, or after `>` or `|` on the indented lines that follow. */
function readScalar(text: string, { next }: Line, value: string): string {
  if (/^[>|][+-]?\d?$/.test(value)) {
    const lines: string[] = []
    for (const line of linesOf(text, next)) {
      if (line.indent === 0 && line.content !== '') break
      if (line.content !== '') lines.push(line.content)
    }
    return lines.join(' ')
  }
  if (/^'.*'$/.test(value)) return value.slice(1, -1).replaceAll("''", "'")
  return /^".*"$/.test(value) ? value.slice(1, -1).replaceAll('\\"', '"') : value
}

function close({ kind, start, end }: Open): Block {
  return { kind, start, end }
}

function kindOf(line: Line, isAfterBlank: boolean): Open['kind'] {
  if (bullet.test(line.content)) return 'list'
  if (line.content.startsWith('|')) return 'table'
  return line.indent >= 4 && isAfterBlank ? 'code' : 'paragraph'
}

/** Whether a line belongs to the open block: rows to a table, indented lines to an item, text to a paragraph. */
function isContinued(open: Open, line: Line, isAfterBlank: boolean): boolean {
  if (open.kind === 'list') return !bullet.test(line.content) && (!isAfterBlank || line.indent >= 2)
  if (open.kind === 'table') return line.content.startsWith('|')
  if (open.kind === 'code') return line.indent >= 4
  return !bullet.test(line.content) && !(line.content.startsWith('|') && line.content.endsWith('|'))
}

/** `## Title`, also closed as `## Title ##`. An indent of four spaces makes it code. */
function readHeading(line: Line): Block | undefined {
  if (line.indent > 3 || line.content.length > maxHeadingChars) return undefined
  const marks = /^#{1,6}(?=\s+\S)/.exec(line.content)?.[0]
  if (marks === undefined) return undefined
  return { kind: 'heading', start: line.start, end: line.end, level: marks.length }
}

/** A line of text with `===` or `---` below it. Only one line: a paragraph above a rule is not a heading. */
function readUnderlined(text: string, open: Open, line: Line): Block | undefined {
  if (open.kind !== 'paragraph' || open.lines !== 1 || open.end - open.start > maxHeadingChars)
    return undefined
  if (line.indent > 3 || !/^(?:={2,}|-{2,})$/.test(line.content)) return undefined
  if (text.slice(open.end, line.start).split('\n').length > 2) return undefined
  return { kind: 'heading', start: open.start, end: line.end, level: line.content[0] === '=' ? 1 : 2 }
}

/** The whole fenced block that begins at `line`; as in CommonMark, an unclosed one reaches to the end. */
function readFence(text: string, line: Line): Block | undefined {
  const marks = /^(?:`{3,}(?=[^`]*$)|~{3,})/.exec(line.content)?.[0]
  if (marks === undefined) return undefined
  let end = line.end
  for (const inner of linesOf(text, line.next)) {
    if (inner.content !== '') end = inner.end
    if (inner.content.startsWith(marks) && /^(?:`+|~+)$/.test(inner.content)) break
  }
  return { kind: 'code', start: line.start, end }
}

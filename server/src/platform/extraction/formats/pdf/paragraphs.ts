import { hasDotLeader, type Row, textOfRow } from './rows.ts'
import type { PageSection } from './sections.ts'

type Margin = { left: number; right: number }

/** Shorter lines are not running text but an address, a label or a poem. */
const minLineChars = 28

/** Start of a list item. Symbol fonts have their bullets in the private use area. */
const bullet = /^[•◦▪▫‣⁃●○■□➢➤✓✔–—*·\ue000-\uf8ff-]\s+(?=\S)/u

const numbered = /^(?:\(?\d{1,3}[.)]|\(?[a-z][.)])\s+(?=\S)/i

/** "Name: value", which keeps a line of its own among others of this form. */
const labelled = /^\p{Lu}[^.:]{0,30}:\s/u

/**
 * Splits the rows of a section into paragraphs: an indented line, a bullet, or a line after a short one begins a new
 * one.
 */
export function toParagraphs(section: PageSection): Row[][] {
  const paragraphs: Row[][] = []
  for (const row of section.rows) {
    const paragraph = paragraphs.at(-1)
    if (paragraph && !beginsParagraph(section, paragraph, row)) paragraph.push(row)
    else paragraphs.push([row])
  }
  return paragraphs
}

/** Joins lines that were broken at the margin and keeps other line breaks. */
export function joinRows(rows: readonly Row[]): string {
  const margin = {
    left: Math.min(...rows.map(row => row.left)),
    right: Math.max(...rows.map(row => row.right)),
  }
  const isNarrow = rows.every(row => textOfRow(row).length < minLineChars)
  let text = textOfRow(rows[0]!)
  for (const [i, row] of rows.slice(1).entries())
    text = joinLines(text, row, rows[i]!, isNarrow || endsLine(rows[i]!, row, margin))
  if (rows.at(-1)?.cells.at(-1)?.isHyphenated) text += '-'
  return text
}

/** The text without its bullet; undefined when it has none. */
export function readBullet(text: string): string | undefined {
  return bullet.test(text) ? text.replace(bullet, '') : undefined
}

function joinLines(text: string, row: Row, before: Row, isEndOfLine: boolean): string {
  const line = textOfRow(row)
  if (before.cells.at(-1)!.isHyphenated) return /^\p{Ll}/u.test(line) ? text + line : `${text}-${line}`
  if (isEndOfLine) return `${text}\n${line}`
  if (/\p{L}-$/u.test(text) && /^\p{Ll}/u.test(line)) return text.slice(0, -1) + line
  return isUnspaced(text.at(-1)!) && isUnspaced(line[0]!) ? text + line : `${text} ${line}`
}

function beginsParagraph(section: PageSection, paragraph: readonly Row[], row: Row): boolean {
  const [line, before] = [textOfRow(row), paragraph.at(-1)!]
  if (bullet.test(line)) return true
  const isItem = isListItem(paragraph[0]!)
  if (numbered.test(line) && (isItem || hasRoomFor(before, row, section))) return true
  if (before.cells.at(-1)!.isHyphenated) return false
  const isIndented = row.left > section.left + row.size && before.left <= section.left + 0.3 * row.size
  if (isIndented && !isItem && !row.cells[0]!.isRightToLeft && section.rows.length > 2) return true
  return hasRoomFor(before, row, section) && /[.!?:…。！？]["”’)]?$/u.test(textOfRow(before))
}

function isListItem(row: Row): boolean {
  const line = textOfRow(row)
  return bullet.test(line) || numbered.test(line)
}

function endsLine(row: Row, next: Row, margin: Margin): boolean {
  if (hasDotLeader(row) || hasRoomFor(row, next, margin)) return true
  return labelled.test(textOfRow(row)) && labelled.test(textOfRow(next))
}

/** Whether the first word of the next line would have fitted on this one: then the line ended on purpose. */
function hasRoomFor(row: Row, next: Row, { left, right }: Margin): boolean {
  const line = textOfRow(next)
  const charWidth = (next.right - next.left) / Math.max(1, line.length)
  const word = line.search(/\s/) === -1 ? line.length : line.search(/\s/)
  const room = row.cells[0]!.isRightToLeft ? row.left - left : right - row.right
  return room > (word + 2) * charWidth
}

/** Scripts without spaces between words. */
function isUnspaced(char: string): boolean {
  return /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff01-\uff0f\uff66-\uff9f]/u.test(char)
}

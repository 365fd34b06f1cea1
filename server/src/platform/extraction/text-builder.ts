import { type Block, ExtractError } from './extraction.ts'

/** A longer text is a data set, not a document. */
export const maxTextChars = 10_000_000

const maxHeadingChars = 200

/** Writes a text together with its blocks, so that their offsets always match. */
export class TextBuilder {
  readonly #parts: string[] = []
  readonly #blocks: Block[] = []
  #length = 0
  #page: number | undefined
  #at: number | undefined

  /** The blocks that follow belong to this page, slide or sheet. */
  page(page: number): void {
    this.#page = page
    this.#blocks.push({ kind: 'pageBreak', start: this.#length, end: this.#length, page })
  }

  /** The blocks that follow are spoken at this time of the recording. */
  at(milliseconds: number): void {
    this.#at = Math.round(milliseconds)
  }

  /** A heading. A title of several lines, or a very long one, becomes a paragraph. */
  heading(level: number, title: string): void {
    const line = oneLine(title)
    if (line.length > maxHeadingChars) this.paragraph(title)
    else if (line !== '') {
      const depth = Math.min(6, Math.max(1, level))
      this.#add('heading', `${'#'.repeat(depth)} ${line}`, depth)
    }
  }

  paragraph(text: string): void {
    this.#add('paragraph', clean(text))
  }

  /** One item, indented by its depth from 0. Neighbouring items are separate blocks on adjacent lines. */
  listItem(text: string, { depth = 0, mark = '-' }: { depth?: number; mark?: string } = {}): void {
    const item = clean(text)
    if (item === '') return
    const isContinued = this.#blocks.at(-1)?.kind === 'list'
    this.#add('list', `${mark} ${item}`, undefined, `${isContinued ? '\n' : '\n\n'}${'  '.repeat(depth)}`)
  }

  /** Rows of cells; the first is the header. Empty rows are left out. */
  table(rows: readonly (readonly string[])[]): void {
    const filled = rows.filter(row => row.some(cell => cell.trim() !== ''))
    if (filled.length === 0) return
    const width = Math.max(...filled.map(row => row.length))
    const lines = filled.map(row => toRow(row, width))
    lines.splice(1, 0, `|${' --- |'.repeat(width)}`)
    this.#add('table', lines.join('\n'))
  }

  code(text: string, language = ''): void {
    const body = text.replaceAll('\0', '').trimEnd()
    if (body.trim() === '') return
    const fence = '`'.repeat(Math.max(3, longestRun(body, '`') + 1))
    this.#add('code', `${fence}${language}\n${body}\n${fence}`)
  }

  /** Appends another text, with its headings moved down by this many levels. */
  append({ text, blocks }: { text: string; blocks: readonly Block[] }, levels: number): void {
    let end = 0
    for (const block of blocks) {
      if (block.kind === 'pageBreak' || block.start < end) continue
      const gap = end === 0 ? undefined : text.slice(end, block.start)
      const content = text.slice(block.start, block.end)
      end = block.end
      if (block.level === undefined) this.#add(block.kind, content, undefined, gap)
      else {
        const level = Math.min(6, block.level + levels)
        this.#add('heading', content.replace(/^#{1,6} /, `${'#'.repeat(level)} `), level, gap)
      }
    }
  }

  get isEmpty(): boolean {
    return this.#length === 0
  }

  finish(): { text: string; blocks: Block[] } {
    return { text: this.#parts.join(''), blocks: this.#blocks }
  }

  #add(kind: Block['kind'], content: string, level?: number, separator = '\n\n'): void {
    if (content === '') return
    const gap = this.#length === 0 ? '' : separator
    const start = this.#length + gap.length
    const end = start + content.length
    if (end > maxTextChars)
      throw new ExtractError(
        'extract.too_large',
        `The file holds more than ${maxTextChars} characters of text`,
      )
    this.#parts.push(gap, content)
    this.#length = end
    this.#blocks.push({
      kind,
      start,
      end,
      ...(level !== undefined && { level }),
      ...(this.#page !== undefined && { page: this.#page }),
      ...(this.#at !== undefined && { at: this.#at }),
    })
  }
}

/** Removes U+0000, which Postgres cannot store, and blank lines. */
function clean(text: string): string {
  return text
    .replaceAll('\0', '')
    .split('\n')
    .map(line => line.trimEnd())
    .filter(line => line !== '')
    .join('\n')
    .trim()
}

function oneLine(text: string): string {
  return text.replaceAll('\0', '').replace(/\s+/g, ' ').trim()
}

function toRow(cells: readonly string[], width: number): string {
  const padded = Array.from({ length: width }, (_, i) => oneLine(cells[i] ?? '').replaceAll('|', '\\|'))
  return `| ${padded.join(' | ')} |`
}

function longestRun(text: string, mark: string): number {
  let longest = 0
  for (const [run] of text.matchAll(new RegExp(`${mark}+`, 'g'))) longest = Math.max(longest, run.length)
  return longest
}

import { ExtractError } from '../extraction.ts'
import type { TextBuilder } from '../text-builder.ts'
import { writeTable } from '../write-table.ts'

/** A cell with content, as a person sees it; columns and rows count from 0. */
export type SheetCell = { column: number; text: string }
export type SheetRow = { index: number; cells: SheetCell[] }

/** As many as a text can hold, see `maxTextChars`; a larger sheet is a data set. */
const maxCells = 1_000_000

/** Replaces the format that depends on the reader's country. ISO dates are unambiguous everywhere. */
export const shortDate = 'yyyy-mm-dd'

/**
 * Writes a sheet below its name; an empty sheet is left out. Empty rows separate tables, which are written without
 * their empty columns.
 */
export class SheetWriter {
  readonly #builder: TextBuilder
  readonly #name: string
  #hasBegun = false
  #region: SheetRow[] = []
  #cells = 0

  constructor(builder: TextBuilder, name: string) {
    this.#builder = builder
    this.#name = name
  }

  /** Writes the heading once, and returns the builder for further content. */
  begin(): TextBuilder {
    if (!this.#hasBegun) this.#builder.heading(2, this.#name)
    this.#hasBegun = true
    return this.#builder
  }

  row(row: SheetRow): void {
    const cells = row.cells.filter(cell => cell.text.trim() !== '')
    if (cells.length === 0) return
    this.#cells += cells.length
    if (this.#cells > maxCells)
      throw new ExtractError('extract.too_large', `A sheet holds more than ${maxCells} cells`)
    if (row.index !== (this.#region.at(-1)?.index ?? row.index) + 1) this.flush()
    this.#region.push({ index: row.index, cells })
  }

  flush(): void {
    const rows = this.#region
    this.#region = []
    if (rows.length === 0) return
    const builder = this.begin()
    const columns = usedColumns(rows)
    if (rows.length * columns.size > 4 * maxCells)
      throw new ExtractError(
        'extract.too_large',
        'The cells of a sheet are too far apart to convert it to text',
      )
    const titles = countTitles(rows, columns.size)
    for (const row of rows.slice(0, titles)) builder.paragraph(row.cells[0]!.text)
    writeTable(
      builder,
      rows.slice(titles).map(row => inColumns(row, columns)),
    )
  }
}

function usedColumns(rows: readonly SheetRow[]): ReadonlyMap<number, number> {
  const used = new Set(rows.flatMap(row => row.cells.map(cell => cell.column)))
  return new Map([...used].sort((a, b) => a - b).map((column, i) => [column, i]))
}

/** Lines of one cell above a table are titles, not its header. */
function countTitles(rows: readonly SheetRow[], columns: number): number {
  if (rows.length === 1 && columns === 1) return 1
  if (columns < 2) return 0
  const first = rows.findIndex(row => row.cells.length > 1)
  return first < 0 ? rows.length : first
}

function inColumns(row: SheetRow, columns: ReadonlyMap<number, number>): string[] {
  const line = Array<string>(columns.size).fill('')
  for (const cell of row.cells) line[columns.get(cell.column)!] = cell.text
  return line
}

/**
 * Whether a number has the default format. Excel shows long numbers as powers of ten, which nobody searches for, so
 * account and article numbers are written in full.
 */
export function isWholeNumber(value: unknown, format: string | number | undefined): value is number {
  return Number.isSafeInteger(value) && (format === 0 || format === 'General')
}

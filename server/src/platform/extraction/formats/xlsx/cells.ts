import { SSF } from '@e965/xlsx'
import { isWholeNumber, type SheetCell, type SheetRow, shortDate } from '../../spreadsheet/write-sheet.ts'
import { childOf, childrenOf, findAll, textOf, type XmlElement } from '../../xml/xml.ts'

const maxColumns = 16_384

/** Data needed to read cells: shared strings of the workbook, and number formats. */
export type Workbook = { strings: string[]; formats: (string | number)[]; isDate1904: boolean }

export function readRow(element: XmlElement, previous: number, workbook: Workbook): SheetRow {
  const cells: SheetCell[] = []
  let column = -1
  for (const cell of childrenOf(element, 'x:c')) {
    column = columnOf(cell.attributes.r) ?? column + 1
    if (column >= maxColumns) break
    cells.push({ column, text: readCell(cell, workbook) })
  }
  return { index: Number(element.attributes.r ?? previous + 2) - 1, cells }
}

/** Text of an entry, without its pronunciation. */
export function readString(element: XmlElement): string {
  return findAll(element, ['x:t', 'x:rPh'])
    .filter(part => part.name === 'x:t')
    .map(textOf)
    .join('')
}

function readCell(cell: XmlElement, workbook: Workbook): string {
  const value = textOf(childOf(cell, 'x:v'))
  switch (cell.attributes.t ?? 'n') {
    case 's':
      return workbook.strings[Number(value)] ?? ''
    case 'inlineStr':
      return readString(cell)
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE'
    case 'n':
      return value === '' ? '' : formatNumber(Number(value), Number(cell.attributes.s ?? 0), workbook)
    default:
      return value
  }
}

/** A number, date or time as the sheet shows it. */
function formatNumber(value: number, style: number, { formats, isDate1904 }: Workbook): string {
  const format = formats[style] ?? 0
  if (isWholeNumber(value, format)) return String(value)
  try {
    return SSF.format(format, value, { date1904: isDate1904, dateNF: shortDate }).trim() || String(value)
  } catch {
    return String(value) // An invalid format, or a date before the first one that Excel knows.
  }
}

/** `C7` is in column 2. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = reference && /^[A-Z]{1,3}/i.exec(reference)?.[0]?.toUpperCase()
  if (!letters) return undefined
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

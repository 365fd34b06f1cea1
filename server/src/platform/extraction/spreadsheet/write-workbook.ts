import { type CellObject, read, set_cptable, utils, type WorkBook, type WorkSheet } from '@e965/xlsx'
import * as codepages from '@e965/xlsx/dist/cpexcel.full.mjs'
import { ExtractError, type Workbench } from '../extraction.ts'
import type { TextBuilder } from '../text-builder.ts'
import { isWholeNumber, type SheetCell, SheetWriter, shortDate } from './write-sheet.ts'

/** Writes a workbook of one of Excel's binary formats, and returns the number of its sheets. */
export function writeWorkbook(builder: TextBuilder, bytes: Uint8Array, bench: Workbench): number {
  const workbook = readWorkbook(bytes)
  const names = workbook.SheetNames
  for (const [i, name] of names.entries()) {
    builder.page(i + 1)
    const sheet = workbook.Sheets[name]
    if (sheet) writeSheet(new SheetWriter(builder, name), sheet)
    bench.progress(i + 1, names.length)
  }
  return names.length
}

function readWorkbook(bytes: Uint8Array): WorkBook {
  try {
    set_cptable(codepages)
    return read(bytes, {
      type: 'array',
      dense: true,
      cellNF: true,
      dateNF: shortDate,
      cellHTML: false,
      cellFormula: false,
    })
  } catch (error) {
    if (/password|encrypt/i.test(String(error)))
      throw new ExtractError('extract.encrypted', 'The file needs a password', { cause: error })
    throw new ExtractError('extract.malformed', 'The workbook is damaged', { cause: error })
  }
}

function writeSheet(writer: SheetWriter, sheet: WorkSheet): void {
  const comments: string[] = []
  for (const [index, row] of (sheet['!data'] ?? []).entries()) {
    const cells: SheetCell[] = []
    for (const [column, cell] of (row ?? []).entries()) {
      if (!cell) continue
      cells.push({ column, text: shown(cell) })
      for (const comment of cell.c ?? [])
        comments.push(`Comment on ${utils.encode_cell({ r: index, c: column })}: ${comment.t}`)
    }
    writer.row({ index, cells })
  }
  writer.flush()
  for (const comment of comments) writer.begin().paragraph(comment)
}

function shown(cell: CellObject): string {
  return isWholeNumber(cell.v, cell.z) ? String(cell.v) : (cell.w ?? String(cell.v ?? ''))
}

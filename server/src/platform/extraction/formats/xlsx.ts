import type { Extraction, SourceFile, Workbench } from '../extraction.ts'
import { readParagraphs } from '../ooxml/drawing-text.ts'
import { writeFigure } from '../ooxml/figures.ts'
import { OfficePackage } from '../ooxml/package.ts'
import { SheetWriter } from '../spreadsheet/write-sheet.ts'
import { TextBuilder } from '../text-builder.ts'
import { childOf, childrenOf, eachElement, findAll, type XmlElement } from '../xml/xml.ts'
import { readRow, readString, type Workbook } from './xlsx/cells.ts'

/** Excel since 2007: each sheet is a page below a heading with its name, followed by its drawings and comments. */
export async function extractXlsx(file: SourceFile, bench: Workbench): Promise<Extraction> {
  const office = new OfficePackage(file.bytes)
  const part = office.mainPart('xl/workbook.xml')
  const builder = new TextBuilder()
  const pages = part.endsWith('.bin')
    ? (await import('../spreadsheet/write-workbook.ts')).writeWorkbook(builder, file.bytes, bench)
    : writeSheets(builder, office, part, bench)
  return { ...builder.finish(), type: 'text', ...office.properties(), pages }
}

function writeSheets(builder: TextBuilder, office: OfficePackage, part: string, bench: Workbench): number {
  const root = office.read(part)
  const workbook: Workbook = {
    strings: readStrings(office, part),
    formats: readFormats(office, part),
    isDate1904: /^(?:1|true)$/.test((root && childOf(root, 'x:workbookPr')?.attributes.date1904) ?? ''),
  }
  const targets = new Map(office.relationshipsOf(part).map(one => [one.id, one.target]))
  const sheets = root ? findAll(root, ['x:sheet']) : []
  sheets.forEach((sheet, i) => {
    builder.page(i + 1)
    const target = targets.get(sheet.attributes['r:id'] ?? '')
    const writer = new SheetWriter(builder, sheet.attributes.name ?? '')
    if (target) writeSheet(writer, office, target, workbook)
    bench.progress(i + 1, sheets.length)
  })
  return sheets.length
}

function writeSheet(writer: SheetWriter, office: OfficePackage, part: string, workbook: Workbook): void {
  const bytes = office.zip.read(part)
  // A sheet that the archive lacks must not cost the others.
  if (!bytes) return
  let index = -1
  eachElement(bytes, new Set(['x:row']), element => {
    const row = readRow(element, index, workbook)
    index = row.index
    writer.row(row)
  })
  writer.flush()
  for (const drawing of office.partsOf(part, 'drawing')) writeDrawing(writer, office, drawing)
  for (const comments of office.partsOf(part, 'comments'))
    for (const comment of findIn(office.read(comments), 'x:comment'))
      writer.begin().paragraph(`Comment on ${comment.attributes.ref ?? 'a cell'}: ${readString(comment)}`)
}

function writeDrawing(writer: SheetWriter, office: OfficePackage, part: string): void {
  const root = office.read(part)
  for (const shape of findIn(root, 'xdr:txBody'))
    for (const { text } of readParagraphs(shape)) writer.begin().paragraph(text)
  const targets = new Map(office.relationshipsOf(part).map(one => [one.id, one.target]))
  for (const [name, attribute] of [
    ['c:chart', 'r:id'],
    ['dgm:relIds', 'r:dm'],
  ] as const)
    for (const figure of findIn(root, name))
      writeFigure(writer.begin(), office.read(targets.get(figure.attributes[attribute] ?? '') ?? ''))
}

function readStrings(office: OfficePackage, part: string): string[] {
  const strings: string[] = []
  for (const shared of office.partsOf(part, 'sharedStrings'))
    eachElement(office.zip.read(shared)!, new Set(['x:si']), element => strings.push(readString(element)))
  return strings
}

/** Formats by cell style: one that the workbook defines, or the number of a built-in one. */
function readFormats(office: OfficePackage, part: string): (string | number)[] {
  const root = office.partsOf(part, 'styles').map(styles => office.read(styles))[0]
  const own = new Map(
    findIn(root, 'x:numFmt').map(one => [one.attributes.numFmtId, one.attributes.formatCode ?? 'General']),
  )
  const styles = root && childOf(root, 'x:cellXfs')
  return (styles ? childrenOf(styles, 'x:xf') : []).map(style => {
    const id = style.attributes.numFmtId ?? '0'
    return own.get(id) ?? Number(id)
  })
}

function findIn(root: XmlElement | undefined, name: string): XmlElement[] {
  return root ? findAll(root, [name]) : []
}

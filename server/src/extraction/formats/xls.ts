import { CompoundFile } from '../cfb/compound-file.ts'
import { isCompoundFile } from '../cfb/is-compound-file.ts'
import { ExtractError, type Extraction, type SourceFile, type Workbench } from '../extraction.ts'
import { readTextBoxes } from '../spreadsheet/text-boxes.ts'
import { writeWorkbook } from '../spreadsheet/write-workbook.ts'
import { TextBuilder } from '../text-builder.ts'

/** Excel before 2007; before 1995, the sheet is the whole file. */
export async function extractXls(file: SourceFile, bench: Workbench): Promise<Extraction> {
  const builder = new TextBuilder()
  const { bytes, ...properties } = isCompoundFile(file.bytes)
    ? openWorkbook(file.bytes)
    : { bytes: file.bytes }
  const pages = writeWorkbook(builder, bytes, bench)
  const written = squeezed(builder.finish().text)
  for (const box of new Set(readTextBoxes(Buffer.from(bytes))))
    if (!written.includes(squeezed(box))) builder.paragraph(box)
  return { ...builder.finish(), type: 'text', ...properties, pages }
}

/** Only its own stream goes to the library, which would count to whatever number a damaged summary names. */
function openWorkbook(
  bytes: Uint8Array,
): { bytes: Uint8Array } & Pick<Extraction, 'title' | 'author' | 'date'> {
  const compound = new CompoundFile(bytes)
  const workbook = compound.find('Workbook') ?? compound.find('Book')
  if (!workbook) throw new ExtractError('extract.malformed', 'The file holds no workbook')
  return { bytes: workbook, ...compound.properties() }
}

/** Comments are drawn as boxes too, and have been written with their cells. */
function squeezed(text: string): string {
  return text.replace(/\s+/g, '')
}

import { CompoundFile } from '../cfb/compound-file.ts'
import { isCompoundFile } from '../cfb/is-compound-file.ts'
import { writeEmbedded } from '../cfb/write-embedded.ts'
import { ExtractError, type Extraction, type SourceFile, type Workbench } from '../extraction.ts'
import { readTextBoxes } from '../spreadsheet/text-boxes.ts'
import { writeWorkbook } from '../spreadsheet/write-workbook.ts'
import { TextBuilder } from '../text-builder.ts'

/** Excel before 2007. Before 1995 the sheet is the whole file. */
export async function extractXls(file: SourceFile, bench: Workbench): Promise<Extraction> {
  const builder = new TextBuilder()
  const compound = isCompoundFile(file.bytes) ? new CompoundFile(file.bytes) : undefined
  const bytes = compound ? findWorkbook(compound) : file.bytes
  const pages = writeWorkbook(builder, bytes, bench)
  const written = squeezed(builder.finish().text)
  for (const box of new Set(readTextBoxes(Buffer.from(bytes))))
    if (!written.includes(squeezed(box))) builder.paragraph(box)
  if (compound) await writeEmbedded(builder, compound.embedded(), bench)
  return { ...builder.finish(), type: 'text', ...compound?.properties(), pages }
}

/**
 * Only the workbook's stream goes to the library, which would otherwise loop to any number that a damaged summary
 * names.
 */
function findWorkbook(compound: CompoundFile): Uint8Array {
  const workbook = compound.find('Workbook') ?? compound.find('Book')
  if (!workbook) throw new ExtractError('extract.malformed', 'The file contains no workbook')
  return workbook
}

/** For comparison with the text written so far: comments are also drawn as boxes, but were written with their cells. */
function squeezed(text: string): string {
  return text.replace(/\s+/g, '')
}

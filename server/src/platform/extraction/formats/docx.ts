import type { Extraction, SourceFile } from '../extraction.ts'
import { isPageNumber } from '../is-page-number.ts'
import { OfficePackage } from '../ooxml/package.ts'
import { TextBuilder } from '../text-builder.ts'
import { childrenOf, eachElement } from '../xml/xml.ts'
import { DocxWriter } from './docx/writer.ts'

const blocks = new Set(['w:p', 'w:tbl', 'w:altChunk'])

/** Word since 2007: the body, then notes, comments, headers and footers, each written once. */
export async function extractDocx(file: SourceFile): Promise<Extraction> {
  const office = new OfficePackage(file.bytes)
  const part = office.mainPart('word/document.xml')
  const body = office.zip.read(part)!
  const builder = new TextBuilder()
  const writer = new DocxWriter(builder, office, part)
  if (Buffer.from(body.buffer, body.byteOffset, body.length).includes('lastRenderedPageBreak'))
    writer.countPages()
  eachElement(body, blocks, element => writer.block(element))
  writer.notes()
  writeComments(office, part, writer, builder)
  writeMargins(office, part, writer)
  return {
    ...builder.finish(),
    type: 'text',
    ...office.properties(),
    ...(writer.pages > 0 && { pages: writer.pages }),
  }
}

function writeComments(office: OfficePackage, part: string, writer: DocxWriter, builder: TextBuilder): void {
  for (const comments of office.partsOf(part, 'comments'))
    for (const comment of childrenOf(office.read(comments) ?? empty, 'w:comment')) {
      const author = comment.attributes['w:author']
      builder.paragraph(
        `${author ? `Comment by ${author}` : 'Comment'}: ${writer.linesOf(comment).join('\n')}`,
      )
    }
}

/** Headers and footers. Each section has its own, which are mostly the same. */
function writeMargins(office: OfficePackage, part: string, writer: DocxWriter): void {
  const written = new Set<string>()
  for (const type of ['header', 'footer'])
    for (const margin of office.partsOf(part, type)) {
      const root = office.read(margin) ?? empty
      const text = writer.linesOf(root).join('\n')
      if (isPageNumber(text) || written.has(text)) continue
      written.add(text)
      writer.allOf(root)
    }
}

const empty = { name: '', attributes: {}, children: [] }

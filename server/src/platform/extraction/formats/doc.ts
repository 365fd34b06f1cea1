import { CompoundFile } from '../cfb/compound-file.ts'
import { writeEmbedded } from '../cfb/write-embedded.ts'
import { ExtractError, type Extraction, type SourceFile, type Workbench } from '../extraction.ts'
import { isPageNumber } from '../is-page-number.ts'
import { TextBuilder } from '../text-builder.ts'
import { Body } from './doc/body.ts'
import { characters } from './doc/characters.ts'
import { type Fib, readFib, type Story } from './doc/fib.ts'
import { encodingOf, readPieces, readText } from './doc/pieces.ts'
import { DocWriter, paragraphsOf } from './doc/writer.ts'

/** Word 6 to 2003: the body, then text boxes, notes, comments, headers and footers, and embedded documents. */
export async function extractDoc(file: SourceFile, bench: Workbench): Promise<Extraction> {
  const compound = new CompoundFile(file.bytes)
  const stream = compound.find('WordDocument')
  if (!stream) throw new ExtractError('extract.malformed', 'The file contains no document')
  const fib = readFib(stream)
  const table = fib.isOld ? stream : compound.find(fib.tableName)
  if (!table)
    throw new ExtractError('extract.malformed', 'The document is damaged: its table stream is missing')
  const pieces = readPieces(fib, table, stream.length)
  const text = readText(stream, pieces, fib.isOld ? encodingOf(fib.language) : 'cp1252')
  const builder = new TextBuilder()
  const body = new Body({ fib, stream, table, pieces, text })
  body.write(new DocWriter(builder))
  writeRest(builder, fib, story => body.textOf(story))
  await writeEmbedded(builder, compound.embedded(), bench)
  return { ...builder.finish(), type: 'text', ...compound.properties() }
}

function writeRest(builder: TextBuilder, { stories }: Fib, textOf: (story: Story) => string): void {
  for (const paragraph of paragraphsOf(textOf(stories.boxes))) builder.paragraph(paragraph)
  let number = 0
  for (const story of [stories.notes, stories.endnotes])
    for (const note of textOf(story).split(characters.noteReference).slice(1))
      builder.paragraph(`[^${++number}]: ${paragraphsOf(note).join('\n')}`)
  for (const comment of textOf(stories.comments).split(characters.commentReference).slice(1))
    builder.paragraph(`Comment: ${paragraphsOf(comment).join('\n')}`)
  const margins = [stories.margins, stories.marginBoxes].flatMap(story => paragraphsOf(textOf(story)))
  for (const margin of new Set(margins)) if (!isPageNumber(margin)) builder.paragraph(margin)
}

import { ExtractError, type Extraction, type SourceFile, type Tools } from '../extraction.ts'
import { TextBuilder } from '../text-builder.ts'
import { describeImage } from './image/describe-image.ts'
import { readImageProperties, toPng } from './image/read-image-properties.ts'

/** Text by OCR, below the caption of the file if it has one. An image with neither has no text. */
export async function extractImage(file: SourceFile, bench: Tools): Promise<Extraction> {
  const { pages, isReadable } = await readImageProperties(file.bytes)
  const { caption, ...described } = await describeImage(file.bytes)
  const texts =
    (isReadable && (await readWhole(file.bytes, bench))) || (await readPages(file.bytes, pages, bench))
  const builder = new TextBuilder()
  if (caption !== undefined) builder.paragraph(caption)
  for (const [i, text] of texts.slice(0, pages).entries()) {
    if (pages > 1) builder.page(i + 1)
    for (const paragraph of toParagraphs(text)) builder.paragraph(paragraph)
  }
  if (builder.isEmpty && described.title !== undefined) builder.paragraph(described.title)
  if (builder.isEmpty) throw new ExtractError('extract.empty', 'No text was found in the image')
  return { ...builder.finish(), type: 'image', ...described, ...(pages > 1 && { pages }) }
}

/** The text of each page; undefined when tesseract rejects the file. */
async function readWhole(bytes: Uint8Array, bench: Tools): Promise<string[] | undefined> {
  try {
    return (await bench.readImage(bytes)).split('\f')
  } catch (error) {
    if (error instanceof ExtractError && error.code === 'extract.malformed') return undefined
    throw error
  }
}

async function readPages(bytes: Uint8Array, pages: number, bench: Tools): Promise<string[]> {
  const texts: string[] = []
  for (let i = 0; i < pages; i++) {
    texts.push(await bench.readImage(await toPng(bytes, i)))
    bench.progress(i + 1, pages)
  }
  return texts
}

/** Tesseract separates paragraphs by empty lines. It reads specks as single marks, which are dropped. */
function toParagraphs(text: string): string[] {
  return text.split(/\n\s*\n/).filter(paragraph => /[\p{L}\p{N}]/u.test(paragraph))
}

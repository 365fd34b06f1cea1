import { setImmediate } from 'node:timers/promises'
import { ExtractError, type Extraction, type SourceFile, type Tools } from '../extraction.ts'
import { TextBuilder } from '../text-builder.ts'
import { findHeadings } from './pdf/headings.ts'
import type { PagePart } from './pdf/lay-out.ts'
import { readMetadata } from './pdf/metadata.ts'
import { PdfDocument } from './pdf/pdf-document.ts'
import { readPage } from './pdf/read-page.ts'
import { isPicture, renderPage } from './pdf/scans.ts'
import { webAssembly } from './pdf/web-assembly.ts'

const maxPages = 10_000

/** OCR takes a second or two per page; only this many pages of a longer scan are read. */
const maxScannedPages = 50

/** A page with less text is a scan with a stamp or a page number. */
const minCharsOfPage = 30

/** Text by PDFium in reading order, with headings and tables; scanned pages by OCR. */
export async function extractPdf(file: SourceFile, bench: Tools): Promise<Extraction> {
  const document = await PdfDocument.open(file.bytes)
  if (document.pageCount > maxPages)
    throw new ExtractError('extract.too_large', `The PDF has more than ${maxPages} pages`)
  // Read the metadata first, because a page may crash the engine.
  const described = readMetadata(document)
  const bookmarks = document.bookmarks()
  const pages = await new PageReader(document, bench).readAll()
  const headings = findHeadings(pages, bookmarks)
  const title = pages[0]?.find(part => headings.get(part) === 1)
  return {
    ...write(pages, headings),
    type: 'pdf',
    pages: document.pageCount,
    ...(title?.kind === 'text' && { title: title.text.replace(/\s+/g, ' ') }),
    ...described,
  }
}

class PageReader {
  readonly #document: PdfDocument
  readonly #bench: Tools
  #scannedPages = 0
  #refusal: ExtractError | undefined
  #isBroken = false

  constructor(document: PdfDocument, bench: Tools) {
    this.#document = document
    this.#bench = bench
  }

  async readAll(): Promise<PagePart[][]> {
    const { pageCount } = this.#document
    const pages: PagePart[][] = []
    for (let i = 0; i < pageCount && !this.#isBroken; i++) {
      pages.push(await this.#read(i))
      this.#bench.progress(i + 1, pageCount)
      if (i % 16 === 15) await setImmediate()
    }
    if (pages.every(parts => parts.length === 0)) throw this.#whyEmpty()
    return pages
  }

  async #read(index: number): Promise<PagePart[]> {
    try {
      const parts = readPage(this.#document, index)
      return this.#isPicture(parts, index) ? ((await this.#readScan(index)) ?? parts) : parts
    } catch (error) {
      if (!isTrap(error)) throw error
      this.#isBroken = true
      return []
    }
  }

  #isPicture(parts: readonly PagePart[], index: number): boolean {
    if (this.#scannedPages >= maxScannedPages || countChars(parts) >= minCharsOfPage) return false
    return isPicture(this.#document, index)
  }

  async #readScan(index: number): Promise<PagePart[] | undefined> {
    const image = renderPage(this.#document, index)
    if (!image) return undefined
    this.#scannedPages++
    const text = await this.#readImage(image)
    if (text.trim() === '') return undefined
    return text.split(/\n\s*\n/).map(text => ({ kind: 'text', text, size: 0, isBold: false, rows: 1 }))
  }

  /** Without OCR the rest of a document is still useful. */
  async #readImage(image: Uint8Array): Promise<string> {
    try {
      return await this.#bench.readImage(image)
    } catch (error) {
      if (!(error instanceof ExtractError)) throw error
      this.#refusal = error
      return ''
    }
  }

  #whyEmpty(): ExtractError {
    if (this.#isBroken) return new ExtractError('extract.malformed', 'The pages of the PDF are damaged')
    if (this.#refusal?.code === 'extract.tool_missing') return this.#refusal
    return new ExtractError('extract.empty', 'The PDF contains no text, and OCR found none in its images')
  }
}

/** The engine has crashed, by a trap or a stack overflow; the pages read so far remain. */
function isTrap(error: unknown): boolean {
  return error instanceof webAssembly.RuntimeError || error instanceof RangeError
}

function countChars(parts: readonly PagePart[]): number {
  return parts.reduce(
    (sum, part) => sum + (part.kind === 'table' ? part.rows.flat().join('') : part.text).length,
    0,
  )
}

function write(
  pages: readonly PagePart[][],
  headings: ReadonlyMap<PagePart, number>,
): Pick<Extraction, 'text' | 'blocks'> {
  const builder = new TextBuilder()
  for (const [i, parts] of pages.entries()) {
    builder.page(i + 1)
    for (const part of parts) writePart(builder, part, headings.get(part))
  }
  return builder.finish()
}

function writePart(builder: TextBuilder, part: PagePart, level: number | undefined): void {
  if (part.kind === 'table') builder.table(part.rows)
  else if (part.kind === 'list') builder.listItem(part.text)
  else if (level !== undefined) builder.heading(level, part.text)
  else builder.paragraph(part.text)
}

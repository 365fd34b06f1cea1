import { ExtractError } from '../../extraction.ts'
import { type Pdfium, startPdfium } from './pdfium.ts'
import { repairEnd } from './repair-end.ts'

export type Bookmark = { title: string; level: number; pageIndex: number }

const passwordError = 4
const securityError = 5

/** A file may have more bookmarks than pages, or bookmarks that lead back to each other. */
const maxBookmarks = 5000
const maxBookmarkLevel = 6

/** A PDF that PDFium has opened. Only pages are closed: the engine is discarded with the file. */
export class PdfDocument {
  readonly pdfium: Pdfium
  readonly pageCount: number
  readonly #handle: number

  private constructor(pdfium: Pdfium, handle: number) {
    this.pdfium = pdfium
    this.#handle = handle
    this.pageCount = pdfium.FPDF_GetPageCount(handle)
  }

  static async open(bytes: Uint8Array): Promise<PdfDocument> {
    const pdfium = await startPdfium()
    const handle = load(pdfium, bytes)
    if (handle !== 0) return new PdfDocument(pdfium, handle)
    const error = pdfium.FPDF_GetLastError()
    if (error === passwordError || error === securityError)
      throw new ExtractError('extract.encrypted', 'The PDF is protected by a password')
    const repaired = repairEnd(bytes)
    const repairedHandle = repaired ? load(pdfium, repaired) : 0
    if (repairedHandle !== 0) return new PdfDocument(pdfium, repairedHandle)
    throw new ExtractError('extract.malformed', 'The file is not a PDF, or it is damaged')
  }

  /** A metadata entry: Title, Author, CreationDate… */
  metadata(key: string): string {
    return withCString(this.pdfium, key, name =>
      readUtf16(this.pdfium, (buffer, size) =>
        this.pdfium.FPDF_GetMetaText(this.#handle, name, buffer, size),
      ),
    )
  }

  /** The bookmarks in the order of a reader's sidebar. */
  bookmarks(): Bookmark[] {
    const found: Bookmark[] = []
    const seen = new Set<number>()
    const visit = (parent: number, level: number) => {
      let bookmark = this.pdfium.FPDFBookmark_GetFirstChild(this.#handle, parent)
      while (bookmark !== 0 && !seen.has(bookmark) && found.length < maxBookmarks) {
        seen.add(bookmark)
        found.push(this.#readBookmark(bookmark, level))
        if (level < maxBookmarkLevel) visit(bookmark, level + 1)
        bookmark = this.pdfium.FPDFBookmark_GetNextSibling(this.#handle, bookmark)
      }
    }
    visit(0, 1)
    return found
  }

  /** Calls `read` with the loaded page; undefined when it cannot be loaded. */
  withPage<T>(index: number, read: (page: number) => T): T | undefined {
    const page = this.pdfium.FPDF_LoadPage(this.#handle, index)
    if (page === 0) return undefined
    try {
      return read(page)
    } finally {
      this.pdfium.FPDF_ClosePage(page)
    }
  }

  #readBookmark(bookmark: number, level: number): Bookmark {
    const title = readUtf16(this.pdfium, (buffer, size) =>
      this.pdfium.FPDFBookmark_GetTitle(bookmark, buffer, size),
    )
    const destination = this.pdfium.FPDFBookmark_GetDest(this.#handle, bookmark)
    const pageIndex =
      destination === 0 ? -1 : this.pdfium.FPDFDest_GetDestPageIndex(this.#handle, destination)
    return { title, level, pageIndex }
  }
}

/** The bytes stay allocated, because PDFium reads them as it goes. */
function load(pdfium: Pdfium, bytes: Uint8Array): number {
  const pointer = pdfium.malloc(bytes.length)
  if (pointer === 0) throw new ExtractError('extract.too_large', 'The file is too large to be opened')
  new Uint8Array(pdfium.memory.buffer).set(bytes, pointer)
  return pdfium.FPDF_LoadMemDocument(pointer, bytes.length, 0)
}

/**
 * Reads a string that PDFium writes as zero-terminated UTF-16: the first call asks for the size, the second for the
 * bytes.
 */
export function readUtf16(pdfium: Pdfium, write: (buffer: number, size: number) => number): string {
  const size = write(0, 0)
  if (size <= 2) return ''
  return withMemory(pdfium, size, buffer => {
    write(buffer, size)
    return Buffer.from(pdfium.memory.buffer, buffer, size - 2).toString('utf16le')
  })
}

export function withCString<T>(pdfium: Pdfium, text: string, use: (pointer: number) => T): T {
  const bytes = Buffer.from(`${text}\0`)
  return withMemory(pdfium, bytes.length, pointer => {
    new Uint8Array(pdfium.memory.buffer).set(bytes, pointer)
    return use(pointer)
  })
}

export function withMemory<T>(pdfium: Pdfium, size: number, use: (pointer: number) => T): T {
  const pointer = pdfium.malloc(size)
  if (pointer === 0) throw new ExtractError('extract.too_large', 'The file needs too much memory')
  try {
    return use(pointer)
  } finally {
    pdfium.free(pointer)
  }
}

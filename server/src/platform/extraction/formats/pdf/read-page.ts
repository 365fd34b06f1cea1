import { layOut, type PagePart } from './lay-out.ts'
import { type PdfDocument, readUtf16, withCString } from './pdf-document.ts'
import type { Pdfium } from './pdfium.ts'
import { countChars, readPieces, type TextPiece } from './pieces.ts'

const linkAnnotation = 2
const popupAnnotation = 16
const widgetAnnotation = 20

const hiddenFlags = 0x02 | 0x20

const maxAnnotations = 2000

/** The content of a page: its text, the values of its form fields and its notes. */
export function readPage(document: PdfDocument, index: number): PagePart[] {
  const { pdfium } = document
  const first = document.withPage(index, page => {
    const annotations = listAnnotations(pdfium, page).filter(({ isShown }) => isShown)
    return annotations.length === 0 ? readPieces(pdfium, page) : flatten(pdfium, page, annotations)
  })
  if (first === undefined || Array.isArray(first)) return layOut(first ?? [])
  const pieces = document.withPage(index, page => readPieces(pdfium, page, first.overlayStart)) ?? []
  return [...layOut(pieces), ...unseenNotes(first.notes, pieces)]
}

type Annotation = { isShown: boolean; note: string }

/**
 * Merges the appearance of annotations into the page before it is loaded again, because PDFium reads only page text.
 */
function flatten(pdfium: Pdfium, page: number, annotations: readonly Annotation[]) {
  const overlayStart = countChars(pdfium, page)
  pdfium.FPDFPage_Flatten(page, 0)
  return { overlayStart, notes: annotations.map(({ note }) => note) }
}

function listAnnotations(pdfium: Pdfium, page: number): Annotation[] {
  const count = Math.min(pdfium.FPDFPage_GetAnnotCount(page), maxAnnotations)
  return Array.from({ length: count }, (_, i) => {
    const annotation = pdfium.FPDFPage_GetAnnot(page, i)
    if (annotation === 0) return { isShown: false, note: '' }
    try {
      return readAnnotation(pdfium, annotation)
    } finally {
      pdfium.FPDFPage_CloseAnnot(annotation)
    }
  })
}

function readAnnotation(pdfium: Pdfium, annotation: number): Annotation {
  const read = (key: string) => readValue(pdfium, annotation, key)
  const kind = pdfium.FPDFAnnot_GetSubtype(annotation)
  const isHidden = (pdfium.FPDFAnnot_GetFlags(annotation) & hiddenFlags) !== 0
  if (isHidden || kind === linkAnnotation || kind === popupAnnotation) return { isShown: false, note: '' }
  if (kind !== widgetAnnotation) return { isShown: true, note: read('Contents') }
  // Values of check boxes and lists are internal names, so only text fields count.
  return { isShown: true, note: read('FT') === 'Tx' ? read('V') : '' }
}

function readValue(pdfium: Pdfium, annotation: number, key: string): string {
  return withCString(pdfium, key, name =>
    readUtf16(pdfium, (buffer, size) => pdfium.FPDFAnnot_GetStringValue(annotation, name, buffer, size)),
  )
}

/** Notes behind an icon, and values that were never drawn. */
function unseenNotes(notes: readonly string[], pieces: readonly TextPiece[]): PagePart[] {
  const seen = squeeze(pieces.map(piece => piece.text).join(''))
  return notes
    .filter(note => note.trim() !== '' && !seen.includes(squeeze(note)))
    .map(text => ({ kind: 'text', text, size: 0, isBold: false, rows: 1 }))
}

const squeeze = (text: string) => text.replace(/\s+/g, '')

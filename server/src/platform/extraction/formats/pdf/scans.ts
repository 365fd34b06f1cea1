import type { PdfDocument } from './pdf-document.ts'
import { withMemory } from './pdf-document.ts'
import type { Pdfium } from './pdfium.ts'

const pathObject = 2
const imageObject = 3
const formObject = 5

/** A page without text is a scan when images cover this share of it. */
const scannedShare = 0.4

/** A page with this many paths may show text that was converted to outlines. */
const drawnPaths = 100

const maxObjects = 1000
const maxNesting = 2

const pointsPerInch = 72
const scanDpi = 300

/** A page that needs more pixels at 300 dpi (an A3 sheet has 17 million) is rendered smaller. */
const maxPixels = 20_000_000

const grayBitmap = 1
const white = 0xffffffff
const withAnnotations = 0x01
const inGrays = 0x08

/** Whether a page without text may show text in images or outlines. */
export function isPicture(document: PdfDocument, index: number): boolean {
  const { pdfium } = document
  const isOne = document.withPage(index, page => {
    const { imageArea, paths } = measureObjects(pdfium, page)
    const area = pdfium.FPDF_GetPageWidthF(page) * pdfium.FPDF_GetPageHeightF(page)
    return paths >= drawnPaths || imageArea >= scannedShare * Math.max(1, area)
  })
  return isOne ?? false
}

/** The page as a PGM image for OCR; undefined when it cannot be drawn. */
export function renderPage(document: PdfDocument, index: number): Uint8Array | undefined {
  return document.withPage(index, page => draw(document.pdfium, page))
}

type Objects = { imageArea: number; paths: number }

function measureObjects(pdfium: Pdfium, page: number): Objects {
  const found: Objects = { imageArea: 0, paths: 0 }
  const count = Math.min(pdfium.FPDFPage_CountObjects(page), maxObjects)
  for (let i = 0; i < count; i++) {
    const object = pdfium.FPDFPage_GetObject(page, i)
    const { images, paths } = countWithin(pdfium, object, 0)
    found.paths += paths
    if (images > 0) found.imageArea += areaOf(pdfium, object)
  }
  return found
}

/** Images and paths of an object, and of the objects inside it. */
function countWithin(pdfium: Pdfium, object: number, nesting: number): { images: number; paths: number } {
  const type = object === 0 ? 0 : pdfium.FPDFPageObj_GetType(object)
  const counted = { images: Number(type === imageObject), paths: Number(type === pathObject) }
  if (type !== formObject || nesting === maxNesting) return counted
  const count = Math.min(pdfium.FPDFFormObj_CountObjects(object), maxObjects)
  for (let i = 0; i < count; i++) {
    const { images, paths } = countWithin(pdfium, pdfium.FPDFFormObj_GetObject(object, i), nesting + 1)
    counted.images += images
    counted.paths += paths
  }
  return counted
}

function areaOf(pdfium: Pdfium, object: number): number {
  return withMemory(pdfium, 16, box => {
    if (pdfium.FPDFPageObj_GetBounds(object, box, box + 4, box + 8, box + 12) === 0) return 0
    const [left, bottom, right, top] = new Float32Array(pdfium.memory.buffer, box, 4)
    return Math.max(0, right! - left!) * Math.max(0, top! - bottom!)
  })
}

function draw(pdfium: Pdfium, page: number): Uint8Array | undefined {
  const [pageWidth, pageHeight] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)]
  const scale = Math.min(scanDpi / pointsPerInch, Math.sqrt(maxPixels / (pageWidth * pageHeight)))
  const [width, height] = [Math.floor(pageWidth * scale), Math.floor(pageHeight * scale)]
  if (!(width > 0 && height > 0)) return undefined
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, grayBitmap, 0, 0)
  if (bitmap === 0) return undefined
  try {
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white)
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, withAnnotations | inGrays)
    const start = pdfium.FPDFBitmap_GetBuffer(bitmap)
    return toPgm(pdfium.memory.buffer, start, width, height, pdfium.FPDFBitmap_GetStride(bitmap))
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap)
  }
}

function toPgm(
  memory: ArrayBuffer,
  start: number,
  width: number,
  height: number,
  stride: number,
): Uint8Array {
  const head = Buffer.from(`P5\n${width} ${height}\n255\n`)
  const image = Buffer.alloc(head.length + width * height)
  head.copy(image)
  for (let y = 0; y < height; y++)
    image.set(new Uint8Array(memory, start + y * stride, width), head.length + y * width)
  return image
}

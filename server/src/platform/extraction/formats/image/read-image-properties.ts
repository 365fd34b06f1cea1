import sharp, { type Metadata } from 'sharp'
import { ExtractError } from '../../extraction.ts'

/** A sheet of A2 at 300 dpi has 35 million pixels. */
const maxPixels = 100_000_000

/** A file with more pages is an archive; OCR takes a second or two per page. */
const maxPages = 200

/** Formats that tesseract reads itself. It works best with the original file and its resolution. */
const readable = new Set(['png', 'jpeg', 'tiff', 'webp', 'gif'])

const upright = 1

/** The number of pages (a TIFF may have several), and whether tesseract can read the file as it is. */
export type ImageProperties = { pages: number; isReadable: boolean }

export async function readImageProperties(bytes: Uint8Array): Promise<ImageProperties> {
  const bitmap = bitmapPixels(bytes)
  if (bitmap !== undefined) {
    checkPixels(bitmap)
    return { pages: 1, isReadable: true }
  }
  const metadata = await readMetadata(bytes)
  const pages = metadata.format === 'tiff' ? (metadata.pages ?? 1) : 1
  checkPixels(metadata.width * metadata.height)
  if (pages > maxPages)
    throw new ExtractError('extract.too_large', `The image has more than ${maxPages} pages`)
  return { pages, isReadable: isReadable(metadata) }
}

/** Converts a page to a form that tesseract always reads: upright, grey, without transparency. */
export async function toPng(bytes: Uint8Array, index: number): Promise<Uint8Array> {
  try {
    const image = sharp(bytes, { page: index, limitInputPixels: maxPixels, failOn: 'none' })
    return await image
      .rotate()
      .flatten({ background: 'white' })
      .grayscale()
      .png({ compressionLevel: 1 })
      .toBuffer()
  } catch (error) {
    throw new ExtractError('extract.malformed', 'The image is damaged', { cause: error })
  }
}

async function readMetadata(bytes: Uint8Array): Promise<Metadata> {
  try {
    const metadata = await sharp(bytes, { limitInputPixels: false, failOn: 'none' }).metadata()
    if (metadata.format === 'heif' && metadata.compression !== 'av1') throw unsupportedHeic()
    return metadata
  } catch (error) {
    if (error instanceof ExtractError) throw error
    if (isHeic(bytes)) throw unsupportedHeic()
    throw new ExtractError('extract.malformed', 'The image is damaged', { cause: error })
  }
}

function unsupportedHeic(): ExtractError {
  return new ExtractError('extract.unsupported_type', 'HEIC images cannot be read: send them as JPEG or PNG')
}

function isHeic(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(4, 12)).toString('latin1')
  return /^ftyp(hei|hev|mif|msf)/.test(head)
}

/** Tesseract ignores the camera's orientation and cannot read animations. */
function isReadable({ format, pages = 1, orientation = upright }: Metadata): boolean {
  return readable.has(format) && (pages === 1 || format === 'tiff') && orientation === upright
}

/** Pixels of a Windows bitmap, which sharp does not support. Its height is negative when rows are stored top-down. */
function bitmapPixels(bytes: Uint8Array): number | undefined {
  if (bytes.length < 26 || bytes[0] !== 0x42 || bytes[1] !== 0x4d) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Math.abs(view.getInt32(18, true) * view.getInt32(22, true))
}

function checkPixels(pixels: number): void {
  if (pixels > maxPixels)
    throw new ExtractError('extract.too_large', `The image has more than ${maxPixels} pixels`)
}

import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { expectBlocks, listBlocks } from '../../../../test/expect-blocks.ts'
import { ExtractError, type Workbench } from '../extraction.ts'
import { extractImage } from './image.ts'

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'white' } })

const nothing = async () => ' \n'

async function read(bytes: Uint8Array, readImage: Workbench['readImage']) {
  const file = { bytes, kind: 'image', name: 'a', contentType: 'application/octet-stream' } as const
  const extraction = await extractImage(file, { progress: () => undefined, readImage })
  expectBlocks(extraction)
  return extraction
}

/** Records the images that tesseract would have been given. */
function recordingReader(text: string) {
  const seen: Uint8Array[] = []
  const readImage = async (image: Uint8Array) => {
    seen.push(image)
    return text
  }
  return { seen, readImage }
}

describe('the input of tesseract', () => {
  test('is the original file when tesseract can read it', async () => {
    const bytes = await blank(20, 10).png().toBuffer()
    const { seen, readImage } = recordingReader('One line\nand another\n\n. |\n\nMore\n\f')
    const extraction = await read(bytes, readImage)
    expect(seen).toEqual([bytes])
    expect(listBlocks(extraction)).toEqual(['paragraph: One line\nand another', 'paragraph: More'])
    expect(extraction).toMatchObject({ type: 'image' })
  })

  test('is turned upright when the camera was not', async () => {
    const bytes = await blank(20, 10).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    const { seen, readImage } = recordingReader('Words')
    await read(bytes, readImage)
    expect(await sharp(seen[0]!).metadata()).toMatchObject({ format: 'png', width: 10, height: 20 })
  })

  test('is a converted image when tesseract rejects the original', async () => {
    const bytes = await blank(20, 10).webp().toBuffer()
    const { text } = await read(bytes, async image => {
      if (image === bytes) throw new ExtractError('extract.malformed', 'The image cannot be read')
      return 'Words'
    })
    expect(text).toBe('Words')
  })

  test('is each page of a TIFF', async () => {
    const page = await blank(20, 10).png().toBuffer()
    const bytes = await sharp([page, page], { join: { animated: true } })
      .tiff()
      .toBuffer()
    const extraction = await read(bytes, async () => 'First\n\fSecond\n\f')
    expect(extraction.pages).toBe(2)
    expect(extraction.blocks.map(({ kind, page }) => [kind, page])).toEqual([
      ['pageBreak', 1],
      ['paragraph', 1],
      ['pageBreak', 2],
      ['paragraph', 2],
    ])
  })
})

describe('the metadata of an image', () => {
  const described = (exif: Record<string, string>, zone = {}) =>
    blank(20, 10)
      .jpeg()
      .withExif({ IFD0: exif, IFD2: { DateTimeOriginal: '2004:02:29 12:34:56', ...zone } })
      .toBuffer()

  test('yields its date, its author and a caption above the text', async () => {
    const bytes = await described({ ImageDescription: 'Ada at the piano', Artist: 'Charles' })
    const extraction = await read(bytes, async () => 'A sign')
    expect(extraction).toMatchObject({ author: 'Charles', date: '2004-02-29T12:34:56.000Z' })
    expect(extraction.text).toBe('Ada at the piano\n\nA sign')
  })

  test("yields the date in UTC when the camera's time zone is known", async () => {
    const bytes = await described({}, { OffsetTimeOriginal: '+02:00' })
    expect((await read(bytes, async () => 'A sign')).date).toBe('2004-02-29T10:34:56.000Z')
  })

  test('yields no caption when it only names a camera', async () => {
    const bytes = await described({ ImageDescription: 'OLYMPUS DIGITAL CAMERA' })
    await expect(read(bytes, nothing)).rejects.toMatchObject({ code: 'extract.empty' })
  })
})

describe('an image', () => {
  const failing = (bytes: Uint8Array, code: string) =>
    expect(read(bytes, nothing)).rejects.toMatchObject({ code })

  test('without text ends with extract.empty', async () =>
    failing(await blank(20, 10).png().toBuffer(), 'extract.empty'))

  test('that is damaged ends with extract.malformed', () =>
    failing(Buffer.from('\x89PNG\r\n\x1a\nnothing', 'latin1'), 'extract.malformed'))

  test('in HEIC ends with extract.unsupported_type', () =>
    failing(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), 'extract.unsupported_type'))

  test('with a claim of ten billion pixels ends with extract.too_large', () => {
    const bitmap = Buffer.alloc(54)
    bitmap.write('BM')
    bitmap.writeInt32LE(100_000, 18)
    bitmap.writeInt32LE(-100_000, 22)
    return failing(bitmap, 'extract.too_large')
  })
})

test('an image fails with extract.tool_missing when tesseract is missing', async () => {
  const bytes = await blank(20, 10).png().toBuffer()
  const missing = new ExtractError('extract.tool_missing', 'install tesseract-ocr')
  await expect(read(bytes, () => Promise.reject(missing))).rejects.toBe(missing)
})

import { describe, expect, test } from 'vitest'
import { expectBlocks, listBlocks } from '../../../../test/expect-blocks.ts'
import { at, firstExtra, lines, type PdfSource, streamObject, writePdf } from '../../../../test/write-pdf.ts'
import { ExtractError, type Workbench } from '../extraction.ts'
import { extractPdf } from './pdf.ts'

const words = 'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor'.split(' ')

/** Lines of equal length, each with a first word that identifies it. */
const column = (name: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${name}${i} ${words.slice(i % 4, (i % 4) + 5).join(' ')}`)

function read(source: PdfSource, bench: Partial<Workbench> = {}) {
  return readBytes(writePdf(source), bench)
}

async function readBytes(bytes: Uint8Array, bench: Partial<Workbench> = {}) {
  const noTool = () => Promise.reject(new ExtractError('extract.tool_missing', 'no tesseract'))
  const file = { bytes, kind: 'pdf', name: 'a.pdf', contentType: 'application/pdf' } as const
  const extraction = await extractPdf(file, { progress: () => undefined, readImage: noTool, ...bench })
  expectBlocks(extraction)
  return extraction
}

const page = (content: string, entries = '') => ({ content, entries })

describe('paragraphs of a PDF', () => {
  test('are joined from lines, and hyphenated words are rejoined', async () => {
    const content = lines(72, 700, [
      'The quick brown fox jumps over the lazy dog and then it con-',
      'tinues until the end of the page, where nothing more is to be',
      'found.',
    ])
    const { text } = await read({ pages: [page(content)] })
    expect(text).toBe(
      'The quick brown fox jumps over the lazy dog and then it continues until the end of the page, where nothing more is to be found.',
    )
  })

  test('keep lines that were ended on purpose', async () => {
    const content = lines(72, 700, ['Reverie Ltd.', '12 Main Street', 'Springfield'])
    expect((await read({ pages: [page(content)] })).text).toBe('Reverie Ltd.\n12 Main Street\nSpringfield')
  })

  test('are separated by gaps, and bullets become list items', async () => {
    const content =
      at(72, 700, 'Above.') +
      at(72, 660, 'Below.') +
      lines(72, 620, ['\x95 first of the items', '\x95 second of them'])
    const extraction = await read({ pages: [page(content)] })
    expect(listBlocks(extraction).slice(1)).toEqual([
      'paragraph: Above.',
      'paragraph: Below.',
      'list: - first of the items',
      'list: - second of them',
    ])
  })

  test('belong to their page', async () => {
    const extraction = await read({
      pages: [page(at(72, 700, 'One.')), page(''), page(at(72, 700, 'Three.'))],
    })
    expect(extraction.pages).toBe(3)
    expect(extraction.blocks.map(({ kind, page }) => [kind, page])).toEqual([
      ['pageBreak', 1],
      ['paragraph', 1],
      ['pageBreak', 2],
      ['pageBreak', 3],
      ['paragraph', 3],
    ])
  })
})

describe('the reading order of a PDF', () => {
  const order = (text: string) => text.match(/\b[LR]\d/g)!.join(' ')
  const columns = 'L0 L1 L2 L3 L4 L5 R0 R1 R2 R3 R4 R5'

  test('follows the file when columns come one after the other', async () => {
    const content = lines(72, 700, column('L', 6)) + lines(330, 700, column('R', 6))
    expect(order((await read({ pages: [page(content)] })).text)).toBe(columns)
  })

  test('separates columns that the file stores line by line', async () => {
    const [left, right] = [column('L', 6), column('R', 6)]
    const content = left
      .map((line, i) => at(72, 700 - 14 * i, line) + at(330, 700 - 14 * i, right[i]!))
      .join('')
    expect(order((await read({ pages: [page(content)] })).text)).toBe(columns)
  })

  test('is corrected when the file begins at the bottom', async () => {
    const content =
      lines(72, 300, column('L', 3)) +
      lines(330, 300, column('R', 3)) +
      at(72, 700, 'A title across the whole of the page')
    expect(order((await read({ pages: [page(content)] })).text)).toBe('L0 L1 L2 R0 R1 R2')
    expect((await read({ pages: [page(content)] })).text).toMatch(/^A title/)
  })

  test('is the same on a rotated page', async () => {
    const turned = `0 1 -1 0 595 0 cm ${lines(72, 500, ['Landscape is read.', 'As it is seen.'])}`
    expect((await read({ pages: [page(turned, '/Rotate 90')] })).text).toBe(
      'Landscape is read.\nAs it is seen.',
    )
  })

  test('puts text along the margin last', async () => {
    const content = `BT /F1 30 Tf 0 1 -1 0 40 200 Tm (Stamp) Tj ET ${at(72, 700, 'The text of the page.')}`
    const extraction = await read({ pages: [page(content)] })
    expect(listBlocks(extraction).slice(1)).toEqual(['paragraph: The text of the page.', 'paragraph: Stamp'])
  })
})

describe('tables of a PDF', () => {
  const row = (y: number, cells: readonly string[]) =>
    cells.map((cell, i) => at(72 + 130 * i, y, cell)).join('')

  test('keep their columns', async () => {
    const rows = [
      ['Item', 'Count', 'Price'],
      ['Apples', '12', '3.40'],
      ['Pears', '', '2.10'],
      ['Plums', '7', '1.05'],
    ]
    const content = at(72, 720, 'Prices of fruit') + rows.map((cells, i) => row(700 - 16 * i, cells)).join('')
    const extraction = await read({ pages: [page(content)] })
    expect(listBlocks(extraction).slice(1)).toEqual([
      'paragraph: Prices of fruit',
      'table: | Item | Count | Price |\n| --- | --- | --- |\n| Apples | 12 | 3.40 |\n| Pears |  | 2.10 |\n| Plums | 7 | 1.05 |',
    ])
  })

  test('need more than two lines with a gap', async () => {
    const content = row(700, ['Name', 'Ada']) + row(684, ['Place', 'London'])
    expect((await read({ pages: [page(content)] })).blocks.some(({ kind }) => kind === 'table')).toBe(false)
  })
})

describe('headings of a PDF', () => {
  const body = lines(72, 600, column('Text', 6))

  test('are recognised by their size', async () => {
    const content =
      at(72, 740, 'The Great Title', { size: 24 }) + at(72, 640, 'A part of it', { size: 16 }) + body
    const extraction = await read({ pages: [page(content)] })
    expect(listBlocks(extraction).slice(1, 3)).toEqual([
      'heading: # The Great Title',
      'heading: ## A part of it',
    ])
    expect(extraction.title).toBe('The Great Title')
  })

  test('follow the bookmarks, whatever their size', async () => {
    const bookmark = (title: string, rest: string) =>
      `<< /Title (${title}) /Dest [${firstExtra + 3} 0 R /Fit] ${rest} >>`
    const [root, chapter, section] = [firstExtra, firstExtra + 1, firstExtra + 2]
    const { blocks, text } = await read({
      catalog: `/Outlines ${root} 0 R`,
      extra: [
        `<< /First ${chapter} 0 R /Last ${chapter} 0 R /Count 2 >>`,
        bookmark('Chapter', `/Parent ${root} 0 R /First ${section} 0 R /Last ${section} 0 R /Count 1`),
        bookmark('The section', `/Parent ${chapter} 0 R`),
      ],
      pages: [
        page(
          at(72, 740, '1 Chapter') +
            at(72, 640, '1.1 The Section') +
            at(72, 680, 'LARGE', { size: 30 }) +
            body,
        ),
      ],
    })
    const headings = blocks.filter(({ kind }) => kind === 'heading')
    expect(headings.map(({ start, end }) => text.slice(start, end))).toEqual([
      '# 1 Chapter',
      '## 1.1 The Section',
    ])
  })
})

test('values of form fields appear next to their labels, and notes are read', async () => {
  const appearance = streamObject(
    '/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /F1 4 0 R >> >>',
    at(2, 4, 'Ada Lovelace'),
  )
  const field = `<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Ada Lovelace) /Rect [150 696 350 716] /AP << /N ${firstExtra} 0 R >> >>`
  const note = '<< /Type /Annot /Subtype /Text /Contents (Ask her again) /Rect [10 10 30 30] >>'
  const { text } = await read({
    extra: [appearance],
    pages: [page(at(72, 700, 'Name:') + at(72, 600, 'Signed in London'), `/Annots [${field} ${note}]`)],
  })
  expect(text).toBe('Name: Ada Lovelace\n\nSigned in London\n\nAsk her again')
})

describe('a PDF', () => {
  const source = { pages: [page(at(72, 700, 'Not for everyone'))] }

  test('that needs a password to open ends with extract.encrypted', async () => {
    const locked = read({ ...source, passwords: { user: 'secret', owner: 'owner' } })
    await expect(locked).rejects.toMatchObject({ code: 'extract.encrypted' })
  })

  test('with a password that only forbids changes is read', async () => {
    const { text } = await read({ ...source, passwords: { user: '', owner: 'owner' } })
    expect(text).toBe('Not for everyone')
  })
})

describe('a scanned PDF', () => {
  const picture = streamObject(
    '/Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8',
    '\x00\x7f\x7f\x00',
  )
  const scan = page('595 0 0 842 0 0 cm /I Do')

  test('is rendered for OCR and read by paragraphs', async () => {
    const images: Uint8Array[] = []
    const readImage = async (image: Uint8Array) => {
      images.push(image)
      return 'First line\nsecond line\n\nAnother paragraph\n\f'
    }
    const extraction = await read({ extra: [picture], pages: [scan] }, { readImage })
    expect(listBlocks(extraction).slice(1)).toEqual([
      'paragraph: First line\nsecond line',
      'paragraph: Another paragraph',
    ])
    expect(Buffer.from(images[0]!.subarray(0, 17)).toString()).toBe('P5\n2479 3508\n255\n')
    expect([...new Set(images[0]!.subarray(17))].sort()).toContain(0)
  })

  test('is read up to page fifty', async () => {
    const pages = Array.from({ length: 52 }, () => ({ ...scan, entries: '/MediaBox [0 0 20 20]' }))
    const { blocks } = await read({ extra: [picture], pages }, { readImage: async () => 'some text' })
    expect(blocks.filter(({ kind }) => kind === 'paragraph')).toHaveLength(50)
  })

  test('fails without tesseract only when it has no other text', async () => {
    const withText = await read({ extra: [picture], pages: [page(at(72, 700, 'Words')), scan] })
    expect(withText.text).toBe('Words')
    await expect(read({ extra: [picture], pages: [scan] })).rejects.toMatchObject({
      code: 'extract.tool_missing',
    })
  })

  test('without text ends with extract.empty', async () => {
    const blank = read({ extra: [picture], pages: [scan] }, { readImage: async () => ' \n' })
    await expect(blank).rejects.toMatchObject({ code: 'extract.empty' })
  })
})

test('metadata of a PDF is used unless a program wrote it by default', async () => {
  const pages = [page(at(72, 700, 'Text'))]
  const info = "/Title (A Study) /Author (Ada) /CreationDate (D:20240229123456+01'00')"
  expect(await read({ pages, info })).toMatchObject({
    title: 'A Study',
    author: 'Ada',
    date: '2024-02-29T11:34:56.000Z',
  })
  const junk = await read({
    pages,
    info: '/Title (Microsoft Word - final.doc) /Author (user) /CreationDate (D:0000)',
  })
  expect(junk).not.toHaveProperty('title')
  expect(junk).not.toHaveProperty('author')
  expect(junk).not.toHaveProperty('date')
})

test('a PDF with its end cut off is still read', async () => {
  const bytes = writePdf({ pages: [page(at(72, 700, 'Still here'))] })
  const { text } = await readBytes(bytes.subarray(0, bytes.indexOf('xref')))
  expect(text).toBe('Still here')
})

test('a file that is not a PDF ends with extract.malformed', async () => {
  await expect(readBytes(Buffer.from('%PDF-1.4\nnothing'))).rejects.toMatchObject({
    code: 'extract.malformed',
  })
})

test('progress of a PDF is reported page by page', async () => {
  const reported: string[] = []
  const pages = [page(at(72, 700, 'One')), page(at(72, 700, 'Two'))]
  await read({ pages }, { progress: (done, total) => reported.push(`${done}/${total}`) })
  expect(reported).toEqual(['1/2', '2/2'])
})

import { deflateSync } from 'node:zlib'
import type { HostileFile } from './file.ts'
import { noise, zlibBomb } from './repeat.ts'

/** Objects by number from 1, and additions of the trailer to the root, which is the first. */
function pdf(objects: (string | Buffer)[], trailer = '', tail = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let length = parts[0]!.length
  for (const [index, object] of objects.entries()) {
    offsets.push(length)
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ])
    parts.push(part)
    length += part.length
  }
  const rows = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows}`
  parts.push(
    Buffer.from(
      `${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n${tail}`,
    ),
  )
  return Buffer.concat(parts)
}

function stream(dictionary: string, data: Buffer | string): Buffer {
  const bytes = Buffer.from(data)
  return Buffer.concat([
    Buffer.from(`<< /Length ${bytes.length} ${dictionary} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])
}

const catalog = '<< /Type /Catalog /Pages 2 0 R >>'
const pages = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'
const font = '<< /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>'
const pageOf = (more = '', box = '0 0 612 792') =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Resources ${font} /Contents 4 0 R ${more} >>`
const words = 'BT /F 12 Tf 72 700 Td (some words) Tj ET'

const onePage = (contents: Buffer | string, ...further: (string | Buffer)[]) =>
  pdf([catalog, pages, pageOf(), contents, ...further])

/** A picture that fills the page, so that a check for scans decompresses it. */
function pictured(picture: Buffer, box = '0 0 612 792'): Buffer {
  const resources = '/Resources << /XObject << /I 5 0 R >> >>'
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] ${resources} /Contents 4 0 R >>`
  return pdf([catalog, pages, page, stream('', '612 0 0 792 0 0 cm /I Do'), picture])
}

const image = (width: number, height: number, more: string, data: Buffer) =>
  stream(
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 ${more}`,
    data,
  )

export const pdfs: HostileFile[] = [
  {
    name: 'flate-bomb.pdf',
    make: () => onePage(stream('/Filter /FlateDecode', zlibBomb('BT /F 9 Tf ', '(word) Tj ', 4_000, ' ET'))),
  },
  {
    name: 'flate-in-flate.pdf',
    make: () =>
      onePage(stream(`/Filter [${'/FlateDecode '.repeat(4)}]`, fold(zlibBomb('', '(a) Tj ', 200), 3))),
  },
  {
    name: 'filters.pdf',
    make: () => onePage(stream(`/Filter [${'/ASCIIHexDecode '.repeat(50_000)}]`, '41>')),
  },
  {
    name: 'operators.pdf',
    make: () => onePage(stream('/Filter /FlateDecode', zlibBomb('', 'q 1 0 0 1 0 0 cm ', 500))),
  },
  {
    name: 'giant-page.pdf',
    make: () => pdf([catalog, pages, pageOf('', '0 0 1000000000 1000000000'), stream('', words)]),
  },
  {
    name: 'giant-scan.pdf',
    make: () => pictured(image(1, 1, '', Buffer.from([0, 0, 0])), '0 0 2000000 2000000'),
  },
  {
    name: 'giant-picture.pdf',
    make: () =>
      pictured(image(60_000, 60_000, '/Filter /FlateDecode', zlibBomb('', Buffer.alloc(1_024), 4_000))),
  },
  {
    name: 'claimed-picture.pdf',
    make: () => pictured(image(2_147_483_647, 2_147_483_647, '', Buffer.alloc(10))),
  },
  { name: 'broken-scan.pdf', make: () => pictured(image(1_000, 1_000, '/Filter /DCTDecode', noise(10_000))) },
  {
    name: 'page-loop.pdf',
    make: () =>
      pdf([catalog, '<< /Type /Pages /Kids [2 0 R 3 0 R] /Count 2 >>', pageOf(), stream('', words)]),
  },
  { name: 'page-depth.pdf', make: deepPages },
  {
    name: 'million-pages.pdf',
    make: () =>
      pdf([
        catalog,
        `<< /Type /Pages /Kids [${'3 0 R '.repeat(1_000_000)}] /Count 1000000 >>`,
        pageOf(),
        stream('', words),
      ]),
  },
  {
    name: 'claimed-pages.pdf',
    make: () =>
      pdf([catalog, '<< /Type /Pages /Kids [3 0 R] /Count 2147483647 >>', pageOf(), stream('', words)]),
  },
  {
    name: 'negative-pages.pdf',
    make: () => pdf([catalog, '<< /Type /Pages /Kids [3 0 R] /Count -1 >>', pageOf(), stream('', words)]),
  },
  {
    name: 'xref-loop.pdf',
    make: () => pdf([catalog, pages, pageOf(), stream('', words)], '/Prev 9').subarray(0),
  },
  { name: 'xref-self.pdf', make: selfReferring },
  {
    name: 'claimed-size.pdf',
    make: () =>
      Buffer.from(
        pdf([catalog, pages, pageOf(), stream('', words)])
          .toString('latin1')
          .replace('/Size 5', '/Size 2147483647')
          .replace('0 5\n', '0 2147483647\n'),
        'latin1',
      ),
  },
  { name: 'form-loop.pdf', make: () => formLoop(1) },
  { name: 'form-fan.pdf', make: () => formFan() },
  { name: 'object-loop.pdf', make: () => pdf(['<< /Type /Catalog /Pages 1 0 R /Kids 1 0 R /Type 1 0 R >>']) },
  {
    name: 'length-loop.pdf',
    make: () => onePage(Buffer.from('<< /Length 4 0 R >>\nstream\nBT (x) Tj ET\nendstream')),
  },
  { name: 'deep-array.pdf', make: () => onePage(stream('', words), '['.repeat(1_000_000)) },
  { name: 'deep-contents.pdf', make: () => onePage(stream('', `BT /F 12 Tf ${'['.repeat(1_000_000)}`)) },
  {
    name: 'deep-dictionary.pdf',
    make: () =>
      pdf([
        `<< /Type /Catalog /Pages 2 0 R /X ${'<< /X '.repeat(500_000)}`,
        pages,
        pageOf(),
        stream('', words),
      ]),
  },
  {
    name: 'outline-loop.pdf',
    make: () =>
      pdf([
        '<< /Type /Catalog /Pages 2 0 R /Outlines 5 0 R >>',
        pages,
        pageOf(),
        stream('', words),
        '<< /First 6 0 R /Last 6 0 R >>',
        '<< /Title (again) /Parent 5 0 R /Next 6 0 R /First 6 0 R /Dest [3 0 R /Fit] >>',
      ]),
  },
  {
    name: 'font-loop.pdf',
    make: () =>
      pdf([
        catalog,
        pages,
        pageOf().replace(font, '<< /Font << /F 5 0 R >> >>'),
        stream('', words),
        '<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [5 0 R] /ToUnicode 5 0 R >>',
      ]),
  },
  { name: 'wide-ranges.pdf', make: wideRanges },
  {
    name: 'long-string.pdf',
    make: () => onePage(stream('', `BT /F 1 Tf (${'x'.repeat(20_000_000)}) Tj ET`)),
  },
  {
    name: 'same-place.pdf',
    make: () => onePage(stream('', `BT /F 1 Tf ${'(ab) Tj -9 0 Td '.repeat(200_000)} ET`)),
  },
  { name: 'password.pdf', make: locked, ends: 'extract.encrypted' },
  { name: 'cut.pdf', make: () => onePage(stream('', words)).subarray(0, 300) },
  { name: 'only-head.pdf', make: () => Buffer.from('%PDF-1.7\n') },
  { name: 'noise.pdf', make: () => Buffer.concat([Buffer.from('%PDF-1.7\n'), noise(1_000_000)]) },
  {
    name: 'script.pdf',
    make: () =>
      pdf([
        '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (while\\(1\\){}) >> >>',
        pages,
        pageOf(),
        stream('', words),
      ]),
  },
]

function fold(data: Buffer, times: number): Buffer {
  return times === 0 ? data : fold(deflateSync(data), times - 1)
}

/** Each node of the tree has one child, a hundred thousand times. */
function deepPages(): Buffer {
  const depth = 100_000
  const nodes = Array.from(
    { length: depth },
    (_, i) => `<< /Type /Pages /Parent ${i + 1} 0 R /Kids [${i + 3} 0 R] /Count 1 >>`,
  )
  return pdf([catalog, ...nodes, `<< /Type /Page /Parent ${depth + 1} 0 R /MediaBox [0 0 9 9] >>`])
}

/** The previous table is this one. */
function selfReferring(): Buffer {
  const plain = pdf([catalog, pages, pageOf(), stream('', words)], '/Prev 0000000000')
  const place = String(plain.lastIndexOf('xref\n0 ')).padStart(10, '0')
  return Buffer.from(plain.toString('latin1').replace('/Prev 0000000000', `/Prev ${place}`), 'latin1')
}

function formLoop(calls: number): Buffer {
  const form = stream(
    '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /A 5 0 R >> >>',
    '/A Do '.repeat(calls),
  )
  return pdf([
    catalog,
    pages,
    pageOf().replace(font, '<< /XObject << /A 5 0 R >> >>'),
    stream('', '/A Do'),
    form,
  ])
}

/** Thirty forms, each of which shows the next one ten times. */
function formFan(): Buffer {
  const forms = Array.from({ length: 30 }, (_, i) =>
    stream(
      `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /A ${i + 6} 0 R >> >>`,
      '/A Do '.repeat(10),
    ),
  )
  const last = stream('/Type /XObject /Subtype /Form /BBox [0 0 9 9]', 'BT (x) Tj ET')
  return pdf([
    catalog,
    pages,
    pageOf().replace(font, '<< /XObject << /A 5 0 R >> >>'),
    stream('', '/A Do'),
    ...forms,
    last,
  ])
}

/** A map from codes to letters with the largest possible range. */
function wideRanges(): Buffer {
  const map = `1 begincodespacerange <00000000> <ffffffff> endcodespacerange\n${'1 beginbfrange <00000000> <ffffffff> <0041> endbfrange\n'.repeat(100)}`
  const composed =
    '<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (A) /Ordering (I) /Supplement 0 >> /W [0 2147483647 500] >>] /ToUnicode 6 0 R >>'
  return pdf([
    catalog,
    pages,
    pageOf().replace(font, '<< /Font << /F 5 0 R >> >>'),
    stream('', 'BT /F 9 Tf <00410042> Tj ET'),
    composed,
    stream('', map),
  ])
}

/** Nobody knows the password, and the empty one is wrong. */
function locked(): Buffer {
  const hex = (seed: number) => noise(32, seed).toString('hex')
  const encryption = `<< /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O <${hex(1)}> /U <${hex(2)}> >>`
  return pdf(
    [catalog, pages, pageOf(), stream('', noise(60)), encryption],
    `/Encrypt 5 0 R /ID [<${hex(3)}> <${hex(3)}>]`,
  )
}

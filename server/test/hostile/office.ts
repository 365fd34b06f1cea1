import { deflatedBomb } from './repeat.ts'
import { type Entry, zip } from './zip.ts'

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const formats = 'application/vnd.openxmlformats-officedocument'
const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
export const sheetNamespace = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'

/** A part written out, or one of this many megabytes of the same text. */
export type Part = string | { before: string; unit: string; megabytes: number; after: string }

function toEntry(name: string, part: Part): Entry {
  if (typeof part === 'string') return { name, data: part }
  const data = deflatedBomb(part.before, part.unit, part.megabytes, part.after)
  return { name, data, isDeflated: true, claimedSize: Math.min(part.megabytes * 2 ** 20, 0xffff_fffe) }
}

function related(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`
}

function types(parts: Record<string, string>): Entry {
  const overrides = Object.entries(parts).map(
    ([name, type]) => `<Override PartName="${name}" ContentType="${type}"/>`,
  )
  const head = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
  const defaults =
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>'
  return { name: '[Content_Types].xml', data: `${head}${defaults}${overrides.join('')}</Types>` }
}

function relationsOf(name: string, list: string[]): Entry {
  return { name, data: `<Relationships xmlns="${packageRelations}">${list.join('')}</Relationships>` }
}

export const documentXml = (body: string, doctype = '') =>
  `<?xml version="1.0"?>${doctype}<w:document ${w}><w:body>${body}</w:body></w:document>`

export const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`

export function docxEntries(document: Part, further: Entry[] = []): Entry[] {
  return [
    types({ '/word/document.xml': `${formats}.wordprocessingml.document.main+xml` }),
    relationsOf('_rels/.rels', [related('r1', 'officeDocument', 'word/document.xml')]),
    toEntry('word/document.xml', document),
    ...further,
  ]
}

export const docx = (document: Part, further?: Entry[]) => zip(docxEntries(document, further))

export function xlsx(sheet: Part, sharedStrings?: Part): Buffer {
  const strings = sharedStrings === undefined ? [] : [toEntry('xl/sharedStrings.xml', sharedStrings)]
  return zip([
    types({
      '/xl/workbook.xml': `${formats}.spreadsheetml.sheet.main+xml`,
      '/xl/worksheets/sheet1.xml': `${formats}.spreadsheetml.worksheet+xml`,
      '/xl/sharedStrings.xml': `${formats}.spreadsheetml.sharedStrings+xml`,
    }),
    relationsOf('_rels/.rels', [related('r1', 'officeDocument', 'xl/workbook.xml')]),
    toEntry(
      'xl/workbook.xml',
      `<workbook ${sheetNamespace} xmlns:r="${relations}"><sheets><sheet name="One" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ),
    relationsOf('xl/_rels/workbook.xml.rels', [
      related('r1', 'worksheet', 'worksheets/sheet1.xml'),
      related('r2', 'sharedStrings', 'sharedStrings.xml'),
    ]),
    toEntry('xl/worksheets/sheet1.xml', sheet),
    ...strings,
  ])
}

export function pptx(slide: Part, slides = 1): Buffer {
  const numbers = Array.from({ length: slides }, (_, i) => i + 1)
  const ids = numbers.map(n => `<p:sldId id="${255 + n}" r:id="r${n}"/>`).join('')
  const presentation = `<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="${relations}"><p:sldIdLst>${ids}</p:sldIdLst></p:presentation>`
  return zip([
    types({
      '/ppt/presentation.xml': `${formats}.presentationml.presentation.main+xml`,
      '/ppt/slides/slide1.xml': `${formats}.presentationml.slide+xml`,
    }),
    relationsOf('_rels/.rels', [related('r1', 'officeDocument', 'ppt/presentation.xml')]),
    toEntry('ppt/presentation.xml', presentation),
    relationsOf(
      'ppt/_rels/presentation.xml.rels',
      numbers.map(n => related(`r${n}`, 'slide', 'slides/slide1.xml')),
    ),
    toEntry('ppt/slides/slide1.xml', slide),
  ])
}

/** OpenDocument: a text (`text`) or a sheet (`spreadsheet`) with only its content. */
export function openDocument(
  kind: 'text' | 'spreadsheet' | 'presentation',
  content: Part,
  manifest = '',
): Buffer {
  return zip([
    { name: 'mimetype', data: `application/vnd.oasis.opendocument.${kind}` },
    toEntry('content.xml', content),
    {
      name: 'META-INF/manifest.xml',
      data: `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">${manifest}</manifest:manifest>`,
    },
  ])
}

export const officeNames =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'

export function epub(chapter: Part, spine = 1): Buffer {
  const items = '<itemref idref="c"/>'.repeat(spine)
  return zip([
    { name: 'mimetype', data: 'application/epub+zip' },
    {
      name: 'META-INF/container.xml',
      data: '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    },
    {
      name: 'book.opf',
      data: `<package xmlns="http://www.idpf.org/2007/opf"><manifest><item id="c" href="c.xhtml" media-type="application/xhtml+xml"/></manifest><spine>${items}</spine></package>`,
    },
    toEntry('c.xhtml', chapter),
  ])
}

import { ExtractError, type Extraction, type SourceFile, type Workbench } from '../extraction.ts'
import { isPageNumber } from '../is-page-number.ts'
import { toIsoDate } from '../iso-date.ts'
import { TextBuilder } from '../text-builder.ts'
import { findAll, isElement, readXml, textOf, type XmlElement } from '../xml/xml.ts'
import { Zip } from '../zip/zip.ts'
import { writeSheets } from './odf/sheets.ts'
import { writeSlides } from './odf/slides.ts'
import { OdfStyles } from './odf/styles.ts'
import { OdfWriter } from './odf/writer.ts'

const margins = [
  'style:header',
  'style:header-left',
  'style:header-first',
  'style:footer',
  'style:footer-left',
  'style:footer-first',
]

/** OpenDocument: texts, sheets and slides. */
export async function extractOdf(file: SourceFile, bench: Workbench): Promise<Extraction> {
  const zip = openDocument(file.bytes)
  const content = read(zip, 'content.xml')
  if (!content) throw new ExtractError('extract.malformed', 'The file contains no document')
  const looks = read(zip, 'styles.xml')
  const builder = new TextBuilder()
  const writer = new OdfWriter(builder, new OdfStyles([content, ...(looks ? [looks] : [])]), path =>
    read(zip, path),
  )
  const pages = writeBody(content, writer, builder, bench)
  writer.notes()
  if (looks) writeMargins(looks, writer, builder)
  return { ...builder.finish(), type: 'text', ...properties(read(zip, 'meta.xml')), ...(pages && { pages }) }
}

function openDocument(bytes: Uint8Array): Zip {
  const zip = new Zip(bytes)
  const manifest = read(zip, 'META-INF/manifest.xml')
  if (manifest && findAll(manifest, ['manifest:encryption-data']).length > 0)
    throw new ExtractError('extract.encrypted', 'The file needs a password')
  return zip
}

function writeBody(
  content: XmlElement,
  writer: OdfWriter,
  builder: TextBuilder,
  bench: Workbench,
): number | undefined {
  const [body] = findAll(content, [
    'office:text',
    'office:spreadsheet',
    'office:presentation',
    'office:drawing',
  ])
  if (!body) throw new ExtractError('extract.malformed', 'The file contains no document')
  if (body.name === 'office:spreadsheet') return writeSheets(builder, body, writer, bench)
  if (body.name !== 'office:text') return writeSlides(builder, body, writer, bench)
  writer.blocks(body)
  return undefined
}

/** Headers and footers of all kinds of pages, and the elements on every slide, each written once. */
function writeMargins(looks: XmlElement, writer: OdfWriter, builder: TextBuilder): void {
  const pages = findAll(looks, ['style:master-page'])
  const parts = pages.flatMap(page => findAll(page, [...margins, 'draw:frame', 'presentation:notes']))
  // Fields that are not filled in read `<number>`.
  const texts = parts
    .filter(part => part.name !== 'presentation:notes' && !isPlaceholder(part))
    .map(part => writer.linesOf(withoutPageNumbers(part)).join('\n').trim())
    .filter(text => !isPageNumber(text) && !/^<[^>]*>$/.test(text))
  for (const text of new Set(texts)) builder.paragraph(text)
}

/** "Click to edit the title" is meant for the author of a slide, not for the audience. */
function isPlaceholder(frame: XmlElement): boolean {
  return frame.attributes['presentation:class'] !== undefined
}

/** Drops paragraphs that say little besides the page number, such as "Page 1 / 99", which every new sheet has. */
function withoutPageNumbers(margin: XmlElement): XmlElement {
  const children = margin.children
    .filter(child => !isElement(child) || child.name !== 'text:p' || !isPageCount(child))
    .map(child => (isElement(child) && child.name !== 'text:p' ? withoutPageNumbers(child) : child))
  return { ...margin, children }
}

function isPageCount(paragraph: XmlElement): boolean {
  const counted = findAll(paragraph, ['text:page-number', 'text:page-count']).map(textOf).join('')
  const words = textOf(paragraph).match(/\p{L}+/gu) ?? []
  return counted !== '' && words.length <= 2
}

function properties(meta: XmlElement | undefined): Pick<Extraction, 'title' | 'author' | 'date'> {
  if (!meta) return {}
  const said = (name: string) => textOf(findAll(meta, [name])[0]).trim()
  const title = said('dc:title')
  const author = said('meta:initial-creator') || said('dc:creator')
  const date = toIsoDate(said('dc:date')) ?? toIsoDate(said('meta:creation-date'))
  return { ...(title && { title }), ...(author && { author }), ...(date && { date }) }
}

function read(zip: Zip, name: string): XmlElement | undefined {
  const bytes = zip.read(name)
  return bytes && readXml(bytes)
}

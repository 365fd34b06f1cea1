import { decodeText } from '../decode-text.ts'
import { ExtractError, type Extraction, type SourceFile, type Workbench } from '../extraction.ts'
import { writeHtml } from '../html/write-html.ts'
import { toIsoDate } from '../iso-date.ts'
import { TextBuilder } from '../text-builder.ts'
import { findAll, readXml, textOf, type XmlElement } from '../xml/xml.ts'
import { Zip } from '../zip/zip.ts'
import { readChapterTitles } from './epub/chapter-titles.ts'
import { resolveIn } from './epub/resolve-in.ts'

/** A book: its chapters in reading order. A chapter without a heading gets its title from the table of contents. */
export async function extractEpub(file: SourceFile, bench: Workbench): Promise<Extraction> {
  const zip = new Zip(file.bytes)
  const path = findPackage(zip)
  const book = readXml(zip.read(path)!)
  const chapters = listChapters(book, path).filter(chapter => zip.has(chapter))
  if (chapters.length === 0) throw new ExtractError('extract.malformed', 'The book has no chapters')
  refuseSealed(zip, chapters)
  const titles = readChapterTitles(zip, book, path)
  const builder = new TextBuilder()
  chapters.forEach((chapter, i) => {
    const html = decodeText(zip.read(chapter)!)
    const title = titles.get(chapter)
    if (title && !/<h[1-6][\s>]/i.test(html)) builder.heading(2, title)
    writeHtml(builder, html)
    bench.progress(i + 1, chapters.length)
  })
  return { ...builder.finish(), type: 'text', ...properties(book) }
}

function findPackage(zip: Zip): string {
  const container = zip.read('META-INF/container.xml')
  const root = container && findAll(readXml(container), ['container:rootfile'])[0]
  const path = root?.attributes['full-path'] ?? zip.names.find(name => name.endsWith('.opf'))
  if (!path || !zip.has(path))
    throw new ExtractError('extract.malformed', 'The book is damaged: its table of contents is missing')
  return path
}

/** Leaves out the table of contents, whose lines repeat the headings of the chapters. */
function listChapters(book: XmlElement, path: string): string[] {
  const items = new Map(findAll(book, ['opf:item']).map(item => [item.attributes.id, item.attributes]))
  return findAll(book, ['opf:itemref']).flatMap(reference => {
    const item = items.get(reference.attributes.idref)
    if (!item?.href || /\bnav\b/.test(item.properties ?? '') || /^image\//.test(item['media-type'] ?? ''))
      return []
    return [resolveIn(path, item.href)]
  })
}

/** Many books encrypt their fonts; only DRM encrypts chapters. */
function refuseSealed(zip: Zip, chapters: readonly string[]): void {
  const encryption = zip.read('META-INF/encryption.xml')
  if (!encryption) return
  const sealed = findAll(readXml(encryption), ['enc:CipherReference', 'CipherReference'])
  if (sealed.some(reference => chapters.includes(resolveIn('', reference.attributes.URI ?? ''))))
    throw new ExtractError('extract.encrypted', 'The book is protected by its seller (DRM)')
}

function properties(book: XmlElement): Pick<Extraction, 'title' | 'author' | 'date' | 'language'> {
  const said = (name: string) => textOf(findAll(book, [name])[0]).trim()
  const [title, author, date] = [said('dc:title'), said('dc:creator'), toIsoDate(said('dc:date'))]
  const language = /^[a-z]{2}(?=$|[-_])/i.exec(said('dc:language'))?.[0]?.toLowerCase()
  return {
    ...(title && { title }),
    ...(author && { author }),
    ...(date && { date }),
    ...(language && { language }),
  }
}

import { DomUtils, parseDocument } from 'htmlparser2'
import { charsetOf, decodeText } from '../decode-text.ts'
import { ExtractError, type Extraction, type SourceFile } from '../extraction.ts'
import { type HtmlElement, isElement, measureHtml } from '../html/parse-html.ts'
import { textOf } from '../html/text-of.ts'
import { localName } from '../markup/local-name.ts'
import { writeElement } from '../markup/write-element.ts'
import { writeFeed } from '../markup/write-feed.ts'
import { writeOffice } from '../markup/write-office.ts'
import { TextBuilder } from '../text-builder.ts'
import { declaredCharset } from './html.ts'

/** A parser searches all open elements at every end tag, so deep nesting costs quadratic time. */
const maxDepth = 2_000

const feeds = /^(?:rss|feed|rdf)$/i

/**
 * XML of any vocabulary: feeds by items, office files as such, documents by titles and paragraphs, data by names and
 * values.
 */
export async function extractXml(file: SourceFile): Promise<Extraction> {
  // The parser knows only the entities of XML and expands no others, so none can grow.
  const xml = decodeText(file.bytes, charsetOf(file.contentType) ?? declaredCharset(file.bytes))
  if (measureHtml(xml).depth > maxDepth)
    throw new ExtractError('extract.malformed', `The file nests deeper than ${maxDepth} elements`)
  const root = parseDocument(xml, { xmlMode: true }).children.find(isElement)
  if (!root) throw new ExtractError('extract.malformed', 'The file has no XML element')
  const builder = new TextBuilder()
  if (feeds.test(localName(root))) writeFeed(builder, root)
  else if (!writeOffice(builder, root)) writeElement(builder, root)
  const title = titleOf(root)
  return { ...builder.finish(), type: 'text', ...(title && { title }) }
}

/** The first title near the top, which belongs to the whole document. */
function titleOf(root: HtmlElement): string | undefined {
  const [found] = DomUtils.find(
    node => isElement(node) && localName(node) === 'title',
    root.children,
    true,
    1,
  )
  const title = found ? textOf(found) : ''
  return title !== '' && title.length <= 200 ? title : undefined
}

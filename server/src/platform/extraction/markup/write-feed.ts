import { DomUtils } from 'htmlparser2'
import { type HtmlElement, isElement } from '../html/parse-html.ts'
import { rawTextOf, textOf } from '../html/text-of.ts'
import { writeHtml } from '../html/write-html.ts'
import type { TextBuilder } from '../text-builder.ts'
import { localName } from './local-name.ts'

const maxItems = 10_000

/** RSS and Atom: the title of the feed, then each item with its title, date, author and text. */
export function writeFeed(builder: TextBuilder, root: HtmlElement): void {
  const channel = childOf(root, 'channel') ?? root
  builder.heading(1, htmlOf(channel, 'title'))
  writeHtml(builder, htmlOf(channel, 'description', 'subtitle'))
  const items = DomUtils.find(isItem, root.children, true, maxItems) as HtmlElement[]
  for (const item of items) writeItem(builder, item)
}

function isItem(node: Parameters<typeof isElement>[0]): boolean {
  return isElement(node) && /^(?:item|entry)$/i.test(localName(node))
}

function writeItem(builder: TextBuilder, item: HtmlElement): void {
  builder.heading(2, htmlOf(item, 'title'))
  const when = htmlOf(item, 'pubDate', 'published', 'updated', 'date')
  builder.paragraph([when, authorOf(item)].filter(part => part !== '').join(', '))
  writeHtml(builder, htmlOf(item, 'encoded', 'content', 'description', 'summary'))
}

function authorOf(item: HtmlElement): string {
  const author = childOf(item, 'creator') ?? childOf(item, 'author')
  return author ? textOf(childOf(author, 'name') ?? author) : ''
}

/** The content of the first of these elements that exists. It is HTML, which feeds escape or put into CDATA. */
function htmlOf(element: HtmlElement, ...names: string[]): string {
  const found = names.map(name => childOf(element, name)).find(child => child !== undefined)
  if (!found) return ''
  return found.children.some(isElement) ? DomUtils.getInnerHTML(found) : rawTextOf(found)
}

function childOf(element: HtmlElement, name: string): HtmlElement | undefined {
  return element.children
    .filter(isElement)
    .find(child => localName(child).toLowerCase() === name.toLowerCase())
}

import { DomUtils } from 'htmlparser2'
import { charsetOf, decodeText } from '../decode-text.ts'
import type { Extraction, SourceFile } from '../extraction.ts'
import { readMetadata } from '../html/page-metadata.ts'
import { type HtmlNode, isElement, parseHtml } from '../html/parse-html.ts'
import { readArticle } from '../html/read-article.ts'
import { textOf } from '../html/text-of.ts'
import { writeNodes } from '../html/write-html.ts'
import { TextBuilder } from '../text-builder.ts'

/** A shorter article on a page with much more text is only the first teaser in a list. */
const leastArticle = 500

/** On a page that declares itself an article, this length is enough: the rest is for subscribers. */
const leastCalledArticle = 140

/**
 * A page with a larger share of its text in links is a newspaper or a shop; with a smaller share, a manual or a
 * table.
 */
const manyLinks = 0.2

/** The article of a page. A page without one is read whole, apart from navigation and the like. */
export async function extractHtml(file: SourceFile): Promise<Extraction> {
  const html = decodeText(file.bytes, charsetOf(file.contentType) ?? declaredCharset(file.bytes))
  const nodes = parseHtml(html)
  const { metadata, isArticle } = readMetadata(nodes, file.url)
  const article = write(readArticle(html, metadata.title ?? ''))
  const page = write(nodes, true)
  const whole = page.text === '' ? write(nodes) : page
  const least = isArticle ? leastCalledArticle : leastArticle
  const chosen = isMain(article.text, whole.text, nodes, least) ? article : whole
  return { ...chosen, type: 'webpage', ...metadata }
}

function isMain(article: string, whole: string, nodes: readonly HtmlNode[], least: number): boolean {
  return article.length >= whole.length / 2 || (article.length >= least && linkShare(nodes) >= manyLinks)
}

function linkShare(nodes: readonly HtmlNode[]): number {
  const links = DomUtils.find(node => isElement(node) && node.name === 'a', [...nodes], true, 100_000)
  const total = nodes.reduce((sum, node) => sum + textOf(node).length, 1)
  return links.reduce((sum, link) => sum + textOf(link).length, 0) / total
}

function write(nodes: readonly HtmlNode[] = [], isPage = false): Pick<Extraction, 'text' | 'blocks'> {
  const builder = new TextBuilder()
  writeNodes(builder, nodes, { isPage })
  return builder.finish()
}

/** The charset from `<meta charset>`, the older `http-equiv`, or an XML declaration, in the first kilobytes. */
export function declaredCharset(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 4096)).toString('latin1')
  return (
    /<meta\b[^>]*\bcharset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head)?.[1] ??
    /^\s*<\?xml\b[^>]*\bencoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1]
  )
}

import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { cleanArticle } from './clean-article.ts'
import { type HtmlNode, measureHtml, parseHtml } from './parse-html.ts'

/** Readability traverses a page many times, and both Readability and its DOM recurse by depth. */
const maxChars = 5_000_000
const maxTags = 60_000
const maxDepth = 300

/** The nodes of the page's article, without its surroundings; undefined when the page seems to have none. */
export function readArticle(html: string, title: string): HtmlNode[] | undefined {
  if (html.length > maxChars) return undefined
  const { tags, depth } = measureHtml(html)
  if (tags > maxTags || depth > maxDepth) return undefined
  const content = findArticle(html)
  if (!content) return undefined
  const nodes = parseHtml(content)
  cleanArticle(nodes, title)
  return nodes
}

function findArticle(html: string): string | null | undefined {
  try {
    const { document } = parseHTML(withoutScripts(html))
    return new Readability(document, { keepClasses: true, disableJSONLD: true }).parse()?.content
  } catch {
    return undefined // A page that Readability cannot handle is read whole.
  }
}

/** Scripts and styles are half of many pages, and Readability would only remove them. */
function withoutScripts(html: string): string {
  const kept: string[] = []
  let from = 0
  for (const { index, 1: name } of html.matchAll(/<(script|style)\b/gi)) {
    if (index < from) continue
    const end = new RegExp(`</${name}\\s*>`, 'gi')
    end.lastIndex = index
    if (!end.test(html)) break
    kept.push(html.slice(from, index))
    from = end.lastIndex
  }
  return kept.join('') + html.slice(from)
}

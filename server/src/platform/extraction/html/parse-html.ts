import { parseDocument } from 'htmlparser2'

export type HtmlNode = ReturnType<typeof parseDocument>['children'][number]
export type HtmlElement = Extract<HtmlNode, { attribs: unknown }>

/** A parser searches all open elements at every end tag, so deep nesting costs quadratic time. No real page is this deep. */
const maxDepth = 1_000

const maxTags = 500_000

/** Elements that authors leave open and every parser closes. */
const selfClosing =
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|p|li|dt|dd|tr|td|th|thead|tbody|tfoot|option|colgroup)$/i

/** The nodes of a page. A page nested too deep is reduced to its text. */
export function parseHtml(html: string): HtmlNode[] {
  const { tags, depth } = measureHtml(html)
  if (tags > maxTags || depth > maxDepth) return parseDocument(withoutTags(html)).children
  return parseDocument(html).children
}

/** Estimates the cost of parsing a page, without parsing it. */
export function measureHtml(html: string): { tags: number; depth: number } {
  let tags = 0
  let open = 0
  let depth = 0
  for (const [, close, name, rest] of html.matchAll(/<(\/?)([a-z][\w:-]*)([^<>]*)>?/gi)) {
    tags++
    if (selfClosing.test(name!) || rest!.endsWith('/')) continue
    open = close ? Math.max(0, open - 1) : open + 1
    depth = Math.max(depth, open)
  }
  return { tags, depth }
}

export function isElement(node: HtmlNode): node is HtmlElement {
  return 'attribs' in node
}

function withoutTags(html: string): string {
  return html
    .replace(/<(script|style)\b[^<>]*>/gi, '\n<$1>')
    .split(/<(?:script|style)>/i)
    .map((part, i) => (i === 0 ? part : part.slice(Math.max(0, part.search(/<\/(?:script|style)/i)))))
    .join(' ')
    .replace(/<[^<>]*>/g, '\n')
    .replaceAll('<', '&lt;')
}

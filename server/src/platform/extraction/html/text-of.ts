import { type HtmlNode, isElement } from './parse-html.ts'

const unseen = /^(?:script|style|template|noscript|rp|rt|annotation)$/

/** The text of a node in one line. */
export function textOf(node: HtmlNode): string {
  return rawTextOf(node).replace(/\s+/g, ' ').trim()
}

/**
 * The text of a node with its spaces and lines, as in `<pre>`. Not recursive, because nodes may be nested very deep.
 */
export function rawTextOf(node: HtmlNode): string {
  let text = ''
  const open: HtmlNode[] = [node]
  while (open.length > 0) {
    const next = open.pop()!
    if (next.type === 'text') text += next.data
    else if (isElement(next) && (next.name === 'br' || unseen.test(next.name)))
      text += next.name === 'br' ? '\n' : ''
    else if ('children' in next)
      for (let i = next.children.length - 1; i >= 0; i--) open.push(next.children[i]!)
  }
  return text
}

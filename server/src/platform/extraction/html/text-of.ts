import { type HtmlNode, isElement } from './parse-html.ts'

const unseen = /^(?:script|style|template|noscript|rp|rt|annotation)$/

/** Elements that begin on a line of their own, so that the words before and in them do not run together. */
const blocks =
  /^(?:address|article|aside|blockquote|center|dd|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|tbody|td|tfoot|th|thead|tr|ul)$/

/** The text of a node in one line. */
export function textOf(node: HtmlNode): string {
  return textWith(node, '\n').replace(/\s+/g, ' ').trim()
}

/** The text of a node with its spaces and lines, as in `<pre>`. */
export function rawTextOf(node: HtmlNode): string {
  return textWith(node, '')
}

/** Not recursive, because nodes may be nested very deep. */
function textWith(node: HtmlNode, gap: string): string {
  let text = ''
  const open: (HtmlNode | string)[] = [node]
  while (open.length > 0) {
    const next = open.pop()!
    if (typeof next === 'string') text += next
    else if (next.type === 'text') text += next.data
    else if (isElement(next) && (next.name === 'br' || unseen.test(next.name)))
      text += next.name === 'br' ? '\n' : ''
    else if ('children' in next) {
      const isBlock = gap !== '' && isElement(next) && blocks.test(next.name)
      if (isBlock) {
        text += gap
        open.push(gap)
      }
      for (let i = next.children.length - 1; i >= 0; i--) open.push(next.children[i]!)
    }
  }
  return text
}

import type { TextBuilder } from '../text-builder.ts'
import { writeTable } from '../write-table.ts'
import { isChrome, isHidden } from './chrome.ts'
import { type HtmlElement, type HtmlNode, isElement, parseHtml } from './parse-html.ts'
import { captionOf, readTable } from './read-table.ts'
import { rawTextOf, textOf } from './text-of.ts'

/** Recursion ends at this depth: everything below becomes one paragraph. */
const maxDepth = 200

const skipped =
  /^(?:head|title|script|style|noscript|template|svg|math|iframe|object|canvas|video|audio|select|datalist|textarea|button|input|img|rp|rt|area|map|dialog)$/

const inline =
  /^(?:a|abbr|acronym|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|ins|kbd|label|mark|nobr|q|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr|ruby|rb|o:p|st1:.*)$/

export type HtmlOptions = {
  /** For web pages: leave out navigation and the like. */
  isPage?: boolean
}

/** Writes the visible content of a page. */
export function writeHtml(builder: TextBuilder, html: string, options: HtmlOptions = {}): void {
  writeNodes(builder, parseHtml(html), options)
}

export function writeNodes(
  builder: TextBuilder,
  nodes: readonly HtmlNode[],
  options: HtmlOptions = {},
): void {
  const writer = new HtmlWriter(builder, options)
  writer.all(nodes, 0)
  writer.flush()
}

type List = { isOrdered: boolean; next: number }

class HtmlWriter {
  readonly #builder: TextBuilder
  readonly #options: HtmlOptions
  readonly #lists: List[] = []
  #text = ''
  /** A list item whose first text has not been read yet. */
  #item: { mark: string; depth: number } | undefined

  constructor(builder: TextBuilder, options: HtmlOptions) {
    this.#builder = builder
    this.#options = options
  }

  all(nodes: readonly HtmlNode[], depth: number): void {
    for (const node of nodes) this.#one(node, depth)
  }

  flush(): void {
    const text = this.#text
      .split('\n')
      .map(line => line.trim())
      .join('\n')
      .trim()
    this.#text = ''
    if (text === '') return
    if (this.#item) this.#builder.listItem(text.replaceAll('\n', ' '), this.#item)
    else this.#builder.paragraph(text)
    this.#item = undefined
  }

  #one(node: HtmlNode, depth: number): void {
    if (node.type === 'text') this.#text += node.data.replace(/\s+/g, ' ')
    else if (isElement(node)) this.#element(node, depth)
    else if ('children' in node) this.all(node.children, depth)
  }

  #element(element: HtmlElement, depth: number): void {
    const name = element.name.toLowerCase()
    if (skipped.test(name) || isHidden(element) || (this.#options.isPage && isChrome(element))) return
    if (name === 'br') this.#text += '\n'
    else if (depth > maxDepth) this.#text += ` ${textOf(element)} `
    else if (inline.test(name)) this.all(element.children, depth + 1)
    else this.#block(name, element, depth)
  }

  #block(name: string, element: HtmlElement, depth: number): void {
    this.flush()
    const heading = /^h([1-6])$/.exec(name)
    if (heading) this.#builder.heading(Number(heading[1]), textOf(element))
    else if (name === 'pre') this.#builder.code(rawTextOf(element), languageOf(element))
    else if (name === 'ul' || name === 'ol' || name === 'menu') this.#list(element, name === 'ol', depth)
    else if (name === 'li') this.#listItem(element, depth)
    else if (name === 'table') this.#table(element, depth)
    else this.all(element.children, depth + 1)
    this.flush()
  }

  #list(element: HtmlElement, isOrdered: boolean, depth: number): void {
    const start = Number(element.attribs.start ?? 1)
    this.#lists.push({ isOrdered, next: Number.isSafeInteger(start) ? start : 1 })
    this.all(element.children, depth + 1)
    this.flush()
    this.#lists.pop()
  }

  #listItem(element: HtmlElement, depth: number): void {
    const list = this.#lists.at(-1)
    const mark = list?.isOrdered ? `${list.next++}.` : '-'
    this.#item = { mark, depth: Math.max(0, this.#lists.length - 1) }
    this.all(element.children, depth + 1)
    this.flush()
    this.#item = undefined
  }

  /** Most tables of mails, and many of old pages, only serve layout. */
  #table(element: HtmlElement, depth: number): void {
    const rows = readTable(element)
    if (!rows) this.all(element.children, depth + 1)
    else {
      this.#builder.paragraph(captionOf(element))
      writeTable(this.#builder, rows)
    }
  }
}

function languageOf(pre: HtmlElement): string {
  const code = pre.children.find(node => isElement(node) && node.name === 'code')
  const classes = `${pre.attribs.class ?? ''} ${code && isElement(code) ? (code.attribs.class ?? '') : ''}`
  return /\b(?:language|lang|highlight-source)-([\w+#-]{1,20})/.exec(classes)?.[1] ?? ''
}

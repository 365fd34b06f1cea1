import { type HtmlElement, type HtmlNode, isElement } from '../html/parse-html.ts'
import { rawTextOf, textOf } from '../html/text-of.ts'
import type { TextBuilder } from '../text-builder.ts'
import { localName } from './local-name.ts'

/** Recursion ends at this depth: all text below becomes one paragraph. */
const maxDepth = 100

const paragraphs =
  /^(?:p|para|simpara|paragraph|abstract|note|li|item|listitem|dd|dt|td|th|cell|entry|line|verse|v|t|text)$/i
const titles = /^(?:title|head|heading|h[1-6]|subtitle)$/i
const codes = /^(?:code|pre|programlisting|screen|codeblock|script)$/i
const skipped = /^(?:style|bindata|binarydata)$/i

/** Writes an element: prose as paragraphs, a record as lines of names and values. */
export function writeElement(builder: TextBuilder, element: HtmlElement, depth = 0, level = 1): void {
  const name = localName(element)
  const children = element.children.filter(isElement)
  if (skipped.test(name)) return
  if (titles.test(name)) builder.heading(level, textOf(element))
  else if (codes.test(name) && children.length === 0) builder.code(rawTextOf(element))
  else if (isProse(element, name) || depth > maxDepth) builder.paragraph(textOf(element))
  else if (children.length > 0 && isRecord(children))
    builder.paragraph(recordOf(element, children).join('\n'))
  else writeParts(builder, element, children, depth, level)
}

function writeParts(
  builder: TextBuilder,
  element: HtmlElement,
  children: readonly HtmlElement[],
  depth: number,
  level: number,
): void {
  builder.paragraph(attributesOf(element).join('\n'))
  if (children.length === 0) builder.paragraph(textOf(element))
  const hasTitle = children.some(child => titles.test(localName(child)))
  for (const child of children) {
    const isTitle = titles.test(localName(child))
    writeElement(builder, child, depth + 1, hasTitle && !isTitle ? level + 1 : level)
  }
}

/** Whether an element mixes words with elements, or holds words in any vocabulary. */
function isProse(element: HtmlElement, name: string): boolean {
  return paragraphs.test(name) || (element.children.some(isWords) && element.children.some(isElement))
}

function isWords(node: HtmlNode): boolean {
  return node.type === 'text' && node.data.trim() !== ''
}

/** Whether every child holds a single value, and there are no more of them than a record has. */
function isRecord(children: readonly HtmlElement[]): boolean {
  if (children.length > 100 || children.some(child => titles.test(localName(child)))) return false
  return children.every(child => !paragraphs.test(localName(child)) && !child.children.some(isElement))
}

function recordOf(element: HtmlElement, children: readonly HtmlElement[]): string[] {
  const lines = attributesOf(element)
  for (const child of children) {
    const value = [textOf(child), ...attributesOf(child)].filter(part => part !== '').join(', ')
    if (value !== '') lines.push(`${localName(child)}: ${value}`)
  }
  return lines
}

/** Attributes in words, without ids, type names, sizes and schema addresses. */
function attributesOf(element: HtmlElement): string[] {
  return Object.entries(element.attribs)
    .filter(
      ([name, value]) =>
        !/^xml|^xsi:|schema|(?:^|:)(?:id|idref|class|style|d|points|transform)$/i.test(name) &&
        /\p{L}{2}/u.test(value),
    )
    .slice(0, 50)
    .map(([name, value]) => `${name}: ${value.slice(0, 2_000)}`)
}

import { isElement, type XmlElement, type XmlNode } from '../../xml/xml.ts'

/** The text of a paragraph, and the objects anchored in it. */
export type Inline = { text: string; boxes: XmlElement[]; comments: XmlElement[] }

/** Gives a note its mark. */
export type MarkNote = (note: XmlElement) => string

const maxSpaces = 100

const unread = new Set([
  'svg:title',
  'svg:desc',
  'office:binary-data',
  'text:tracked-changes',
  'office:event-listeners',
])

const boxes = new Set([
  'draw:text-box',
  'draw:custom-shape',
  'draw:rect',
  'draw:ellipse',
  'draw:g',
  'draw:object',
  'table:table',
])

export function readInline(paragraph: XmlElement, markNote: MarkNote): Inline {
  const inline: Inline = { text: '', boxes: [], comments: [] }
  for (const child of paragraph.children) readInto(inline, child, markNote)
  return inline
}

function readInto(inline: Inline, node: XmlNode, markNote: MarkNote): void {
  // Line ends and indents of the XML count as spaces; visible ones are elements.
  if (!isElement(node)) inline.text += node.replace(/\s+/g, ' ').replaceAll('\u00ad', '')
  else if (unread.has(node.name)) return
  else if (node.name === 'text:s') inline.text += ' '.repeat(spacesOf(node))
  else if (node.name === 'text:tab') inline.text += '\t'
  else if (node.name === 'text:line-break') inline.text += '\n'
  else if (node.name === 'text:note') inline.text += markNote(node)
  else if (node.name === 'office:annotation') inline.comments.push(node)
  else if (node.name === 'text:ruby-text') inline.text += `(${readInline(node, markNote).text})`
  else if (boxes.has(node.name)) inline.boxes.push(node)
  else for (const child of node.children) readInto(inline, child, markNote)
}

function spacesOf(element: XmlElement): number {
  return Math.min(maxSpaces, Math.max(1, Number(element.attributes['text:c'] ?? 1) || 1))
}

import { symbolOf } from '../../symbol-fonts.ts'
import { isElement, textOf, type XmlElement } from '../../xml/xml.ts'
import { readMath } from './math.ts'

/** The text of a paragraph, and the objects anchored in it. */
export type Inline = {
  text: string
  /** Elements with paragraphs of their own, such as text boxes. */
  boxes: XmlElement[]
  /** Relationship ids of charts and diagrams. */
  figures: string[]
  /** Page breaks where Word last rendered them, before the text and inside it. */
  pagesBefore: number
  pagesInside: number
}

/** Numbers a note, by the kind of its reference and its id. */
export type NumberNote = (reference: string, id: string) => string

const fixed: Record<string, string> = {
  'w:tab': '\t',
  'w:ptab': '\t',
  'w:br': '\n',
  'w:cr': '\n',
  'w:noBreakHyphen': '-',
}

/** Deleted or moved text, and properties that only affect looks. */
const unread = new Set([
  'w:del',
  'w:moveFrom',
  'w:pPr',
  'w:rPr',
  'w:delText',
  'w:instrText',
  'w:delInstrText',
])

export function readInline(paragraph: XmlElement, numberNote: NumberNote): Inline {
  const inline: Inline = { text: '', boxes: [], figures: [], pagesBefore: 0, pagesInside: 0 }
  for (const child of paragraph.children) if (isElement(child)) readInto(inline, child, numberNote)
  return inline
}

function readInto(inline: Inline, element: XmlElement, numberNote: NumberNote): void {
  const { name, attributes } = element
  if (unread.has(name)) return
  if (name === 'w:t') inline.text += textOf(element).replaceAll('\u00ad', '')
  else if (fixed[name] !== undefined) inline.text += fixed[name]
  else if (name === 'w:sym') inline.text += symbolOf(attributes['w:font'] ?? '', attributes['w:char'] ?? '')
  else if (name === 'm:oMath') inline.text += readMath(element)
  else if (name === 'w:txbxContent') inline.boxes.push(element)
  else if (name === 'w:tbl') inline.boxes.push({ ...element, children: [element] })
  else if (name === 'w:footnoteReference' || name === 'w:endnoteReference')
    inline.text += numberNote(name, attributes['w:id'] ?? '')
  else if (name === 'w:lastRenderedPageBreak') countPage(inline)
  else if (name === 'c:chart') inline.figures.push(attributes['r:id'] ?? '')
  else if (name === 'dgm:relIds') inline.figures.push(attributes['r:dm'] ?? '')
  else if (name === 'mc:AlternateContent') readAlternative(inline, element, numberNote)
  else if (name === 'w:rt') inline.text += inBrackets(element, numberNote)
  else for (const child of element.children) if (isElement(child)) readInto(inline, child, numberNote)
}

function countPage(inline: Inline): void {
  if (inline.text.trim() === '') inline.pagesBefore++
  else inline.pagesInside++
}

/** The same content for new and for old programs; the first alternative with content counts. */
function readAlternative(inline: Inline, element: XmlElement, numberNote: NumberNote): void {
  for (const choice of element.children) {
    if (!isElement(choice)) continue
    const said = readInline(choice, numberNote)
    if (said.text === '' && said.boxes.length === 0 && said.figures.length === 0) continue
    inline.text += said.text
    inline.boxes.push(...said.boxes)
    inline.figures.push(...said.figures)
    return
  }
}

/** The pronunciation of characters (ruby). It precedes them in the file as it stands above them in print. */
function inBrackets(element: XmlElement, numberNote: NumberNote): string {
  const { text } = readInline(element, numberNote)
  return text.trim() === '' ? '' : `(${text})`
}

import { type DrawnParagraph, readParagraphs } from '../../ooxml/drawing-text.ts'
import { writeFigure } from '../../ooxml/figures.ts'
import type { OfficePackage } from '../../ooxml/package.ts'
import type { TextBuilder } from '../../text-builder.ts'
import { writeTable } from '../../write-table.ts'
import { childOf, childrenOf, findAll, isElement, type XmlElement } from '../../xml/xml.ts'

const titles = new Set(['title', 'ctrTitle'])

/** Placeholders whose text is a list by default. */
const bodies = new Set(['body', 'obj', ''])

/** The slide's image and its number, which the page already gives. */
const unread = new Set(['sldNum', 'sldImg'])

/** All shapes of a slide: the title first, wherever it was drawn, then in the order of the file. */
export function writeShapes(
  builder: TextBuilder,
  slide: XmlElement,
  office: OfficePackage,
  part: string,
): void {
  const shapes = listShapes(slide)
  const figures = new Map(office.relationshipsOf(part).map(one => [one.id, one.target]))
  for (const shape of shapes.filter(isTitle)) writeShape(builder, shape)
  for (const shape of shapes.filter(one => !isTitle(one))) {
    if (shape.name === 'p:graphicFrame') writeFrame(builder, shape, id => office.read(figures.get(id) ?? ''))
    else writeShape(builder, shape)
  }
}

export function writeNotes(builder: TextBuilder, notes: XmlElement | undefined): void {
  if (!notes) return
  const paragraphs = listShapes(notes)
    .filter(shape => !unread.has(placeholderOf(shape) ?? ''))
    .flatMap(readParagraphs)
  if (paragraphs.length > 0)
    builder.paragraph(`Notes: ${paragraphs.map(paragraph => paragraph.text).join('\n')}`)
}

/** Writes text outside placeholders, once. */
export function writeStaticText(builder: TextBuilder, layout: XmlElement, written: Set<string>): void {
  for (const shape of listShapes(layout)) {
    if (placeholderOf(shape) !== undefined) continue
    for (const { text } of readParagraphs(shape)) {
      if (written.has(text)) continue
      written.add(text)
      builder.paragraph(text)
    }
  }
}

/** Shapes and frames, also inside groups. Where a file offers alternatives for new and old programs, the new one. */
function listShapes(element: XmlElement): XmlElement[] {
  return element.children.filter(isElement).flatMap(child => {
    if (child.name === 'p:sp' || child.name === 'p:graphicFrame' || child.name === 'p:cxnSp') return [child]
    return child.name === 'mc:Fallback' ? [] : listShapes(child)
  })
}

function isTitle(shape: XmlElement): boolean {
  return titles.has(placeholderOf(shape) ?? '')
}

/** The kind of placeholder of a shape; '' for one without a kind, undefined for a shape that is not a placeholder. */
function placeholderOf(shape: XmlElement): string | undefined {
  const placeholder = childOf(shape, 'p:nvSpPr', 'p:nvPr', 'p:ph')
  return placeholder && (placeholder.attributes.type ?? '')
}

function writeShape(builder: TextBuilder, shape: XmlElement): void {
  const kind = placeholderOf(shape)
  if (unread.has(kind ?? '')) return
  const paragraphs = readParagraphs(shape)
  if (titles.has(kind ?? '')) builder.heading(2, paragraphs.map(paragraph => paragraph.text).join(' '))
  else for (const paragraph of paragraphs) writeParagraph(builder, paragraph, kind)
}

function writeParagraph(builder: TextBuilder, paragraph: DrawnParagraph, kind: string | undefined): void {
  const isBullet = paragraph.isBullet ?? (kind !== undefined && bodies.has(kind))
  if (isBullet) builder.listItem(paragraph.text, { depth: paragraph.level })
  else builder.paragraph(paragraph.text)
}

function writeFrame(
  builder: TextBuilder,
  frame: XmlElement,
  read: (id: string) => XmlElement | undefined,
): void {
  for (const table of findAll(frame, ['a:tbl'])) writeTable(builder, readTable(table))
  for (const chart of findAll(frame, ['c:chart'])) writeFigure(builder, read(chart.attributes['r:id'] ?? ''))
  for (const ids of findAll(frame, ['dgm:relIds'])) writeFigure(builder, read(ids.attributes['r:dm'] ?? ''))
}

function readTable(table: XmlElement): string[][] {
  return childrenOf(table, 'a:tr').map(row =>
    childrenOf(row, 'a:tc').map(cell =>
      readParagraphs(cell)
        .map(paragraph => paragraph.text)
        .join('\n'),
    ),
  )
}

import type { Workbench } from '../../extraction.ts'
import type { TextBuilder } from '../../text-builder.ts'
import { childOf, childrenOf, findAll, isElement, textOf, type XmlElement } from '../../xml/xml.ts'
import type { OdfWriter } from './writer.ts'

const declarations = ['presentation:header-decl', 'presentation:footer-decl', 'presentation:date-time-decl']

/** Writes each slide as a page, title first and notes last, and returns the number of slides. */
export function writeSlides(
  builder: TextBuilder,
  body: XmlElement,
  writer: OdfWriter,
  bench: Workbench,
): number {
  const slides = childrenOf(body, 'draw:page')
  for (const [i, slide] of slides.entries()) {
    builder.page(i + 1)
    writeSlide(builder, slide, writer)
    bench.progress(i + 1, slides.length)
  }
  for (const declaration of findAll(body, declarations)) builder.paragraph(textOf(declaration))
  return slides.length
}

function writeSlide(builder: TextBuilder, slide: XmlElement, writer: OdfWriter): void {
  const shapes = slide.children.filter(isElement)
  for (const title of shapes.filter(isTitle)) builder.heading(2, writer.linesOf(title).join(' '))
  writer.blocks({ ...slide, children: shapes.filter(shape => !isTitle(shape)) })
  for (const comment of childrenOf(slide, 'office:annotation')) writer.comment(comment)
  const notes = childOf(slide, 'presentation:notes')
  const lines = notes ? writer.linesOf(notes) : []
  if (lines.length > 0) builder.paragraph(`Notes: ${lines.join('\n')}`)
}

function isTitle(shape: XmlElement): boolean {
  return shape.attributes['presentation:class'] === 'title'
}

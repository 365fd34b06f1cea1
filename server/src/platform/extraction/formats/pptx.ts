import type { Extraction, SourceFile, Workbench } from '../extraction.ts'
import { OfficePackage } from '../ooxml/package.ts'
import { TextBuilder } from '../text-builder.ts'
import { findAll, textOf } from '../xml/xml.ts'
import { writeNotes, writeShapes, writeStaticText } from './pptx/shapes.ts'

/** PowerPoint since 2007: each slide is a page, followed by its notes and comments. */
export async function extractPptx(file: SourceFile, bench: Workbench): Promise<Extraction> {
  const office = new OfficePackage(file.bytes)
  const builder = new TextBuilder()
  const slides = listSlides(office)
  const layouts = new Set<string>()
  slides.forEach((slide, i) => {
    builder.page(i + 1)
    writeSlide(builder, office, slide)
    for (const layout of office.partsOf(slide, 'slideLayout')) layouts.add(layout)
    bench.progress(i + 1, slides.length)
  })
  writeLayouts(builder, office, layouts)
  return { ...builder.finish(), type: 'text', ...office.properties(), pages: slides.length }
}

/** Slides in the order of the show; without a list, by the number in their names. */
function listSlides(office: OfficePackage): string[] {
  const part = office.mainPart('ppt/presentation.xml')
  const targets = new Map(office.relationshipsOf(part).map(one => [one.id, one.target]))
  const root = office.read(part)
  const listed = (root ? findAll(root, ['p:sldId']) : [])
    .map(slide => targets.get(slide.attributes['r:id'] ?? '') ?? '')
    .filter(slide => office.zip.has(slide))
  if (listed.length > 0) return listed
  return office.partsOf(part, 'slide').sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
}

function writeSlide(builder: TextBuilder, office: OfficePackage, part: string): void {
  const slide = office.read(part)
  if (!slide) return
  writeShapes(builder, slide, office, part)
  for (const notes of office.partsOf(part, 'notesSlide')) writeNotes(builder, office.read(notes))
  for (const comments of office.partsOf(part, 'comments')) {
    const root = office.read(comments)
    for (const comment of root ? findAll(root, ['p:text', 'a:t']) : [])
      builder.paragraph(`Comment: ${textOf(comment)}`)
  }
}

/** Writes the text that layouts and their masters show on every slide. */
function writeLayouts(builder: TextBuilder, office: OfficePackage, layouts: ReadonlySet<string>): void {
  const masters = new Set([...layouts].flatMap(layout => office.partsOf(layout, 'slideMaster')))
  const written = new Set<string>()
  for (const part of [...layouts, ...masters]) {
    const root = office.read(part)
    if (root) writeStaticText(builder, root, written)
  }
}

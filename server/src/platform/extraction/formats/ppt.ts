import { CompoundFile } from '../cfb/compound-file.ts'
import { writeEmbedded } from '../cfb/write-embedded.ts'
import { ExtractError, type Extraction, type SourceFile, type Workbench } from '../extraction.ts'
import { TextBuilder } from '../text-builder.ts'
import { embeddedIn } from './ppt/embedded.ts'
import { Presentation } from './ppt/presentation.ts'
import { findRecords, recordTypes } from './ppt/records.ts'
import { readComments, readShapes, readStaticShapes, type SlideText } from './ppt/texts.ts'

const titleKinds = new Set([0, 6])
const bodyKinds = new Set([1, 7, 8])

/** PowerPoint before 2007: each slide is a page, followed by its notes and comments; embedded documents come last. */
export async function extractPpt(file: SourceFile, bench: Workbench): Promise<Extraction> {
  const compound = new CompoundFile(file.bytes)
  const stream = compound.find('PowerPoint Document')
  if (!stream) throw new ExtractError('extract.malformed', 'The file contains no presentation')
  const presentation = new Presentation(stream, compound.find('Current User'))
  const notes = readNotes(presentation)
  const builder = new TextBuilder()
  const slides = presentation.list('slides')
  for (const [i, { record, outline, slideId }] of slides.entries()) {
    builder.page(i + 1)
    const shapes = record ? readShapes(stream, record, outline) : []
    writeTexts(builder, [...shapes, ...outline.filter(text => !shapes.includes(text))])
    const said = notes.get(slideId)
    if (said) builder.paragraph(`Notes: ${said}`)
    for (const comment of record ? readComments(stream, record) : []) builder.paragraph(`Comment: ${comment}`)
    bench.progress(i + 1, slides.length)
  }
  writeMasters(builder, presentation)
  await writeEmbedded(builder, embeddedIn(presentation), bench)
  return { ...builder.finish(), type: 'text', ...compound.properties(), pages: slides.length }
}

function writeTexts(builder: TextBuilder, texts: readonly SlideText[]): void {
  const isTitle = (one: SlideText) => titleKinds.has(one.kind)
  for (const title of texts.filter(isTitle)) builder.heading(2, cleaned(title.text))
  for (const { kind, text } of texts.filter(one => !isTitle(one)))
    for (const paragraph of cleaned(text).split('\n')) {
      if (bodyKinds.has(kind)) builder.listItem(paragraph)
      else builder.paragraph(paragraph)
    }
}

/** Notes by slide; a notes page names its slide. */
function readNotes(presentation: Presentation): ReadonlyMap<number, string> {
  const { stream } = presentation
  const notes = new Map<number, string>()
  for (const { record, outline } of presentation.list('notes')) {
    if (record?.type !== recordTypes.notes) continue
    const [atom] = findRecords(stream, record, [recordTypes.notesAtom])
    const texts = readShapes(stream, record, outline).map(({ text }) => cleaned(text).trim())
    const text = texts.filter(Boolean).join('\n')
    if (atom && text !== '') notes.set(stream.readUInt32LE(atom.start), text)
  }
  return notes
}

function writeMasters(builder: TextBuilder, presentation: Presentation): void {
  const texts = presentation
    .list('masters')
    .flatMap(({ record }) => (record ? readStaticShapes(presentation.stream, record) : []))
    .map(({ text }) => cleaned(text))
  for (const text of new Set(texts)) builder.paragraph(text)
}

/** A single star is a placeholder for a date or a number. */
function cleaned(text: string): string {
  return text === '*' ? '' : text
}

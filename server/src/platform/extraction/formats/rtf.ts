import { ExtractError, type Extraction, type SourceFile } from '../extraction.ts'
import { writeHtml } from '../html/write-html.ts'
import { isPageNumber } from '../is-page-number.ts'
import { TextBuilder } from '../text-builder.ts'
import { BodyFlow } from './rtf/flow.ts'
import { RtfReader } from './rtf/reader.ts'

/** Rich Text Format: the text, then its notes, comments, headers and footers. */
export async function extractRtf(file: SourceFile): Promise<Extraction> {
  const source = Buffer.from(file.bytes).toString('latin1')
  const start = source.indexOf('{\\')
  if (start < 0 || start > 100) throw new ExtractError('extract.malformed', 'The file is not RTF')
  const builder = new TextBuilder()
  const reader = new RtfReader(new BodyFlow(builder))
  reader.read(source.slice(start))
  const { notes, comments, margins, title, author, made, changed, html } = reader.parts
  if (html !== '') writeHtml(builder, html)
  for (const [i, note] of notes.entries()) builder.paragraph(`[^${i + 1}]: ${note}`)
  for (const comment of comments) builder.paragraph(`Comment: ${comment}`)
  for (const margin of new Set(margins)) if (!isPageNumber(margin)) builder.paragraph(margin)
  const date = toDate(changed) ?? toDate(made)
  return {
    ...builder.finish(),
    type: 'text',
    ...(title && { title }),
    ...(author && { author }),
    ...(date && { date }),
  }
}

/** A date from RTF's control words. They name no time zone, so it counts as UTC. */
function toDate({ yr, mo = 1, dy = 1, hr = 0, min = 0 }: Record<string, number>): string | undefined {
  if (yr === undefined || yr < 1980 || yr > 2200) return undefined
  const time = Date.UTC(yr, mo - 1, dy, hr, min)
  // A damaged month or day must not cost the text.
  return Math.abs(time) <= Date.UTC(2200, 0) ? new Date(time).toISOString() : undefined
}

import type { TextBuilder } from '../text-builder.ts'

/** Text as people type it: empty lines separate paragraphs. */
export function writePlain(builder: TextBuilder, text: string): void {
  for (const paragraph of text.replace(/\r\n?/g, '\n').split(/\n[^\S\n]*\n/)) builder.paragraph(paragraph)
}

import type { Extraction, SourceFile } from '../extraction.ts'
import { splitPlain } from '../text/split-plain.ts'
import { readWholeText } from '../text/whole-text.ts'

/** Plain text is kept as it is; its blocks are its paragraphs, and its headings the lines that are underlined. */
export async function extractText(file: SourceFile): Promise<Extraction> {
  const text = readWholeText(file)
  return { text, blocks: [...splitPlain(text)], type: 'text' }
}

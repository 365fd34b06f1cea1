import type { Extraction, SourceFile } from '../extraction.ts'
import { readWholeText } from '../text/read-whole-text.ts'
import { splitPlain } from '../text/split-plain.ts'

/** Plain text is kept as it is. Its blocks are paragraphs; underlined lines are headings. */
export async function extractText(file: SourceFile): Promise<Extraction> {
  const text = readWholeText(file)
  return { text, blocks: [...splitPlain(text)], type: 'text' }
}

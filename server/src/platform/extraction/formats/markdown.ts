import type { Block, Extraction, SourceFile } from '../extraction.ts'
import { toIsoDate } from '../iso-date.ts'
import { firstHeading } from '../text/first-heading.ts'
import { readWholeText } from '../text/read-whole-text.ts'
import { readFrontMatter, splitMarkdown } from '../text/split-markdown.ts'

/** Markdown is kept as it is. Its title comes from the front matter, or else from a heading at the start. */
export async function extractMarkdown(file: SourceFile): Promise<Extraction> {
  const text = readWholeText(file)
  const front = readFrontMatter(text)
  const blocks: Block[] = front ? [{ kind: 'paragraph', start: 0, end: front.end }] : []
  blocks.push(...splitMarkdown(text, front?.end))
  const title = front?.fields.get('title') || firstHeading(text, blocks.slice(0, 5))
  const author = front?.fields.get('author')
  const date = toIsoDate(front?.fields.get('date') ?? '')
  return {
    text,
    blocks,
    type: 'text',
    ...(title && { title }),
    ...(author && { author }),
    ...(date && { date }),
  }
}

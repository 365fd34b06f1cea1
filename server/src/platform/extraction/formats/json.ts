import type { Extraction, SourceFile } from '../extraction.ts'
import { writeJson } from '../json/write-json.ts'
import { readWholeText } from '../text/read-whole-text.ts'
import { splitPlain } from '../text/split-plain.ts'
import { TextBuilder } from '../text-builder.ts'

/** The content of a JSON file without its braces. Invalid JSON is read as plain text. */
export async function extractJson(file: SourceFile): Promise<Extraction> {
  const text = readWholeText(file)
  const parsed = parseJson(text)
  if (!parsed) return { text, blocks: [...splitPlain(text)], type: 'text' }
  const builder = new TextBuilder()
  writeJson(builder, parsed.value)
  const title = titleOf(parsed.value)
  return { ...builder.finish(), type: 'text', ...(title && { title }) }
}

export function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined // The caller falls back to plain text.
  }
}

function titleOf(value: unknown): string | undefined {
  const title = (value as { title?: unknown } | null)?.title
  return typeof title === 'string' && title.length <= 200 ? title : undefined
}

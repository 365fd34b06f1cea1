import type { Extraction, SourceFile } from '../extraction.ts'
import { parseJson } from '../json/parse-json.ts'
import { writeJson } from '../json/write-json.ts'
import { readWholeText } from '../text/read-whole-text.ts'
import { splitPlain } from '../text/split-plain.ts'
import { TextBuilder } from '../text-builder.ts'
import { extractJsonLines } from './jsonl.ts'

/** The content of a JSON file without its braces. Invalid JSON is read line by line or as plain text. */
export async function extractJson(file: SourceFile): Promise<Extraction> {
  const text = readWholeText(file)
  const parsed = parseJson(text)
  if (!parsed && isLines(text)) return extractJsonLines(file)
  if (!parsed) return { text, blocks: [...splitPlain(text)], type: 'text' }
  const builder = new TextBuilder()
  writeJson(builder, parsed.value)
  const title = titleOf(parsed.value)
  return { ...builder.finish(), type: 'text', ...(title && { title }) }
}

/**
 * Several values one after another. Their name and first 16 kB, which the kind is decided by, do not always tell them
 * from one value.
 */
function isLines(text: string): boolean {
  const [first, second] = text.split('\n', 2)
  return /^\s*[[{]/.test(first!) && second !== undefined && parseJson(first!) !== undefined
}

function titleOf(value: unknown): string | undefined {
  const title = (value as { title?: unknown } | null)?.title
  return typeof title === 'string' && title.length <= 200 ? title : undefined
}

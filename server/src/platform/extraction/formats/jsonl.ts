import type { Extraction, SourceFile } from '../extraction.ts'
import { parseJson } from '../json/parse-json.ts'
import { writeJson } from '../json/write-json.ts'
import { linesOf } from '../text/lines.ts'
import { readWholeText } from '../text/read-whole-text.ts'
import { TextBuilder } from '../text-builder.ts'

/** One JSON value per line. An invalid line is kept as it is. */
export async function extractJsonLines(file: SourceFile): Promise<Extraction> {
  const values: unknown[] = []
  for (const { content } of linesOf(readWholeText(file)))
    if (content !== '') values.push((parseJson(content) ?? { value: content }).value)
  const builder = new TextBuilder()
  writeJson(builder, values)
  return { ...builder.finish(), type: 'text' }
}

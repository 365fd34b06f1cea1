import { findCuts } from '../code/find-cuts.ts'
import { loadParser } from '../code/grammars.ts'
import { cutsAtEmptyLines, splitCode } from '../code/split-code.ts'
import type { Extraction, SourceFile } from '../extraction.ts'
import { readWholeText } from '../text/read-whole-text.ts'

/**
 * Longer files are generated. Syntax trees of a million characters took hundreds of megabytes, and one crashed the
 * parser.
 */
const maxParsedChars = 300_000

/** Source code is kept as it is; its blocks are declarations with their comments. */
export async function extractCode(file: SourceFile): Promise<Extraction> {
  const text = readWholeText(file)
  const cuts = (await findDeclarations(text, file.name)) ?? cutsAtEmptyLines(text)
  return { text, blocks: splitCode(text, cuts), type: 'text' }
}

async function findDeclarations(text: string, name: string): Promise<number[] | undefined> {
  const parser = text.length <= maxParsedChars ? await loadParser(name) : undefined
  if (!parser) return undefined
  try {
    const tree = parser.parse(text)
    const cursor = tree?.walk()
    const cuts = cursor && findCuts(cursor, text)
    cursor?.delete()
    tree?.delete()
    return cuts
  } catch {
    return undefined // After a failed parse the text is cut at empty lines.
  } finally {
    parser.delete()
  }
}

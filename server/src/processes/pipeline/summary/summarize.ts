import { splitBlocks } from '../chunking/split-blocks.ts'
import { cutLine, hasWords, takeSentences, toPlainLine } from './shorten-text.ts'

/** The first sentences are looked for here only: reading 10 MB of one paragraph took 13 s. */
const leadChars = 50_000

/**
 * Takes the first sentences of a text that fit, whole and in order, without headings and code. It needs no model, so it
 * costs nothing and invents nothing. Null when there is no prose.
 */
export function summarize(whole: string, maxChars = 320): string | null {
  const text = whole.slice(0, leadChars)
  let summary = ''
  for (const block of splitBlocks(text)) {
    if (block.kind !== 'text') continue
    const line = toPlainLine(text.slice(block.start, block.end))
    if (!hasWords(line)) continue
    const room = maxChars - (summary === '' ? 0 : summary.length + 1)
    const lead = line.length <= room ? line : takeSentences(line, room)
    if (lead !== '') summary = summary === '' ? lead : `${summary} ${lead}`
    if (lead.length < line.length) return summary === '' ? cutLine(line, maxChars) : summary
  }
  return summary === '' ? null : summary
}

import { cutLine, hasWords, takeSentences, toPlainLine } from './shorten-text.ts'
import { splitBlocks } from './split-blocks.ts'

/** Where the first sentences are looked for. To read 10 MB of one paragraph took 13 s. */
const leadChars = 50_000

/**
 * The first sentences of a text that fit, whole and in order, without headings and code. Needs no model, so
 * it costs nothing and says nothing that the text does not. Null when there is no prose.
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

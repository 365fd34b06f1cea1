import { type ChunkerBlock, splitBlocks } from '../chunking/split-blocks.ts'
import { cutLine, hasWords, stripMarkup, takeSentences, toPlainLine } from './shorten-text.ts'

const maxChars = 80
/** Characters of a text that are searched for its title. At most a few lines of badges come before its heading. */
const leadChars = 4000
const leadBlocks = 5
/** A sentence shorter than this is more likely an abbreviation ("Dr.", "Re.") than a title. */
const minSentenceChars = 20

/** Makes a title for a text without one: its heading, otherwise its first line. Null when there is nothing to show. */
export function makeTitle(text: string): string | null {
  const lead = text.trimStart().slice(0, leadChars)
  const blocks = [...splitBlocks(lead)].filter(block => block.kind !== 'frontMatter')
  const title = findHeading(blocks) ?? findFirstLine(lead, blocks)
  return title === undefined ? null : shorten(title)
}

/** Finds the heading that the text begins with, or one of the first level soon after. */
function findHeading(blocks: ChunkerBlock[]): string | undefined {
  for (const [index, block] of blocks.slice(0, leadBlocks).entries()) {
    if (block.kind !== 'heading' || (index > 0 && block.level > 1)) continue
    const title = toPlainLine(block.title)
    if (title !== '') return title
  }
  return undefined
}

function findFirstLine(lead: string, blocks: ChunkerBlock[]): string | undefined {
  const lines = blocks.flatMap(block => readLines(lead, block)).map(toPlainLine)
  return lines.find(hasWords) ?? lines.find(line => line !== '')
}

function readLines(lead: string, block: ChunkerBlock): string[] {
  if (block.kind === 'heading') return [block.title]
  const content = lead.slice(block.start, block.end)
  // Tags may span lines, so they are removed before the lines are split.
  return block.kind === 'code' ? content.split('\n').slice(1) : stripMarkup(content).split('\n')
}

/** Returns the line, or its whole sentences that fit, or its beginning with an ellipsis. */
function shorten(line: string): string {
  if (line.length <= maxChars) return line
  const whole = takeSentences(line, maxChars)
  return whole.length >= minSentenceChars ? whole : cutLine(line, maxChars)
}

import type { Block } from '../../../platform/lib/structure.ts'
import type { ChunkerBlock } from './split-blocks.ts'

/** Converts the blocks of an extractor for the chunker. A table is cut by its rows, as code is by its lines. */
export function* fromStructure(text: string, blocks: Iterable<Block>): Generator<ChunkerBlock> {
  for (const { kind, start, end, level } of blocks) {
    if (kind === 'heading')
      yield { kind, start, end, level: level ?? 1, title: titleOf(text.slice(start, end)) }
    else if (kind === 'table' || kind === 'code') yield { kind: 'code', start, end }
    else if (kind !== 'pageBreak') yield { kind: 'text', start, end }
  }
}

/** The title without its Markdown marks, before or under it. */
function titleOf(heading: string): string {
  const line = heading.split('\n', 1)[0]!
  // `## Title ##` is closed; the sign of an underlined `Learn C #` belongs to it.
  const title = /^#/.test(line) ? line.replace(/^#+\s*/, '').replace(/(?:^|\s)#+\s*$/, '') : line
  return title.trim()
}

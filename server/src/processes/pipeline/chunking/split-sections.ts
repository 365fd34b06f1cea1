import type { ChunkerBlock, HeadingBlock } from './split-blocks.ts'

/** A heading and the text up to the next one. Text before the first heading is a section of level 0. */
export type Section = {
  level: number
  heading: HeadingBlock | undefined
  blocks: ChunkerBlock[]
  /** Titles of the sections around this one, outermost first; untitled ones are left out. */
  above: string[]
  end: number
}

/** Yields the sections one at a time: half a million in memory at once cost 0.5 s of garbage collection. */
export function* splitSections(blocks: Iterable<ChunkerBlock>): Generator<Section> {
  let section: Section = { level: 0, heading: undefined, blocks: [], above: [], end: 0 }
  let path: HeadingBlock[] = []
  for (const block of blocks) {
    if (block.kind === 'heading') {
      yield section
      path = path.filter(heading => heading.level < block.level)
      const above = path.map(heading => heading.title).filter(title => title !== '')
      section = { level: block.level, heading: block, blocks: [], above, end: block.end }
      path.push(block)
    } else {
      section.blocks.push(block)
      section.end = block.end
    }
  }
  yield section
}

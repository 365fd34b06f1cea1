import type { Block } from '../extraction.ts'

/** The first heading of level 1 without its marks, if one of these blocks is one. */
export function firstHeading(text: string, blocks: readonly Block[]): string | undefined {
  const heading = blocks.find(block => block.kind === 'heading' && block.level === 1)
  if (!heading) return undefined
  const line = text.slice(heading.start, heading.end).split('\n')[0]!
  return line.replace(/^#+\s*|\s+#+\s*$/g, '') || undefined
}

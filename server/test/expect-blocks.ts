import { expect } from 'vitest'
import type { Extraction } from '../src/platform/extraction/extraction.ts'

/** Checks that blocks are in order and trimmed, and that only white space lies outside of them. */
export function expectBlocks({ text, blocks }: Extraction): void {
  let end = 0
  for (const block of blocks) {
    expect(text.slice(end, block.start).trim()).toBe('')
    const content = text.slice(block.start, block.end)
    expect(content).toBe(content.trim())
    if (block.kind !== 'pageBreak') expect(content).not.toBe('')
    end = block.end
  }
  expect(text.slice(end).trim()).toBe('')
}

/** `heading: # Title`, one for each block. */
export function listBlocks({ text, blocks }: Extraction): string[] {
  return blocks.map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`)
}

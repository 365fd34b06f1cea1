import type { Block } from '../extraction.ts'
import type { TextBuilder } from '../text-builder.ts'
import { splitMarkdown } from './split-markdown.ts'

/** Writes Markdown that is part of a larger text. */
export function writeMarkdown(builder: TextBuilder, text: string): void {
  for (const block of splitMarkdown(text)) writeBlock(builder, block, text.slice(block.start, block.end))
}

function writeBlock(builder: TextBuilder, block: Block, content: string): void {
  if (block.kind === 'heading') builder.heading(block.level ?? 1, titleOf(content))
  else if (block.kind === 'code') writeCode(builder, content)
  else if (block.kind === 'list') writeItem(builder, content)
  else if (block.kind === 'table') builder.table(rowsOf(content))
  else builder.paragraph(content)
}

function titleOf(content: string): string {
  return content.split('\n')[0]!.replace(/^#+\s*|\s+#+\s*$/g, '')
}

function writeCode(builder: TextBuilder, content: string): void {
  const lines = content.split('\n')
  const fence = /^(`{3,}|~{3,})\s*(\S*)/.exec(lines[0]!)
  if (!fence) {
    builder.code(content)
    return
  }
  if (lines.length > 1 && lines.at(-1)!.trim().startsWith(fence[1]!)) lines.pop()
  builder.code(lines.slice(1).join('\n'), fence[2])
}

function writeItem(builder: TextBuilder, content: string): void {
  const mark = /^\S+/.exec(content)![0]
  builder.listItem(content.slice(mark.length), { mark: /\d/.test(mark) ? mark : '-' })
}

function rowsOf(content: string): string[][] {
  return content
    .split('\n')
    .filter(line => !/^[\s|:-]+$/.test(line))
    .map(line => line.replace(/^\s*\||\|\s*$/g, '').split('|'))
}

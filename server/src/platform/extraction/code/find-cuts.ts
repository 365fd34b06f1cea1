import type { TreeCursor } from 'web-tree-sitter'

/** A declaration longer than this is cut at its members. */
const maxDeclarationChars = 1_500

const maxDepth = 6

const comments = /comment|attribute|decorator|annotation/

/**
 * Offsets where declarations begin, including the comments above them; in long declarations also where members begin.
 */
export function findCuts(cursor: TreeCursor, text: string): number[] {
  const cuts: number[] = []
  addCuts(cursor, text, cuts, 0)
  return cuts
}

/** Adds cuts for the children of the cursor's node; the cursor returns to that node. */
function addCuts(cursor: TreeCursor, text: string, cuts: number[], depth: number): void {
  if (!cursor.gotoFirstChild()) return
  let lead: number | undefined
  let lastEnd = cursor.startIndex
  do {
    if (!cursor.nodeIsNamed) continue
    const { startIndex, endIndex } = cursor
    const gap = text.slice(lastEnd, startIndex)
    const start = lead !== undefined && !/\n[^\S\n]*\n/.test(gap) ? lead : startIndex
    lastEnd = endIndex
    // A comment at the end of a line belongs to that line.
    const isApart = depth === 0 || gap.includes('\n')
    lead = isApart && comments.test(cursor.nodeType) ? start : undefined
    if (lead !== undefined) continue
    if (isApart) cuts.push(lineStart(text, start))
    if (endIndex - startIndex > maxDeclarationChars && depth < maxDepth)
      addCuts(cursor, text, cuts, depth + 1)
  } while (cursor.gotoNextSibling())
  cursor.gotoParent()
}

/**
 * Start of the line, unless something else precedes `index` on it. Lines have few spaces, so at most 200 are scanned.
 */
function lineStart(text: string, index: number): number {
  let start = index
  while (start > 0 && index - start < 200 && (text[start - 1] === ' ' || text[start - 1] === '\t')) start--
  return start === 0 || text[start - 1] === '\n' ? start : index
}

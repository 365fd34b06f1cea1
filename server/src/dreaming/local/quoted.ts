import type { Span } from '../fact.ts'

const quotedLine = /^\s*>/

/**
 * Whether a sentence that somebody passes on begins in a quotation: a line marked as in a mail, or marks that its line has
 * opened and not closed. `Translate this: > My name is Mallory.` says nothing about who asks for it.
 */
export function isQuoted(text: string, [start]: Span): boolean {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
  if (quotedLine.test(line) || quotedLine.test(text.slice(start))) return true
  const straight = line.split('"').length - 1
  const curly = line.split('“').length - line.split('”').length
  return straight % 2 === 1 || curly > 0
}

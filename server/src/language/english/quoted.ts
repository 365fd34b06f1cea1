import type { Span } from './fact.ts'

const quotedLine = /^\s*>/
/** A mark after a digit is inches: `5'11" tall`. */
const straightMark = /(?<!\d)"/g

/**
 * Whether a sentence begins in a quotation: on a line marked as in a mail, or between quotation marks of its line.
 * `Translate this: > My name is Mallory.` says nothing about the user who asks for it.
 */
export function isQuoted(text: string, [start]: Span): boolean {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const newline = text.indexOf('\n', start)
  const line = text.slice(from, newline < 0 ? text.length : newline)
  if (quotedLine.test(line)) return true
  const [before, after] = [line.slice(0, start - from), line.slice(start - from)]
  return isOpen(before) && /["”]/.test(after)
}

/** Whether the beginning of a line has opened marks and not closed them. */
function isOpen(before: string): boolean {
  const straight = before.match(straightMark)?.length ?? 0
  return straight % 2 === 1 || before.split('“').length > before.split('”').length
}

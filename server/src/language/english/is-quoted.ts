import type { TextSpan } from './fact.ts'

const quotedLine = /^\s*>/
/** A mark after a digit means inches: `5'11" tall`. */
const straightMark = /(?<!\d)"/g

/**
 * Whether a sentence begins inside a quotation: on a line marked as in a mail, or between quotation marks on its
 * line. `Translate this: > My name is Mallory.` says nothing about the user who asks for it.
 */
export function isQuoted(text: string, [start]: TextSpan): boolean {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const newline = text.indexOf('\n', start)
  const line = text.slice(from, newline < 0 ? text.length : newline)
  if (quotedLine.test(line)) return true
  const [before, after] = [line.slice(0, start - from), line.slice(start - from)]
  return (isOpen(before) && /["”]/.test(after)) || isOpenElsewhere(before, after)
}

/** Whether quotation marks are open at this point of the line. */
function isOpen(before: string): boolean {
  const straight = before.match(straightMark)?.length ?? 0
  return straight % 2 === 1 || before.split('“').length > before.split('”').length
}

/** Quotation marks of other languages: `„…“` and `«…»`. */
const isOpenElsewhere = (before: string, after: string): boolean =>
  (before.lastIndexOf('„') > Math.max(before.lastIndexOf('“'), before.lastIndexOf('”')) &&
    /[“”]/.test(after)) ||
  (before.lastIndexOf('«') > before.lastIndexOf('»') && after.includes('»'))

import { findCut, splitSentences } from '../chunking/split-text.ts'

/** The tags that READMEs are laid out with. Not any `<word>`: that would remove the type from `Array<Title>`. */
const htmlTag =
  /<\/?(?:a|b|br|center|code|details|div|em|h[1-6]|hr|i|img|kbd|li|ol|p|picture|source|span|strong|su[bp]|summary|t[dhr]|table|ul)(?:\s[^<>]{0,500})?\/?>/gi

/**
 * Removes images, link targets, emphasis and tags from Markdown. The bounds inside brackets keep a line of a million
 * `[` linear.
 */
export function stripMarkup(markdown: string): string {
  return markdown
    .replace(/!\[[^[\]]{0,200}\]\([^()\s]{0,500}\)/g, '')
    .replace(/\[([^[\]]{0,200})\]\([^()\s]{0,500}\)/g, '$1')
    .replace(htmlTag, '')
    .replace(/\*\*|`/g, '')
}

/** Shows Markdown as a reader sees it, on one line and without the marker of a list or quote. */
export function toPlainLine(markdown: string): string {
  const content = markdown.trimStart().replace(/^(?:[-*+•>]\s+|\d{1,9}[.)]\s+)(?:\[[ xX]\]\s+)?/, '')
  return stripMarkup(content).replace(/\s+/g, ' ').trim()
}

/** Whether there is anything to read, and not only rules, table borders and other ornament. */
export function hasWords(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line)
}

/** Takes as many whole sentences from the beginning of a line as fit. */
export function takeSentences(line: string, maxChars: number): string {
  let end = 0
  for (const sentence of splitSentences(line, { start: 0, end: line.length })) {
    if (sentence.end > maxChars) break
    end = sentence.end
  }
  return line.slice(0, end)
}

/** Takes the beginning of a line up to the end of a word, with an ellipsis, in at most `maxChars` together. */
export function cutLine(line: string, maxChars: number): string {
  const lead = line.slice(0, findCut(line, 0, maxChars - 1))
  return `${lead.replace(/[\s\p{Pd},;:]+$/u, '') || lead}…`
}

import { z } from 'zod'
import { charactersPerToken, estimateTokens } from '../../platform/lib/tokens.ts'

/** Smallest budget that a caller may set: a line and the frame around it. */
const smallest = 200

/** The argument by which a caller limits the size of an answer. */
export const maxTokens = z
  .int()
  .min(smallest)
  .max(50_000)
  .describe('Largest size of the answer in tokens (4 characters each).')

/** Tokens of the fields around the items. */
export const frameTokens = 80

/** Takes items from the front while they fit. The first item is always taken. */
export function fit<Item>(items: readonly Item[], maxTokens: number): { taken: Item[]; leftOut: number } {
  const taken: Item[] = []
  let left = maxTokens
  for (const item of items) {
    left -= estimateTokens(JSON.stringify(item)) + 1
    if (left < 0 && taken.length > 0) break
    taken.push(item)
  }
  return { taken, leftOut: items.length - taken.length }
}

/** The beginning of a text as one line. Tools show lines, and `getDocument` the whole. */
export function oneLine(text: string, longest = 300): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length <= longest
    ? line
    : `${line
        .slice(0, longest - 1)
        .toWellFormed()
        .trimEnd()}…`
}

/** A part of a text that fits, and where the next part begins. */
export function cutText(text: string, offset: number, maxTokens: number): { part: string; next?: number } {
  const most = offset + maxTokens * charactersPerToken
  // Emojis and rare letters are two units. Half of one could not be joined to the other half again.
  const end = isInsidePair(text, most) ? most - 1 : most
  const part = text.slice(offset, end).toWellFormed()
  return end < text.length ? { part, next: end } : { part }
}

const isInsidePair = (text: string, at: number) =>
  /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(at - 1, at + 1))

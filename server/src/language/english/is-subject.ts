import type { TaggedWord } from './words.ts'

/**
 * Whether the words from `start` to `end` are a name of which something is said. The tagger takes any capitalised first word for a
 * name, but in `Structural engineers are` no verb follows it.
 */
export function isSubject(words: readonly TaggedWord[], start: number, end: number): boolean {
  const first = words.find(word => word.start >= start)
  const next = words.find(word => word.start >= end)
  return first?.pos === 'PROPN' && /^(?:VERB|AUX|PART|ADV)$/.test(next?.pos ?? '')
}

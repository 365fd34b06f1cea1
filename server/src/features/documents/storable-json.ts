import type { Turn } from '../../platform/lib/turn.ts'

/**
 * JSON for jsonb columns. A text that was cut in the middle of an emoji ends in half a surrogate pair. That is not
 * valid Unicode, and jsonb refuses it.
 */

export function metadataToJson(value: Record<string, unknown> | null): string | null {
  if (value === null) return null
  const repair = (part: unknown) => (typeof part === 'string' ? part.toWellFormed() : part)
  const entries = Object.entries(value).map(([key, part]) => [
    key.toWellFormed(),
    Array.isArray(part) ? part.map(repair) : repair(part),
  ])
  return JSON.stringify(Object.fromEntries(entries))
}

/** A speaker's name may end in half a surrogate pair, too. */
export const turnsToJson = (turns: readonly Turn[] | null): string | null =>
  turns &&
  JSON.stringify(
    turns.map(({ name, ...turn }) => (name === undefined ? turn : { ...turn, name: name.toWellFormed() })),
  )

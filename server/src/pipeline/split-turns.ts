import type { TextRange } from './text-range.ts'

/** A speaker's name, or a role with a name, before what was said: `Ada: `, `user (Ada): `, `[10:32] Ada: `. */
const label =
  /^(?:[[(][^\])\n]{1,40}[\])] ?)?(\p{L}[\p{L}\p{M}\p{N} ._'’-]{0,39}(?: \([^()\n]{1,60}\))?): +(?=\S)/gmu

const role = /^(?:user|assistant|system|tool|human|ai)(?: \(|$)/i

/** Of the labels in a form (`Name: …`, `Age: …`) hardly one comes twice; those of a conversation do. */
const leastShareRepeated = 0.6

/** What one speaker said, with the name before it. */
export type Turn = TextRange & { speaker: string }

/** The turns of a transcript, in order and without a gap. Undefined when the text is none. */
export function splitTurns(text: string): Turn[] | undefined {
  const labels = Array.from(text.matchAll(label), match => ({ start: match.index, name: match[1]! }))
  if (labels.length < 2 || text.slice(0, labels[0]!.start).trim() !== '') return undefined
  const times = new Map<string, number>()
  for (const { name } of labels) times.set(name, (times.get(name) ?? 0) + 1)
  const spoken = labels.filter(({ name }) => times.get(name)! > 1 || role.test(name))
  if (spoken.length < 2 || spoken.length < leastShareRepeated * labels.length) return undefined
  // What only looks like a label, `Note: …`, belongs to the turn it stands in.
  return spoken.map(({ start, name }, i) => ({
    start: i === 0 ? 0 : start,
    end: spoken[i + 1]?.start ?? text.length,
    speaker: name,
  }))
}

import { speakerLabel } from '../../../platform/lib/speaker-label.ts'
import type { TextRange } from '../../../platform/lib/text-range.ts'
import type { Turn } from '../../../platform/lib/turn.ts'

const label = new RegExp(`${speakerLabel} *(?=\\S)`, 'gu')

const role = /^(?:user|assistant|system|tool|human|ai)(?: \(|$)/i

/** The labels of a form (`Name: …`, `Age: …`) hardly ever repeat; those of a conversation do. */
const minRepeatedShare = 0.6

/** The words of one speaker, with the name before them. */
export type LabelledTurn = TextRange & { speaker: string }

/**
 * Splits a transcript into turns, in order and without a gap; `known` turns are used as they are. Undefined when the
 * text is not a transcript.
 */
export function splitTurns(text: string, known?: readonly Turn[] | null): LabelledTurn[] | undefined {
  return known ? withLabels(text, known) : readTurns(text)
}

function withLabels(text: string, known: readonly Turn[]): LabelledTurn[] | undefined {
  if (known.length < 2) return undefined
  const startOf = (i: number) => (i === 0 ? 0 : known[i - 1]!.end + 1)
  return known.map(({ role, name }, i) => ({
    start: startOf(i),
    end: i + 1 < known.length ? startOf(i + 1) : text.length,
    speaker: name === undefined ? role : `${role} (${name})`,
  }))
}

function readTurns(text: string): LabelledTurn[] | undefined {
  const labels = Array.from(text.matchAll(label), ({ index: start, 1: speaker, 2: name }) => ({
    start,
    name: name === undefined ? speaker! : `${speaker} (${name})`,
  }))
  if (labels.length < 2 || text.slice(0, labels[0]!.start).trim() !== '') return undefined
  const times = new Map<string, number>()
  for (const { name } of labels) times.set(name, (times.get(name) ?? 0) + 1)
  const spoken = labels.filter(({ name }) => times.get(name)! > 1 || role.test(name))
  if (spoken.length < 2 || spoken.length < minRepeatedShare * labels.length) return undefined
  // Words that only look like a label, `Note: …`, belong to the turn around them.
  return spoken.map(({ start, name }, i) => ({
    start: i === 0 ? 0 : start,
    end: spoken[i + 1]?.start ?? text.length,
    speaker: name,
  }))
}

import type { Passage } from '../../../language/english/fact.ts'
import { hourMs } from '../../../platform/lib/durations.ts'
import { readRenderedTurns, type Turn } from '../../../platform/lib/turn.ts'
import { type TextWindow, windowCharacters } from '../extract/windows.ts'
import type { WaitingDocument } from '../store.ts'

/** Documents said within an evening belong together; documents of another day may not. */
const longestGapMs = 6 * hourMs

type PendingRead = { document: WaitingDocument; window: TextWindow }

export type PassageGroup<T extends PendingRead> = { reads: T[]; passages: Passage[] }

/**
 * Groups documents, in the order they were said, that are read together: close in time, of the same kind, and not
 * too long. A conversation is one document and stays together.
 */
export function groupPassages<T extends PendingRead>(
  reads: readonly T[],
  entityContext: string | null,
): PassageGroup<T>[] {
  const groups: PassageGroup<T>[] = []
  let length = 0
  for (const read of reads) {
    const size = read.window.length
    const last = groups.at(-1)
    if (last && length + size <= windowCharacters && belongsTo(last.reads.at(-1)!, read)) {
      last.reads.push(read)
      last.passages.push(toPassage(read, entityContext))
      length += size
      continue
    }
    groups.push({ reads: [read], passages: [toPassage(read, entityContext)] })
    length = size
  }
  return groups
}

/**
 * A page is never read in one call with the user's own words, because it could instruct a model to misread them.
 */
function belongsTo({ document: before }: PendingRead, { document }: PendingRead): boolean {
  return (
    document.saidAt.getTime() - before.saidAt.getTime() <= longestGapMs &&
    document.source === before.source &&
    document.isFetched === before.isFetched
  )
}

function toPassage({ document, window }: PendingRead, entityContext: string | null): Passage {
  const { saidAt, isFetched } = document
  return {
    text: window.text,
    from: window.from,
    saidAt,
    origin: isFetched ? 'document' : 'user',
    turns: isFetched ? undefined : turnsOf(document, window),
    entityContext: document.entityContext ?? entityContext ?? undefined,
  }
}

/**
 * A conversation stored before turns were recorded has labels that its renderer wrote. In a window from its middle
 * the speaker of the first words is unknown, so they are left out.
 */
function turnsOf(
  { source }: WaitingDocument,
  { text, turns, offset }: TextWindow,
): readonly Turn[] | undefined {
  if (turns || source !== 'conversation') return turns
  const rendered = readRenderedTurns(text)
  return offset > 0 ? rendered.filter(({ start }) => start > 0) : rendered
}

import type { Passage } from '../../../language/english/fact.ts'
import { hourMs } from '../../../platform/lib/durations.ts'
import { readRenderedTurns, type Turn } from '../../../platform/lib/turn.ts'
import { type Window, windowCharacters } from '../extract/windows.ts'
import type { Dreamable } from '../store.ts'

/** What was said within an evening belongs together; what was said on another day need not. */
const longestGapMs = 6 * hourMs

type Unread = { document: Dreamable; window: Window }

export type Group<T extends Unread> = { reads: T[]; passages: Passage[] }

/**
 * Documents in the order they were said, in groups that are read together: close in time, of the same kind, and not too
 * long. A conversation is one document and stays together.
 */
export function groupPassages<T extends Unread>(
  reads: readonly T[],
  entityContext: string | null,
): Group<T>[] {
  const groups: Group<T>[] = []
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

/** A page is never read in one call with the user's own words, which it could tell a model to read otherwise. */
function belongsTo({ document: before }: Unread, { document }: Unread): boolean {
  return (
    document.saidAt.getTime() - before.saidAt.getTime() <= longestGapMs &&
    document.source === before.source &&
    document.isFetched === before.isFetched
  )
}

function toPassage({ document, window }: Unread, entityContext: string | null): Passage {
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
 * A conversation that was stored before turns were kept has labels that its renderer wrote. Nobody knows whose words a window
 * from its middle begins with: they are left out.
 */
function turnsOf({ source }: Dreamable, { text, turns, offset }: Window): readonly Turn[] | undefined {
  if (turns || source !== 'conversation') return turns
  const rendered = readRenderedTurns(text)
  return offset > 0 ? rendered.filter(({ start }) => start > 0) : rendered
}

import type { Origin, Passage } from './fact.ts'
import type { Dreamable } from './store.ts'
import { type Window, windowCharacters } from './windows.ts'

/** What was said within an evening belongs together; what was said on another day need not. */
const longestGapMs = 6 * 3_600_000

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

function belongsTo({ document: before }: Unread, { document }: Unread): boolean {
  return (
    document.saidAt.getTime() - before.saidAt.getTime() <= longestGapMs && document.source === before.source
  )
}

function toPassage({ document, window }: Unread, entityContext: string | null): Passage {
  const { text, from, turns } = window
  return {
    ...{ text, from, turns },
    saidAt: document.saidAt,
    origin: originOf(document.source),
    entityContext: document.entityContext ?? entityContext ?? undefined,
  }
}

/** Whose words a text without speakers is: what an API caller writes down is the user's, a file or page is itself. */
function originOf(source: string | null): Origin {
  return source === null || source === 'api' || source === 'mcp' || source === 'conversation'
    ? 'user'
    : 'document'
}

import type { Origin, Passage } from './fact.ts'
import type { Dreamable } from './store.ts'

/** As much as a model reads at once with care, and the local reader before others get a turn. */
const mostCharacters = 12_000
/** What was said within an evening belongs together; what was said on another day need not. */
const longestGapMs = 6 * 3_600_000

type Unread = { document: Dreamable; from: number }

export type Group<T extends Unread> = { reads: T[]; passages: Passage[] }

/**
 * Documents in the order they were said, in groups that are read together: close in time, of the same kind, and not too
 * long. A conversation is one document and stays whole.
 */
export function groupPassages<T extends Unread>(
  reads: readonly T[],
  entityContext: string | null,
): Group<T>[] {
  const groups: Group<T>[] = []
  let length = 0
  for (const read of reads) {
    const size = read.document.text.length - read.from
    const last = groups.at(-1)
    if (last && length + size <= mostCharacters && belongsTo(last.reads.at(-1)!, read)) {
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

function toPassage({ document, from }: Unread, entityContext: string | null): Passage {
  return {
    text: document.text,
    from,
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

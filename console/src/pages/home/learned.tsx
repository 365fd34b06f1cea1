import type { Overview } from '@reverie/sdk'
import { Link } from '@tanstack/react-router'
import { Empty } from '../../parts/page.tsx'
import { Time } from '../../parts/time.tsx'

/** What was learned, and what changed its mind. Memories are sentences, set to be read. */
export function Learned({ memories }: { memories: Overview['recent'] }) {
  if (memories.length === 0)
    return (
      <Empty title="Nothing was learned yet.">
        Memories form a few seconds after a document is done, once its container is quiet.
      </Empty>
    )
  return (
    <ol className="divide-y divide-line border-line border-y">
      {memories.map(({ id, memory, before, containerTag, learnedAt, isInference }) => (
        <li data-row key={id} className="py-3">
          <p className="text-base">
            <Link to="/memories" search={{ open: id }} className="hover:underline">
              {memory}
            </Link>
          </p>
          {before && (
            <p className="text-muted">
              before: <del className="decoration-muted/60">{before}</del>
            </p>
          )}
          <p className="mt-0.5 text-muted text-xs">
            {containerTag} · learned <Time at={learnedAt} />
            {isInference && ' · inferred'}
          </p>
        </li>
      ))}
    </ol>
  )
}

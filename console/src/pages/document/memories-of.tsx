import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { cx } from '../../parts/class-names.ts'
import { Time } from '../../parts/time.tsx'
import type { CitedMemory } from './use-memories.ts'

/** The memories of a document, in the order of its text. Pointing at one lights the words that it comes from. */
export function MemoriesOf({
  memories,
  more,
  lit,
  onPoint,
  onShow,
}: {
  memories: readonly CitedMemory[]
  more: number
  lit: string | undefined
  onPoint(id: string | undefined): void
  onShow(memory: CitedMemory): void
}) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (lit) list.current?.querySelector(`[data-memory="${lit}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [lit])
  return (
    <>
      <ul ref={list} className="flex flex-col">
        {memories.map(memory => (
          <li
            key={memory.id}
            data-memory={memory.id}
            onPointerEnter={() => onPoint(memory.id)}
            onPointerLeave={() => onPoint(undefined)}
            className={cx(
              '-mx-3 border-line border-b px-3 py-2.5 transition-colors',
              memory.id === lit && 'rounded-md bg-accent-soft',
            )}
          >
            <button
              type="button"
              className="text-left text-base"
              onFocus={() => onPoint(memory.id)}
              onClick={() => onShow(memory)}
            >
              {memory.memory}
            </button>
            <p className="text-muted text-xs">
              {memory.isInference ? 'inferred ' : 'learned '}
              <Time at={memory.createdAt} />
              {' · '}
              <Link
                to="/memories"
                search={{ open: memory.id }}
                className="text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-accent"
              >
                history
              </Link>
            </p>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-2 text-muted">and {more} more, in Memories</p>}
    </>
  )
}

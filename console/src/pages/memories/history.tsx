import type { Memory } from '@reverie/sdk'
import { cx } from '../../parts/class-names.ts'
import { Time } from '../../parts/time.tsx'

type Version = { id: string; memory: string; createdAt: string; version: number; isForgotten: boolean }

/** The versions of a memory, the latest first, with the reason for which each gave way. */
export function History({ of: memory }: { of: Memory }) {
  const versions: Version[] = [memory, ...memory.history]
  if (versions.length === 1) return <p className="text-muted">This is the first that was heard of it.</p>
  return (
    <ol className="ml-1 border-line border-l-2">
      {versions.map((version, at) => (
        <li key={version.id} className="relative pb-4 pl-5 last:pb-0">
          <span
            aria-hidden
            className={cx(
              '-left-[6px] absolute top-1.5 size-2.5 rounded-full ring-2 ring-page',
              at === 0 ? 'bg-accent' : 'bg-edge',
            )}
          />
          <p className={cx('text-base', at > 0 && 'text-muted')}>{version.memory}</p>
          <p className="text-muted text-xs">
            learned <Time at={version.createdAt} />
            {at > 0 && ` · ${reasonFor(memory, version.id)}`}
          </p>
        </li>
      ))}
    </ol>
  )
}

/** Why a version gave way. The decisions of a memory name the versions that it replaced. */
function reasonFor({ decisions }: Memory, id: string): string {
  const decision = decisions.find(({ memoryId, relation }) => memoryId === id && relation === 'updates')
  return decision?.reason ?? 'a person or a program wrote a new version'
}

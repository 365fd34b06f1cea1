import { Link } from '@tanstack/react-router'
import { Time } from './time.tsx'

type Shown = { id: string; memory: string; createdAt: string; isInference: boolean; isStatic: boolean }

/** A memory in a list of another page. It opens among the memories. */
export function MemoryLine({ of: { id, memory, createdAt, isInference } }: { of: Shown }) {
  return (
    <li className="py-2">
      <Link to="/memories" search={{ open: id }} className="text-base hover:underline">
        {memory}
      </Link>
      <p className="text-muted text-xs">
        learned <Time at={createdAt} />
        {isInference && ' · inferred'}
      </p>
    </li>
  )
}

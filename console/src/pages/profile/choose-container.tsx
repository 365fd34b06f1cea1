import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { containersQuery } from '../../data/containers.ts'
import { counted } from '../../parts/numbers.ts'
import { Empty, RowSkeletons } from '../../parts/page.tsx'
import { Time } from '../../parts/time.tsx'

/** For pages that are about one container. */
export function ChooseContainer({ question, to }: { question: string; to: '/profile' | '/memories/graph' }) {
  const { data } = useQuery(containersQuery)
  if (!data)
    return (
      <div className="px-4 sm:px-6">
        <RowSkeletons rows={4} />
      </div>
    )
  if (data.length === 0)
    return (
      <div className="px-4 sm:px-6">
        <Empty title="There is no container yet.">The first text that you add on Home makes one.</Empty>
      </div>
    )
  return (
    <section
      aria-label="Containers"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto px-4 pb-8 sm:px-6"
    >
      <p className="mb-3">{question}</p>
      <ul className="max-w-2xl divide-y divide-line border-line border-y">
        {data.map(({ containerTag, memoryCount, lastActivityAt, entityContext }) => (
          <li key={containerTag}>
            <Link
              to={to}
              search={{ tag: containerTag }}
              className="-mx-2 flex min-h-12 items-center gap-4 rounded-md px-2 py-1.5 hover:bg-hover"
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{containerTag}</span>
                {entityContext && <span className="block truncate text-muted text-xs">{entityContext}</span>}
              </span>
              <span className="figures text-muted text-xs">
                {counted(memoryCount, 'memory', 'memories')} · <Time at={lastActivityAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

import { answerOf } from '@reverie/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { reverie } from '../../data/client.ts'
import { Section } from '../../parts/page.tsx'
import { StateMark } from '../../parts/state.tsx'
import { Time } from '../../parts/time.tsx'

/** What runs and what waits. The overview's stream asks for it again when it changes. */
export function InWork({ count }: { count: number }) {
  const { data } = useQuery({
    queryKey: ['processing'],
    queryFn: async ({ signal }) =>
      answerOf(
        await reverie.api.GET('/v3/documents/processing', {
          params: { query: { view: 'pending', limit: 5 } },
          signal,
        }),
      ),
  })
  return (
    <Section title={`In work (${count})`}>
      <ul className="divide-y divide-line border-line border-y">
        {data?.documents.map(({ id, title, status, createdAt }) => (
          <li key={id} className="flex min-h-11 items-center gap-3 py-1.5">
            <p className="min-w-0 flex-1 truncate" title={title ?? id}>
              <Link to="/documents/$id" params={{ id }} className="hover:underline">
                {title ?? id}
              </Link>
              <span className="block text-muted text-xs">
                added <Time at={createdAt} />
              </span>
            </p>
            <StateMark state={status === 'queued' ? 'waiting' : 'running'} label={status} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

import { answerOf } from '@reverie/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { reverie } from '../../data/client.ts'
import { DocumentState } from '../../parts/document-state.tsx'
import { RowSkeletons, Section } from '../../parts/page.tsx'
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
      {!data && <RowSkeletons rows={Math.min(5, count)} />}
      <ul className={data && 'divide-y divide-line border-line border-y'}>
        {data?.documents.map(document => (
          <li key={document.id} className="flex min-h-11 items-center gap-3 py-1.5">
            <p className="min-w-0 flex-1 truncate" title={document.title ?? document.id}>
              <Link to="/documents/$id" params={{ id: document.id }} className="hover:underline">
                {document.title ?? document.id}
              </Link>
              <span className="block text-muted text-xs">
                added <Time at={document.createdAt} />
              </span>
            </p>
            <DocumentState of={document} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

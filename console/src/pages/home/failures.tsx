import { answerOf } from '@reverie/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queries, reverie } from '../../data/client.ts'
import { useSession } from '../../data/session.ts'
import { Button } from '../../parts/button.tsx'
import { RowSkeletons, Section } from '../../parts/page.tsx'
import { say, sayError } from '../../parts/toasts.tsx'

/** What failed, why, and the way out. */
export function Failures({ count }: { count: number }) {
  const { may } = useSession()
  const { data } = useQuery({
    queryKey: ['failures'],
    queryFn: async ({ signal }) =>
      answerOf(
        await reverie.api.GET('/v3/documents/processing', {
          params: { query: { view: 'all', statuses: 'failed', limit: 5 } },
          signal,
        }),
      ).documents,
  })
  const retry = useMutation({
    mutationFn: () => reverie.documents.retryFailed(),
    onSuccess: retried => {
      say(`${retried === 1 ? '1 document is' : `${retried} documents are`} tried again.`)
      return queries.invalidateQueries({ queryKey: ['failures'] })
    },
    onError: sayError,
  })
  return (
    <Section
      title={`Failed (${count})`}
      actions={
        may('member') && (
          <Button look="quiet" onClick={() => retry.mutate()} disabled={retry.isPending}>
            Retry all
          </Button>
        )
      }
    >
      {!data && <RowSkeletons rows={Math.min(5, count)} />}
      <ul className={data && 'divide-y divide-line border-line border-y'}>
        {data?.map(({ id, title, errorCode, errorMessage }) => (
          <li key={id} className="py-2">
            <p className="truncate font-medium">
              <Link to="/documents/$id" params={{ id }} className="hover:underline">
                {title ?? id}
              </Link>
            </p>
            <p className="text-muted text-xs">
              {errorMessage} {errorCode && <code className="font-mono text-failed">{errorCode}</code>}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

import type { AuditEntry } from '@reverie/sdk'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { reverie } from '../../data/client.ts'
import { keysQuery, membersQuery } from '../../data/queries.ts'
import { Button } from '../../parts/button.tsx'
import { selectLook } from '../../parts/field.tsx'
import { Empty, Failure, Page, RowSkeletons } from '../../parts/page.tsx'
import { Time } from '../../parts/time.tsx'
import { activityRoute } from '../../router.tsx'
import { PageTabs } from '../../shell/page-tabs.tsx'
import { activityTabs } from '../../shell/places.ts'
import { actionWords, detailsOf, type Names, sentenceOf } from './words.ts'

/** Who did what, when, and from where? */
export function Activity() {
  const { action } = activityRoute.useSearch()
  const navigate = activityRoute.useNavigate()
  const log = useInfiniteQuery({
    queryKey: ['audit', action],
    queryFn: ({ pageParam, signal }) =>
      reverie.audit(
        { ...(action && { action }), ...(pageParam && { before: pageParam }), limit: 50 },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: page => page.next,
  })
  const names = useNames()
  const entries = log.data?.pages.flatMap(page => page.entries)
  return (
    <Page
      title="Audit log"
      question="Who did what, when, and from where?"
      tabs={<PageTabs label="Activity" tabs={activityTabs} />}
    >
      <select
        aria-label="Show only"
        className={`${selectLook} mb-3 max-w-60`}
        value={action ?? ''}
        onChange={({ target: { value } }) =>
          navigate({ search: value ? { action: value as AuditEntry['action'] } : {}, replace: true })
        }
      >
        <option value="">Everything</option>
        {Object.entries(actionWords).map(([value, words]) => (
          <option key={value} value={value}>
            {words.charAt(0).toUpperCase() + words.slice(1)}
          </option>
        ))}
      </select>
      {log.isError && <Failure error={log.error} retry={() => log.refetch()} />}
      {log.isPending && <RowSkeletons rows={8} />}
      {entries?.length === 0 && (
        <Empty title="Nothing of this kind has happened.">
          Changes of keys, members, sessions and settings, and every deletion, appear here for good.
        </Empty>
      )}
      {entries && entries.length > 0 && (
        <ol className="divide-y divide-line border-line border-y">
          {entries.map(entry => (
            <Entry key={entry.id} of={entry} names={names} />
          ))}
        </ol>
      )}
      {log.hasNextPage && (
        <div className="mt-4 flex justify-center">
          <Button onClick={() => log.fetchNextPage()} disabled={log.isFetchingNextPage}>
            Show earlier
          </Button>
        </div>
      )}
    </Page>
  )
}

/** Actions whose sentence says all there is to know: their ids lead nowhere. */
const saysAll = new Set<AuditEntry['action']>(['member.join', 'invitation.create', 'session.revoke'])

function Entry({ of: entry, names }: { of: AuditEntry; names: Names }) {
  const details = detailsOf(entry)
  // An id whose name the sentence says is shown on hover only.
  const id = entry.target && !names.has(entry.target) && !saysAll.has(entry.action) ? entry.target : null
  return (
    <li
      data-row
      title={entry.target ?? undefined}
      className="flex min-h-11 flex-wrap items-baseline gap-x-4 py-2.5"
    >
      <p className="min-w-0 flex-1 basis-72">
        <span className="font-medium">{entry.actor.name ?? 'Somebody'}</span>
        {entry.actor.kind === 'key' && <span className="text-muted"> (key)</span>} {sentenceOf(entry, names)}
        {(details || id) && (
          <span className="block truncate text-muted text-xs">
            {details}
            {details && id && ' · '}
            {id && <code className="font-mono">{id}</code>}
          </span>
        )}
      </p>
      <p className="figures text-muted text-xs">
        {entry.address && `from ${entry.address} · `}
        <Time at={entry.at} />
      </p>
    </li>
  )
}

/** Names of the members and keys of today, for entries that hold only their id. */
function useNames(): Names {
  const { data: members = [] } = useQuery(membersQuery)
  const { data: keys = [] } = useQuery(keysQuery)
  return useMemo(() => new Map([...members, ...keys].map(({ id, name }) => [id, name])), [members, keys])
}

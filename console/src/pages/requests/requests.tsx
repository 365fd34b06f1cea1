import type { RequestLogQuery } from '@reverie/sdk'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { reverie } from '../../data/client.ts'
import { keysQuery, membersQuery } from '../../data/queries.ts'
import type { RequestsView } from '../../data/view.ts'
import { Button } from '../../parts/button.tsx'
import { Chip, Chips } from '../../parts/chips.tsx'
import { Facet } from '../../parts/facet.tsx'
import { counted } from '../../parts/numbers.ts'
import { Empty, Failure } from '../../parts/page.tsx'
import { TableSkeleton } from '../../parts/table/skeleton.tsx'
import { Table } from '../../parts/table/table.tsx'
import { Workbench } from '../../parts/workbench.tsx'
import { requestsRoute } from '../../router.tsx'
import { PageTabs } from '../../shell/page-tabs.tsx'
import { usageTabs } from '../../shell/places.ts'
import { operationName, operations } from '../usage/operation-words.ts'
import { columnsFor } from './columns.tsx'
import { RequestInspector } from './request-inspector.tsx'

/** Which requests came, and how did each end? */
export function Requests() {
  const view = requestsRoute.useSearch()
  const navigate = requestsRoute.useNavigate()
  const log = useRequests(view)
  const rows = log.data?.pages.flatMap(({ requests }) => requests)
  const open = rows?.find(({ id }) => id === view.open)
  const change = (part: object) =>
    navigate({ search: before => ({ ...before, ...part }) as never, replace: true })
  const more = () => {
    if (log.hasNextPage && !log.isFetching && !log.isError) void log.fetchNextPage()
  }
  return (
    <Workbench
      title="Requests"
      question="Which requests came, and how did each end?"
      tabs={<PageTabs label="Usage" tabs={usageTabs} />}
      actions={
        <Button onClick={() => void log.refetch()} disabled={log.isFetching}>
          <RefreshCw size={14} aria-hidden />
          Read again
        </Button>
      }
      filters={<Filters view={view} count={rows?.length ?? 0} hasMore={log.hasNextPage} change={change} />}
      inspector={open && <RequestInspector of={open} onClose={() => change({ open: undefined })} />}
    >
      {log.isError && (
        <div className="px-6">
          <Failure error={log.error} retry={() => log.refetch()} />
        </div>
      )}
      {log.isPending && <TableSkeleton />}
      {rows?.length === 0 && (
        <Nothing
          isOff={log.data?.pages[0]?.retentionDays === 0}
          {...(log.hasNextPage && { onFurther: more })}
        />
      )}
      {rows && rows.length > 0 && (
        <Table
          label="Requests"
          rows={rows}
          idOf={({ id }) => id}
          nameOf={({ method, route }) => `${method} ${route}`}
          columns={columnsFor(open !== undefined)}
          isStale={log.isPlaceholderData}
          open={view.open}
          onOpen={id => change({ open: id })}
          onClose={() => change({ open: undefined })}
          onNearEnd={more}
        />
      )}
    </Workbench>
  )
}

function useRequests({ operation, status, key, from, to }: RequestsView) {
  const query = {
    ...(operation && { operation: operation as NonNullable<RequestLogQuery['operation']> }),
    ...(status && { status }),
    ...(key && { keyId: key }),
    ...(from && { from }),
    ...(to && { to }),
  }
  return useInfiniteQuery({
    queryKey: ['requests', query],
    queryFn: ({ pageParam, signal }) =>
      reverie.analytics.requests(
        { ...query, limit: 100, ...(pageParam && { before: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: page => page.next,
    placeholderData: before => before,
  })
}

const statuses = ['2xx', '4xx', '5xx']

function Filters({
  view,
  count,
  hasMore,
  change,
}: {
  view: RequestsView
  count: number
  hasMore: boolean
  change(part: object): void
}) {
  const { data: keys = [] } = useQuery(keysQuery)
  const { data: members = [] } = useQuery(membersQuery)
  const people = members.map(({ id, name }) => ({ value: `person:${id}`, label: name }))
  const senders = [...keys.map(({ id, name }) => ({ value: id, label: name })), ...people]
  return (
    <>
      <Chips
        label="Status"
        value={view.status ?? ''}
        options={[
          { value: '', label: 'All' },
          { value: '2xx', label: 'Done' },
          { value: '4xx', label: 'Refused' },
          { value: '5xx', label: 'Failed' },
          ...(view.status && !statuses.includes(view.status)
            ? [{ value: view.status, label: view.status }]
            : []),
        ]}
        onChange={status => change({ status: status || undefined, open: undefined })}
      />
      <Facet
        label="Operation"
        value={view.operation}
        options={operations.map(value => ({ value, label: operationName(value) }))}
        onChange={operation => change({ operation, open: undefined })}
      />
      <Facet
        label="Key or person"
        value={view.key}
        options={senders}
        onChange={key => change({ key, open: undefined })}
      />
      {(view.from || view.to) && (
        <Chip onRemove={() => change({ from: undefined, to: undefined })}>
          {shortTime(view.from)} – {shortTime(view.to)}
        </Chip>
      )}
      <span className="figures ml-auto whitespace-nowrap text-muted text-xs">
        {counted(count, 'request')}
        {hasMore && ' so far'}
      </span>
    </>
  )
}

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'short', timeStyle: 'short' })
const shortTime = (iso: string | undefined) => (iso ? moment.format(new Date(iso)) : '')

function Nothing({ isOff, onFurther }: { isOff: boolean; onFurther?: () => void }) {
  return (
    <div className="px-4 sm:px-6">
      <Empty
        title={isOff ? 'The request log is off.' : 'No request matches.'}
        action={onFurther && <Button onClick={onFurther}>Look further back</Button>}
      >
        {isOff ? (
          <>
            Whoever runs the server sets <code className="font-mono text-xs">REQUEST_LOG_DAYS</code> to keep
            requests for some days.
          </>
        ) : (
          'A request shows within seconds, with its time, key, route, status and duration. Its content is never kept.'
        )}
      </Empty>
    </div>
  )
}

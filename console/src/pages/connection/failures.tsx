import type { Connection, SyncFailurePage } from '@reverie/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { reverie } from '../../data/client.ts'
import { failuresKey } from '../../data/connections.ts'
import { useSession } from '../../data/session.ts'
import { syncHelpFor } from '../../data/sync-help.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { CodeWords } from '../../parts/code-words.tsx'
import { counted, figure } from '../../parts/numbers.ts'
import { Empty, Failure, RowSkeletons } from '../../parts/page.tsx'
import { StateMark } from '../../parts/state.tsx'
import { Time } from '../../parts/time.tsx'
import { retryFailures } from '../connections/change-connection.ts'

type Item = SyncFailurePage['failures'][number]

/** A run tries an item by itself until it has failed this often. */
const mostAttempts = 5

/** Items that could not be read: why, and what to do. */
export function Failures({ of: connection }: { of: Connection }) {
  const { id, failureCount } = connection
  const { may } = useSession()
  const [asked, ask] = useAsked(connection)
  const list = useInfiniteQuery({
    queryKey: failuresKey(id),
    queryFn: ({ pageParam, signal }) =>
      reverie.connections.failures(id, { limit: 50, ...(pageParam && { after: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: page => page.next,
    placeholderData: before => before,
  })
  const items = list.data?.pages.flatMap(({ failures }) => failures)
  const mayRetry = may('admin')
  const retryOne = (externalId: string) => {
    ask(externalId)
    void retryFailures(connection, [externalId])
  }
  return (
    <section aria-label="Failures">
      {list.isError && <Failure error={list.error} retry={() => list.refetch()} />}
      {list.isPending && <RowSkeletons rows={4} />}
      {items?.length === 0 && (
        <Empty title="Every item could be read.">
          An item that cannot be read shows here with its cause. It does not stop the others.
        </Empty>
      )}
      {items && items.length > 0 && (
        <>
          <Summary
            count={failureCount}
            isAsked={asked === 'all'}
            {...(mayRetry && {
              onRetry: () => {
                ask('all')
                void retryFailures(connection)
              },
            })}
          />
          {Object.entries(Object.groupBy(items, ({ code }) => code)).map(([code, of = []]) => (
            <Group key={code} code={code} of={of} asked={asked} {...(mayRetry && { onRetry: retryOne })} />
          ))}
        </>
      )}
      {list.hasNextPage && (
        <Button className="mt-3" disabled={list.isFetching} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </section>
  )
}

function Summary({ count, isAsked, onRetry }: { count: number; isAsked: boolean; onRetry?: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="max-w-2xl text-muted">
        {counted(count, 'item')} could not be read. Each run tries them again, up to {mostAttempts} times. All
        others were imported.
      </p>
      {onRetry && (
        <Button disabled={isAsked} onClick={onRetry}>
          <RotateCw size={14} aria-hidden />
          {count === 1 ? 'Read it again' : `Read all ${figure(count)} again`}
        </Button>
      )}
    </div>
  )
}

/** The items that were asked for again, until the run that reads them has ended. */
function useAsked({ lastSyncRun }: Connection) {
  const ended = lastSyncRun?.completedAt ?? ''
  const [asked, setAsked] = useState<{ of: string; items: Asked }>({
    of: ended,
    items: new Set(),
  })
  const items = asked.of === ended ? asked.items : new Set<string>()
  const ask = (item: string) =>
    setAsked({ of: ended, items: item === 'all' || items === 'all' ? 'all' : new Set([...items, item]) })
  return [items, ask] as const
}

type Asked = ReadonlySet<string> | 'all'

/** Items that failed for the same reason, which is explained once. */
function Group({
  code,
  of: items,
  asked,
  onRetry,
}: {
  code: string
  of: readonly Item[]
  asked: Asked
  onRetry?: (externalId: string) => void
}) {
  const help = syncHelpFor(code)
  return (
    <section aria-label={code} className="mt-5">
      <h2 className="font-medium">
        {help?.meaning} <code className="font-mono font-normal text-failed text-xs">{code}</code>
      </h2>
      {help && <CodeWords className="mb-2 text-muted" text={help.remedy} />}
      <ul className="divide-y divide-line border-line border-y">
        {items.map(item => (
          <ItemRow
            key={item.externalId}
            of={item}
            isAsked={asked === 'all' || asked.has(item.externalId)}
            {...(onRetry && { onRetry: () => onRetry(item.externalId) })}
          />
        ))}
      </ul>
    </section>
  )
}

function ItemRow({ of: item, isAsked, onRetry }: { of: Item; isAsked: boolean; onRetry?: () => void }) {
  const { externalId, message, attempts, lastAt } = item
  return (
    <li data-row className="flex min-h-12 items-center gap-3 py-1.5">
      <div className="min-w-0 flex-1">
        <p className="break-words">{message}</p>
        <p className="figures break-all text-muted text-xs">
          <code className="font-mono">{externalId}</code> · {counted(attempts, 'attempt')}, the last{' '}
          <Time at={lastAt} />
          {attempts >= mostAttempts && ' · no longer tried by itself'}
        </p>
      </div>
      {isAsked ? (
        <StateMark state="waiting" label="Waits" />
      ) : (
        onRetry && (
          <IconButton label={`Read ${externalId} again`} onClick={onRetry}>
            <RotateCw size={14} />
          </IconButton>
        )
      )}
    </li>
  )
}

import type { Connection, SyncRun } from '@reverie/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { reverie } from '../../data/client.ts'
import { runsKey } from '../../data/connections.ts'
import { Button } from '../../parts/button.tsx'
import { duration } from '../../parts/numbers.ts'
import { Empty, Failure, RowSkeletons } from '../../parts/page.tsx'
import { StateMark } from '../../parts/state.tsx'
import { Time } from '../../parts/time.tsx'
import { countWords, lookOfRun, triggerWords } from '../connections/connection-words.ts'

const perPage = 20

/** What came of each run, the latest first. The latest one is kept current with its connection. */
export function Runs({ of: connection }: { of: Connection }) {
  const { id, lastSyncRun } = connection
  const log = useInfiniteQuery({
    queryKey: runsKey(id),
    queryFn: ({ pageParam, signal }) =>
      reverie.connections.runs(id, { limit: perPage, ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: page => (page.length === perPage ? page.at(-1)!.id : undefined),
    placeholderData: before => before,
  })
  const stored = log.data?.pages.flat()
  const runs =
    stored && lastSyncRun ? [lastSyncRun, ...stored.filter(run => run.id !== lastSyncRun.id)] : stored
  return (
    <section aria-label="Runs">
      {log.isError && <Failure error={log.error} retry={() => log.refetch()} />}
      {log.isPending && <RowSkeletons rows={5} />}
      {runs?.length === 0 && (
        <Empty title="There was no run yet.">
          {connection.state === 'needs_authorization'
            ? 'The first one starts once the connection is authorized.'
            : 'The first one starts in a moment, and shows here by itself.'}
        </Empty>
      )}
      {runs && runs.length > 0 && (
        <ol className="divide-y divide-line border-line border-b">
          {runs.map(run => (
            <RunRow key={run.id} of={run} connection={connection} />
          ))}
        </ol>
      )}
      {log.hasNextPage && (
        <Button className="mt-3" disabled={log.isFetching} onClick={() => void log.fetchNextPage()}>
          Show more
        </Button>
      )}
    </section>
  )
}

function RunRow({ of: run, connection }: { of: SyncRun; connection: Connection }) {
  const { startedAt, completedAt, error, errorMessage } = run
  const how = [
    triggerWords(run),
    completedAt && duration(Date.parse(completedAt) - Date.parse(startedAt)),
  ].filter(Boolean)
  return (
    <li
      data-row
      className="figures grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-0.5 py-2 sm:grid-cols-[7.5rem_minmax(0,1fr)_9rem_7rem]"
    >
      <StateMark {...lookOfRun(run, connection)} />
      <span className="max-sm:order-last max-sm:col-span-2">
        {error && (
          <>
            {errorMessage} <code className="font-mono text-failed text-xs">{error}</code>{' '}
          </>
        )}
        <span className={error || isQuiet(run) ? 'text-muted' : ''}>{countWords(run)}</span>
      </span>
      <span className="text-muted max-sm:order-last max-sm:col-span-2 max-sm:text-xs sm:text-right">
        {how.join(' · ')}
      </span>
      <Time at={startedAt} className="text-right text-muted" />
    </li>
  )
}

/** Runs that changed nothing step back behind those that did. */
const isQuiet = ({ itemsProcessed, itemsDeleted, itemsFailed, itemsSkipped }: SyncRun) =>
  itemsProcessed + itemsDeleted + itemsFailed + itemsSkipped === 0

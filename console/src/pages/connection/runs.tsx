import type { Connection, SyncRun } from '@reverie/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { reverie } from '../../data/client.ts'
import { runsKey } from '../../data/connections.ts'
import { syncHelpFor } from '../../data/sync-help.ts'
import { Button } from '../../parts/button.tsx'
import { InlineCodeWords } from '../../parts/code-words.tsx'
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
  const help = syncHelpFor(error)
  return (
    <li
      data-row
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2.5 sm:grid-cols-[7.5rem_minmax(0,1fr)_auto]"
    >
      <StateMark {...lookOfRun(run, connection)} />
      <span className="figures max-sm:col-span-2 max-sm:row-start-2">
        {countWords(run)}
        {error && (
          <span className="block text-muted">
            {errorMessage} {help && <InlineCodeWords text={help.remedy} />}{' '}
            <code className="font-mono text-failed text-xs">{error}</code>
          </span>
        )}
      </span>
      <span className="figures text-right text-muted max-sm:col-start-2 max-sm:row-start-1">
        <Time at={startedAt} />
        <span className="block text-xs">
          {triggerWords(run)}
          {completedAt && ` · ${duration(Date.parse(completedAt) - Date.parse(startedAt))}`}
        </span>
      </span>
    </li>
  )
}

import type { Connection } from '@reverie/sdk'
import { figure } from '../../parts/numbers.ts'
import { StateMark } from '../../parts/state.tsx'
import type { Column } from '../../parts/table/table-props.ts'
import { Time } from '../../parts/time.tsx'
import { containerOf, nextRunOf, placeOf, progressWords, stateOf } from './connection-words.ts'
import { ProviderIcon } from './provider-icon.tsx'

const none = <span className="text-muted">–</span>

const source = (titleOf: (provider: string) => string): Column<Connection> => ({
  name: 'source',
  label: 'Source',
  width: 'minmax(0,1fr)',
  onPhone: true,
  cell: connection => (
    <span className="flex min-w-0 items-center gap-2.5">
      <ProviderIcon provider={connection.provider} size={14} />
      <span className="min-w-0">
        <span className="block truncate">
          {placeOf(connection) ?? titleOf(connection.provider)}
          {placeOf(connection) && (
            <span className="ml-2 text-muted max-md:hidden">{titleOf(connection.provider)}</span>
          )}
        </span>
        <span className="block truncate text-muted text-xs md:hidden">
          {titleOf(connection.provider)} · {containerOf(connection)}
        </span>
      </span>
    </span>
  ),
})

const container: Column<Connection> = {
  name: 'container',
  label: 'Container',
  width: '110px',
  cell: connection => <span className="block truncate text-muted">{containerOf(connection)}</span>,
}

const rest: Column<Connection>[] = [
  {
    name: 'documents',
    label: 'Documents',
    width: '76px',
    isFigure: true,
    cell: ({ documentCount }) => (documentCount === 0 ? none : figure(documentCount)),
  },
  {
    name: 'failures',
    label: 'Failed',
    width: '52px',
    isFigure: true,
    cell: ({ failureCount }) =>
      failureCount === 0 ? none : <span className="text-failed">{figure(failureCount)}</span>,
  },
  {
    name: 'last',
    label: 'Last run',
    width: '106px',
    isFigure: true,
    cell: ({ lastSyncRun }) =>
      lastSyncRun ? <Time at={lastSyncRun.startedAt} className="text-muted" /> : none,
  },
  {
    name: 'next',
    label: 'Next run',
    width: '106px',
    isFigure: true,
    cell: connection => <NextRun of={connection} />,
  },
  {
    name: 'state',
    label: 'State',
    width: '128px',
    onPhone: true,
    cell: connection => (
      <span title={titleOfState(connection)}>
        <StateMark {...stateOf(connection)} />
      </span>
    ),
  },
]

/** A running import says how far it is, and a failed one why it failed. */
const titleOfState = ({ lastSyncRun }: Connection) =>
  (lastSyncRun && (lastSyncRun.errorMessage ?? progressWords(lastSyncRun))) || undefined

export function NextRun({ of: connection }: { of: Connection }) {
  const next = nextRunOf(connection)
  if ('at' in next) return <Time at={next.at} className="text-muted" />
  return <span className="text-muted">{next.words}</span>
}

/** One container needs no column for it. */
export const columnsFor = (
  titleOf: (provider: string) => string,
  tag: string | undefined,
): Column<Connection>[] => (tag ? [source(titleOf), ...rest] : [source(titleOf), container, ...rest])

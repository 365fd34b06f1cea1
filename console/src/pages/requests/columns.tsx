import { duration } from '../../parts/numbers.ts'
import { StateMark } from '../../parts/state.tsx'
import type { Column } from '../../parts/table/table-props.ts'
import { Time } from '../../parts/time.tsx'
import { operationName } from '../usage/operation-words.ts'
import type { RequestRow } from './request-row.ts'

export function RequestStatus({ of: { status } }: { of: RequestRow }) {
  // 499: the client left, which is how each event stream ends.
  const state = status === 499 ? 'ahead' : status < 400 ? 'done' : 'failed'
  return <StateMark state={state} label={String(status)} />
}

const route: Column<RequestRow> = {
  name: 'route',
  label: 'Request',
  width: 'minmax(0,1fr)',
  onPhone: true,
  cell: row => (
    <span className="block min-w-0">
      <code className="block truncate font-mono text-xs">
        {row.method} {row.route}
      </code>
      <span className="block truncate text-muted text-xs md:hidden">
        {row.keyName} · <Time at={row.at} />
      </span>
    </span>
  ),
}

const operation: Column<RequestRow> = {
  name: 'operation',
  label: 'Operation',
  width: '140px',
  cell: row => <span className="text-muted">{operationName(row.operation)}</span>,
}

const rest: Column<RequestRow>[] = [
  { name: 'key', label: 'Key or person', width: '140px', cell: ({ keyName }) => keyName },
  {
    name: 'status',
    label: 'Status',
    width: '72px',
    onPhone: true,
    cell: row => <RequestStatus of={row} />,
  },
  {
    name: 'duration',
    label: 'Took',
    width: '76px',
    isFigure: true,
    cell: ({ durationMs }) => duration(durationMs),
  },
  {
    name: 'at',
    label: 'When',
    width: '110px',
    isFigure: true,
    cell: ({ at }) => <Time at={at} className="text-muted" />,
  },
]

export const columnsFor = (isOpen: boolean): Column<RequestRow>[] =>
  isOpen ? [route, ...rest] : [route, operation, ...rest]

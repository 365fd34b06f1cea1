import type { Webhook } from '@reverie/sdk'
import { StateMark } from '../../parts/state.tsx'
import type { Column } from '../../parts/table/table-props.ts'
import { Time } from '../../parts/time.tsx'
import { stateOf } from './webhook-words.ts'

const url: Column<Webhook> = {
  name: 'url',
  label: 'Address',
  width: 'minmax(0,1fr)',
  onPhone: true,
  cell: webhook => (
    <span className="block min-w-0">
      <span className="block truncate font-mono text-xs">{webhook.url}</span>
      {webhook.description && (
        <span className="block truncate text-muted text-xs">{webhook.description}</span>
      )}
    </span>
  ),
}

const events: Column<Webhook> = {
  name: 'events',
  label: 'Events',
  width: '220px',
  cell: webhook => <span className="block truncate text-muted">{webhook.events.join(', ')}</span>,
}

const rest: Column<Webhook>[] = [
  {
    name: 'created',
    label: 'Created',
    width: '110px',
    isFigure: true,
    cell: ({ createdAt }) => <Time at={createdAt} className="text-muted" />,
  },
  {
    name: 'state',
    label: 'State',
    width: '120px',
    onPhone: true,
    cell: webhook => <StateMark {...stateOf(webhook)} />,
  },
]

export const columnsFor = (isOpen: boolean): Column<Webhook>[] =>
  isOpen ? [url, ...rest] : [url, events, ...rest]

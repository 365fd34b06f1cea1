import type { Key } from '@reverie/sdk'
import { StateMark } from '../../parts/state.tsx'
import type { Column } from '../../parts/table/table-props.ts'
import { Time } from '../../parts/time.tsx'
import { limitOf, scopeOf, stateOf } from './key-words.ts'

const name: Column<Key> = {
  name: 'name',
  label: 'Name',
  width: 'minmax(0,1fr)',
  onPhone: true,
  cell: key => (
    <span className="block min-w-0">
      <span className="block truncate">
        {key.name}
        <code className="ml-2 font-mono text-muted text-xs">sm_{key.id}_…</code>
      </span>
      <span className="block truncate text-muted text-xs md:hidden">
        {scopeOf(key)} · {key.lastUsedAt ? <Time at={key.lastUsedAt} /> : 'never used'}
      </span>
    </span>
  ),
}

const scope: Column<Key> = {
  name: 'scope',
  label: 'Scope',
  width: '170px',
  cell: key => <span className="text-muted">{scopeOf(key)}</span>,
}

const limit: Column<Key> = {
  name: 'limit',
  label: 'Limit',
  width: '170px',
  cell: key => <span className="figures text-muted">{limitOf(key) ?? '–'}</span>,
}

const rest: Column<Key>[] = [
  {
    name: 'used',
    label: 'Last use',
    width: '110px',
    cell: ({ lastUsedAt }) =>
      lastUsedAt ? (
        <Time at={lastUsedAt} className="text-muted" />
      ) : (
        <span className="text-muted">never</span>
      ),
  },
  {
    name: 'expires',
    label: 'Expires',
    width: '110px',
    cell: ({ expiresAt }) =>
      expiresAt ? <Time at={expiresAt} className="text-muted" /> : <span className="text-muted">never</span>,
  },
  {
    name: 'state',
    label: 'State',
    width: '96px',
    onPhone: true,
    cell: key => <StateMark {...stateOf(key)} />,
  },
]

/** The inspector shows scope, limit and expiry, so the list leaves them out while that is open. */
export const columnsFor = (isOpen: boolean): Column<Key>[] =>
  isOpen ? [name, ...rest.filter(({ name: column }) => column !== 'expires')] : [name, scope, limit, ...rest]

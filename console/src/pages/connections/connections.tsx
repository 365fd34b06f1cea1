import type { Connection } from '@reverie/sdk'
import { useQuery } from '@tanstack/react-query'
import { connectionsQuery, useProviders } from '../../data/connections.ts'
import { useSession } from '../../data/session.ts'
import type { AppView, ConnectionsView } from '../../data/view.ts'
import { Chips } from '../../parts/chips.tsx'
import { Facet } from '../../parts/facet.tsx'
import { counted } from '../../parts/numbers.ts'
import { Failure } from '../../parts/page.tsx'
import { SearchBox } from '../../parts/search-box.tsx'
import { TableSkeleton } from '../../parts/table/skeleton.tsx'
import { Table } from '../../parts/table/table.tsx'
import { Workbench } from '../../parts/workbench.tsx'
import { connectionsRoute } from '../../router.tsx'
import { columnsFor } from './columns.tsx'
import { ConnectLink } from './connect-link.tsx'
import { authorizationWords, containerOf, isIn, placeOf } from './connection-words.ts'
import { NoConnections } from './no-connections.tsx'

type View = ConnectionsView & AppView

/** What keeps it fed? */
export function Connections() {
  const view = connectionsRoute.useSearch() as View
  const navigate = connectionsRoute.useNavigate()
  const { may } = useSession()
  const { titleOf } = useProviders()
  const list = useQuery(connectionsQuery)
  const ofTag = list.data?.filter(each => !view.tag || containerOf(each) === view.tag)
  const named = ofTag?.filter(each => hasWords(each, view, titleOf))
  const rows = named?.filter(each => isIn(view.state, each))
  const change = (part: object) =>
    void navigate({ search: before => ({ ...before, ...part }) as never, replace: true })
  const open = (id: string) => void navigate({ to: '/connections/$id', params: { id }, search: {} })
  return (
    <Workbench
      title="Connections"
      question="What keeps it fed?"
      actions={may('admin') && <ConnectLink />}
      filters={
        ofTag && ofTag.length > 0 && <Filters view={view} of={ofTag} named={named ?? []} change={change} />
      }
    >
      {view.error !== undefined && (
        <p role="status" className="mx-4 mb-3 rounded-md bg-failed-soft px-4 py-3 text-failed sm:mx-6">
          {authorizationWords(view.error)} <code className="font-mono text-xs">{view.error}</code>
        </p>
      )}
      {list.isError && (
        <div className="px-4 sm:px-6">
          <Failure error={list.error} retry={() => list.refetch()} />
        </div>
      )}
      {list.isPending && <TableSkeleton rows={6} />}
      {rows?.length === 0 && (
        <NoConnections isFiltered={(ofTag?.length ?? 0) > 0} state={view.state} tag={view.tag} />
      )}
      {rows && rows.length > 0 && (
        <Table
          label="Connections"
          rows={rows}
          idOf={({ id }) => id}
          nameOf={connection => placeOf(connection) ?? titleOf(connection.provider)}
          columns={columnsFor(titleOf, view.tag)}
          onOpen={open}
        />
      )}
    </Workbench>
  )
}

function hasWords(
  connection: Connection,
  { q, provider }: View,
  titleOf: (provider: string) => string,
): boolean {
  if (provider && connection.provider !== provider) return false
  const text = [placeOf(connection), titleOf(connection.provider), containerOf(connection)]
    .join(' ')
    .toLowerCase()
  return (
    !q ||
    q
      .toLowerCase()
      .split(/\s+/)
      .every(word => text.includes(word))
  )
}

function Filters({
  view,
  of: connections,
  named,
  change,
}: {
  view: View
  of: readonly Connection[]
  /** Those that the other filters leave. */
  named: readonly Connection[]
  change(part: object): void
}) {
  const { titleOf } = useProviders()
  const countOf = (state: View['state']) => named.filter(each => isIn(state, each)).length
  const providers = Object.entries(Object.groupBy(connections, ({ provider }) => provider))
  return (
    <>
      <SearchBox label="Search in connections" value={view.q} onChange={q => change({ q })} />
      <Chips
        label="State"
        value={view.state ?? ''}
        options={[
          { value: '', label: 'All', count: named.length },
          { value: 'running', label: 'Importing', count: countOf('running') },
          { value: 'attention', label: 'Needs you', count: countOf('attention') },
          { value: 'paused', label: 'Paused', count: countOf('paused') },
        ]}
        onChange={state => change({ state: state || undefined })}
      />
      <Facet
        label="Provider"
        value={view.provider}
        options={providers.map(([value, of = []]) => ({ value, label: titleOf(value), count: of.length }))}
        onChange={provider => change({ provider })}
      />
      <span className="figures ml-auto whitespace-nowrap text-muted text-xs">
        {counted(connections.length, 'connection')}
      </span>
    </>
  )
}

import type { Connection } from '@reverie/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { useEffect } from 'react'
import { connectionQuery, useProviders } from '../../data/connections.ts'
import type { ConnectionView } from '../../data/view.ts'
import { Failure } from '../../parts/page.tsx'
import { StateMark } from '../../parts/state.tsx'
import { connectionRoute } from '../../router.tsx'
import { containerOf, everyWords, placeOf, stateOf } from '../connections/connection-words.ts'
import { ProviderIcon } from '../connections/provider-icon.tsx'
import { Actions } from './actions.tsx'
import { Attention } from './attention.tsx'
import { ConnectionSettings } from './connection-settings.tsx'
import { ConnectionTabs } from './connection-tabs.tsx'
import { Failures } from './failures.tsx'
import { ConnectionFigures } from './figures.tsx'
import { LiveRun } from './live-run.tsx'
import { ResourcesTab } from './resources-tab.tsx'
import { Runs } from './runs.tsx'
import { useRefreshAfterRuns } from './use-refresh-after-runs.ts'

/** One source: is it in step, what came of each run, and what should it read? */
export function ConnectionPage() {
  const { id } = connectionRoute.useParams()
  const view = connectionRoute.useSearch()
  const { data, isError, error, refetch } = useQuery(connectionQuery(id))
  const { titleOf } = useProviders()
  useRefreshAfterRuns(data)
  const name = data && (placeOf(data) ?? titleOf(data.provider))
  useEffect(() => {
    document.title = `${name ?? 'Connection'} · Reverie`
  }, [name])
  return (
    <div className="w-full max-w-6xl px-4 py-5 sm:px-6 sm:py-6">
      <Link
        to="/connections"
        search={{}}
        className="inline-flex items-center gap-1 text-muted hover:text-ink"
      >
        <ChevronLeft size={14} aria-hidden />
        Connections
      </Link>
      {isError && (
        <div className="mt-3">
          <Failure error={error} retry={() => refetch()} />
        </div>
      )}
      {!data && !isError && <PageSkeleton />}
      {data && <Whole of={data} name={name ?? ''} view={view} />}
    </div>
  )
}

function Whole({ of: connection, name, view }: { of: Connection; name: string; view: ConnectionView }) {
  const { providers, titleOf } = useProviders()
  const connector = providers?.find(({ provider }) => provider === connection.provider)
  const { provider, everyMinutes } = connection
  const minutes = everyMinutes ?? connector?.everyMinutes
  return (
    <>
      <header className="mt-1 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h1 className="flex min-w-0 gap-2.5 font-semibold text-xl tracking-tight">
            <span className="flex h-8 items-center">
              <ProviderIcon provider={provider} size={20} />
            </span>
            <span className="min-w-0 break-words">{name}</span>
          </h1>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 text-muted">
            <StateMark {...stateOf(connection)} />
            <span>
              {titleOf(provider)} · into {containerOf(connection)}
              {minutes !== undefined && ` · ${everyWords(minutes)}`}
            </span>
          </p>
        </div>
        <Actions of={connection} connector={connector} />
      </header>
      <Attention of={connection} connector={connector} view={view} />
      <ConnectionFigures of={connection} />
      <LiveRun of={connection} />
      <ConnectionTabs of={connection} hasResources={connector?.hasResources ?? false} tab={view.tab} />
      <div className={view.tab === undefined ? 'mt-1' : 'mt-5'}>
        {view.tab === undefined && <Runs of={connection} />}
        {view.tab === 'failures' && <Failures of={connection} />}
        {view.tab === 'resources' && connector && <ResourcesTab of={connection} connector={connector} />}
        {view.tab === 'settings' && connector && (
          <ConnectionSettings key={connection.id} of={connection} connector={connector} />
        )}
      </div>
    </>
  )
}

function PageSkeleton() {
  return (
    <div aria-busy="true" className="mt-2">
      <span className="sr-only">Loading</span>
      <div className="skeleton h-8 w-64" />
      <div className="skeleton mt-6 h-20 w-full" />
      <div className="skeleton mt-6 h-64 w-full" />
    </div>
  )
}

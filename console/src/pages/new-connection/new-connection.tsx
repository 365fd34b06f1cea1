import type { Connector } from '@reverie/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { providersQuery } from '../../data/connections.ts'
import { useSession } from '../../data/session.ts'
import { Empty, Failure, Page } from '../../parts/page.tsx'
import { newConnectionRoute } from '../../router.tsx'
import { ProviderIcon } from '../connections/provider-icon.tsx'
import { ConnectForm } from './connect-form.tsx'
import { Gallery, GallerySkeleton } from './gallery.tsx'
import { SetUpApplication } from './set-up-application.tsx'

/** Where should it come from? First the gallery, then the form of one provider. */
export function NewConnection() {
  const view = newConnectionRoute.useSearch()
  const { data, isError, error, refetch } = useQuery(providersQuery)
  const provider = data?.find(each => each.provider === view.provider)
  if (view.provider === undefined || isError)
    return (
      <Page
        title="Connect a source"
        question="Where should it come from?"
        above={<Back to="/connections" words="Connections" />}
      >
        {isError && <Failure error={error} retry={() => refetch()} />}
        {!data && !isError && <GallerySkeleton />}
        {data && <Gallery of={data} view={view} />}
      </Page>
    )
  return (
    <Page
      title={provider?.title ?? 'Connect a source'}
      question={provider?.summary ?? ''}
      icon={provider && <ProviderIcon provider={provider.provider} size={20} />}
      above={<Back to="/connections/new" words="All sources" />}
      width="narrow"
    >
      {!data && <div aria-busy="true" className="skeleton h-72 w-full" />}
      {data && !provider && (
        <Empty title={`This server has no connector named ${view.provider}.`}>
          <Link to="/connections/new" search={{}} className="text-accent underline underline-offset-2">
            See the sources that it has
          </Link>
        </Empty>
      )}
      {provider && <Connect of={provider} />}
    </Page>
  )
}

function Connect({ of: provider }: { of: Connector }) {
  const { may } = useSession()
  if (!may('admin')) return <p className="text-muted">Only admins and owners connect sources.</p>
  return provider.isReady ? (
    <ConnectForm key={provider.provider} of={provider} />
  ) : (
    <SetUpApplication of={provider} />
  )
}

function Back({ to, words }: { to: '/connections' | '/connections/new'; words: string }) {
  return (
    <Link to={to} search={{}} className="inline-flex items-center gap-1 text-muted hover:text-ink">
      <ChevronLeft size={14} aria-hidden />
      {words}
    </Link>
  )
}

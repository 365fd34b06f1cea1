import type { AppGrant } from '@reverie/sdk'
import { useQuery } from '@tanstack/react-query'
import { Unplug } from 'lucide-react'
import { useState } from 'react'
import { appsQuery } from '../../data/queries.ts'
import { useSession } from '../../data/session.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { counted } from '../../parts/numbers.ts'
import { Failure, Page, RowSkeletons, Section } from '../../parts/page.tsx'
import { Time } from '../../parts/time.tsx'
import { PageTabs } from '../../shell/page-tabs.tsx'
import { keysTabs } from '../../shell/places.ts'
import { HowToConnect } from './how-to-connect.tsx'
import { MadeClients } from './made-clients.tsx'
import { revokeApp } from './revoke-app.ts'

/** What has been given access, by whom, and to what? */
export function Apps() {
  const { may } = useSession()
  const apps = useQuery(appsQuery)
  const byClient = Map.groupBy(apps.data ?? [], ({ clientId }) => clientId)
  return (
    <Page
      title="Apps"
      question={
        may('admin') ? 'What has been given access, by whom, and to what?' : 'What have I given access?'
      }
      tabs={<PageTabs label="Keys and apps" tabs={keysTabs} />}
    >
      {apps.isError && <Failure error={apps.error} retry={() => apps.refetch()} />}
      {apps.isPending && <RowSkeletons />}
      {[...byClient].map(([clientId, grants]) => (
        <Client key={clientId} id={clientId} grants={grants} />
      ))}
      {apps.data && <HowToConnect isFirst={apps.data.length === 0} />}
      {may('admin') && <MadeClients />}
    </Page>
  )
}

/** The keys of one plugin: one for each machine that it was connected on. */
function Client({ id, grants }: { id: string; grants: readonly AppGrant[] }) {
  const [asking, setAsking] = useState<AppGrant | 'all'>()
  const name = grants[0]!.name
  const count = asking === 'all' ? grants.length : 1
  return (
    <Section
      title={name}
      actions={
        grants.length > 1 && (
          <Button look="quiet" onClick={() => setAsking('all')}>
            Revoke all {grants.length}
          </Button>
        )
      }
    >
      <ul className="divide-y divide-line border-line border-y">
        {grants.map(grant => (
          <Grant key={grant.id} of={grant} onRevoke={() => setAsking(grant)} />
        ))}
      </ul>
      <Confirm
        title={`Revoke the access of ${name}?`}
        action={`Revoke ${counted(count, 'key')}`}
        open={asking !== undefined}
        onOpenChange={open => !open && setAsking(undefined)}
        onConfirm={() => void revokeApp(asking === 'all' ? id : asking!.id, name)}
      >
        Within seconds, {name} is refused{asking === 'all' ? ' on every machine' : ''}. What it has added
        stays. To give it access again, log in from the plugin.
      </Confirm>
    </Section>
  )
}

function Grant({ of: grant, onRevoke }: { of: AppGrant; onRevoke(): void }) {
  const { user } = useSession()
  const who = grant.person.id === user.id ? 'you' : (grant.person.name ?? 'somebody who left')
  return (
    <li data-row className="flex min-h-14 items-center gap-x-4 py-2">
      <div className="min-w-0 flex-1">
        <p className="truncate">
          {grant.scopes.includes('write') ? 'Reads and writes' : 'Only reads'}{' '}
          <b className="font-medium">{grant.containerTag ?? 'all containers'}</b>
        </p>
        <p className="text-muted text-xs">
          given by {who} <Time at={grant.connectedAt} />
          {' · '}
          {grant.lastUsedAt ? (
            <>
              used <Time at={grant.lastUsedAt} />
            </>
          ) : (
            'never used'
          )}
          {grant.expiresAt && (
            <>
              {' · ends '}
              <Time at={grant.expiresAt} />
            </>
          )}
          {' · '}
          <code className="font-mono">sm_{grant.id}_…</code>
        </p>
      </div>
      <Button look="quiet" onClick={onRevoke}>
        <Unplug size={14} aria-hidden />
        Revoke
      </Button>
    </li>
  )
}

import type { Connection, Connector } from '@reverie/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '../../data/session.ts'
import { syncHelpFor } from '../../data/sync-help.ts'
import type { ConnectionView } from '../../data/view.ts'
import { Button, linkLook } from '../../parts/button.tsx'
import { cx } from '../../parts/class-names.ts'
import { CodeWords } from '../../parts/code-words.tsx'
import { authorizeAgain } from '../connections/change-connection.ts'
import { authorizationWords, placeOf } from '../connections/connection-words.ts'

type AttentionProps = { of: Connection; connector: Connector | undefined; view: ConnectionView }

/** What a person should know or do: an authorization that ended, a run that failed, or what a provider answered. */
export function Attention({ of: connection, connector, view }: AttentionProps) {
  const { state, lastSyncRun } = connection
  if (view.error !== undefined)
    return (
      <Notice isFault title={authorizationWords(view.error)} code={view.error}>
        <Remedy code={view.error} />
        <WayOut of={connection} connector={connector} />
      </Notice>
    )
  if (state === 'needs_authorization')
    return (
      <Notice isFault={lastSyncRun !== undefined} {...needed(connection, connector)}>
        <WayOut of={connection} connector={connector} />
      </Notice>
    )
  if (lastSyncRun?.status === 'failed' && state === 'active')
    return (
      <Notice isFault title={lastSyncRun.errorMessage ?? 'The last import failed.'} code={lastSyncRun.error}>
        <Remedy code={lastSyncRun.error} />
        {lastSyncRun.error === 'settings_invalid' && <WayOut of={connection} connector={undefined} />}
      </Notice>
    )
  if (!view.authorized) return null
  const account = placeOf(connection)
  return (
    <Notice title={account ? `Authorized as ${account}.` : 'The connection is authorized.'}>
      <p className="text-muted">The import starts now. You can leave this page.</p>
    </Notice>
  )
}

function needed({ lastSyncRun }: Connection, connector: Connector | undefined) {
  if (connector?.credentials === 'oauth' && !lastSyncRun)
    return { title: `Nothing is imported until somebody grants access at ${connector.title}.` }
  const title = lastSyncRun?.errorMessage ?? 'The source no longer accepts the credentials.'
  return { title, code: lastSyncRun?.error ?? 'auth_expired' }
}

function Remedy({ code }: { code: string | null }) {
  const help = syncHelpFor(code)
  if (!help) return null
  return (
    <div className="text-muted">
      <CodeWords text={help.meaning} />
      <CodeWords text={help.remedy} />
    </div>
  )
}

/** The button that ends the trouble: authorize, or change what was entered. */
function WayOut({ of: connection, connector }: { of: Connection; connector: Connector | undefined }) {
  const { may } = useSession()
  if (!may('admin')) return null
  return connector?.credentials === 'oauth' ? (
    <Button look="primary" onClick={() => void authorizeAgain(connection)}>
      Authorize at {connector.title}
    </Button>
  ) : (
    <Link
      to="/connections/$id"
      params={{ id: connection.id }}
      search={{ tab: 'settings' }}
      className={linkLook('primary')}
    >
      Open its settings
    </Link>
  )
}

function Notice({
  title,
  code,
  isFault = false,
  children,
}: {
  title: string
  code?: string | null
  isFault?: boolean
  children: ReactNode
}) {
  return (
    <div
      role="status"
      className={cx(
        'mt-4 flex flex-col items-start gap-2 rounded-md px-4 py-3',
        isFault ? 'bg-failed-soft' : 'bg-rail ring-1 ring-line ring-inset',
      )}
    >
      <p className={cx('font-medium', isFault && 'text-failed')}>
        {title} {code && <code className="font-mono font-normal text-xs">{code}</code>}
      </p>
      {children}
    </div>
  )
}

import { useSession } from '../../data/session.ts'
import type { ConnectionsView } from '../../data/view.ts'
import { Empty } from '../../parts/page.tsx'
import { ConnectLink } from './connect-link.tsx'

const titles = {
  running: 'Nothing is being imported.',
  attention: 'No connection needs you.',
  paused: 'No connection is paused.',
}

/** An empty list says why it is empty, and what to do next. */
export function NoConnections({
  isFiltered,
  state,
  tag,
}: {
  isFiltered: boolean
  state: ConnectionsView['state']
  tag: string | undefined
}) {
  const { may } = useSession()
  return (
    <div className="px-4 sm:px-6">
      {isFiltered ? (
        <Empty title={state ? titles[state] : 'No connection matches.'}>
          {state ? 'The other chips have the rest.' : 'Take a filter away, or search for other words.'}
        </Empty>
      ) : (
        <Empty
          title={tag ? `Nothing feeds ${tag} yet.` : 'Nothing is connected yet.'}
          action={may('admin') && <ConnectLink />}
        >
          A connection imports a folder, a site, a repository or a mailbox, and then follows it: what changes
          there changes here.
          {!may('admin') && ' Admins and owners connect sources.'}
        </Empty>
      )}
    </div>
  )
}

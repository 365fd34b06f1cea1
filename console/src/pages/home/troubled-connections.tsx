import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { connectionsQuery } from '../../data/connections.ts'
import { Section } from '../../parts/page.tsx'
import { StateMark } from '../../parts/state.tsx'
import { needsAttention, placeOf, stateOf } from '../connections/connection-words.ts'

const mostShown = 5

/** Sources that nothing comes from until somebody acts. Nothing is shown while there are none. */
export function TroubledConnections() {
  const { data } = useQuery({ ...connectionsQuery, refetchInterval: false })
  const troubled = data?.filter(needsAttention) ?? []
  if (troubled.length === 0) return null
  return (
    <Section
      title={`Connections that need you (${troubled.length})`}
      actions={
        <Link
          to="/connections"
          search={{ state: 'attention' }}
          className="text-muted hover:text-ink hover:underline"
        >
          See all
        </Link>
      }
    >
      <ul className="divide-y divide-line border-line border-y">
        {troubled.slice(0, mostShown).map(connection => (
          <li key={connection.id} className="py-2">
            <p className="flex items-center justify-between gap-3">
              <Link
                to="/connections/$id"
                params={{ id: connection.id }}
                search={{}}
                className="min-w-0 truncate font-medium hover:underline"
              >
                {placeOf(connection) ?? connection.provider}
              </Link>
              <StateMark {...stateOf(connection)} />
            </p>
            <p className="text-muted text-xs">{connection.lastSyncRun?.errorMessage}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

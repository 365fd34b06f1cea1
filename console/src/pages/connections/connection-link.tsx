import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { connectionsQuery, useProviders } from '../../data/connections.ts'
import { placeOf } from './connection-words.ts'

/** Leads from a document to the connection that imported it. */
export function ConnectionLink({ id }: { id: string }) {
  const { data } = useQuery({ ...connectionsQuery, refetchInterval: false })
  const { titleOf } = useProviders()
  const connection = data?.find(each => each.id === id)
  if (data && !connection) return 'a connection that was deleted'
  return (
    <Link
      to="/connections/$id"
      params={{ id }}
      search={{}}
      className="underline decoration-line underline-offset-2 hover:decoration-current"
    >
      {connection
        ? [titleOf(connection.provider), placeOf(connection)].filter(Boolean).join(' · ')
        : 'its connection'}
    </Link>
  )
}

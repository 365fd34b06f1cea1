import type { Connection, Connector } from '@reverie/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { queries, reverie } from './client.ts'
import { paceMs } from './connection-state.ts'

const connectionsKey = ['connections']

/** All of them: an organization has at most 100. */
export const connectionsQuery = queryOptions({
  queryKey: connectionsKey,
  queryFn: ({ signal }) => reverie.connections.list({}, { signal }),
  refetchInterval: ({ state: { data } }) => paceMs(data),
})

/** One of them, shown at once when the list has been read before. */
export const connectionQuery = (id: string) =>
  queryOptions({
    queryKey: [...connectionsKey, id],
    queryFn: ({ signal }) => reverie.connections.get(id, { signal }),
    placeholderData: () =>
      queries.getQueryData<Connection[]>(connectionsKey)?.find(connection => connection.id === id),
    refetchInterval: ({ state: { data } }) => paceMs(data ? [data] : []),
  })

export const runsKey = (id: string) => [...connectionsKey, id, 'runs']
export const failuresKey = (id: string) => [...connectionsKey, id, 'failures']

export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: ({ signal }) => reverie.connections.providers({ signal }),
  staleTime: 60_000,
})

/** The connectors of the server, and the name of each for people. */
export function useProviders(): { providers: Connector[] | undefined; titleOf(provider: string): string } {
  const { data } = useQuery(providersQuery)
  return {
    providers: data,
    titleOf: provider => data?.find(each => each.provider === provider)?.title ?? provider,
  }
}

/** Changes what is shown of a connection before the server has answered. */
export function showChange(id: string, change: Partial<Connection>): void {
  const apply = (connection: Connection) => (connection.id === id ? { ...connection, ...change } : connection)
  queries.setQueryData<Connection[]>(connectionsKey, list => list?.map(apply))
  queries.setQueryData<Connection>([...connectionsKey, id], connection => connection && apply(connection))
}

export function forgetConnection(id: string): void {
  queries.setQueryData<Connection[]>(connectionsKey, list => list?.filter(each => each.id !== id))
  queries.removeQueries({ queryKey: [...connectionsKey, id] })
}

export const refreshConnections = (): Promise<void> => queries.invalidateQueries({ queryKey: connectionsKey })

import type { ClientRow } from './store.ts'

/** Clients choose their names, so a name may be of any length. */
const longestName = 100

/** The name of a client in lists and questions. */
export const nameOf = ({ name }: Pick<ClientRow, 'name'>): string =>
  name?.slice(0, longestName).toWellFormed() || 'Unnamed client'

/** The only makers of OAuth JSON. */
export const presentClient = (client: ClientRow) => ({
  ...{ clientId: client.clientId, name: nameOf(client), uri: client.uri, redirectUris: client.redirectUris },
  ...{ createdAt: client.createdAt.toISOString(), isMadeByHand: client.org !== null },
})

export const presentClients = (rows: readonly ClientRow[]) => ({ clients: rows.map(presentClient) })

export const presentMade = ({ clientId, secret }: { clientId: string; secret: string }, name: string) => ({
  ...{ clientId, clientSecret: secret, name },
})

export const presentDecision = ({
  redirectTo,
  grant,
}: {
  redirectTo: string
  grant: string | undefined
}) => ({
  ...{ redirectTo, id: grant ?? null },
})

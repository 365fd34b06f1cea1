import type { ClientRow } from './store.ts'

/** The only makers of OAuth JSON. */
export const presentClient = ({ clientId, name, uri, redirectUris, createdAt, org }: ClientRow) => ({
  ...{ clientId, name: name ?? 'Unnamed client', uri, redirectUris },
  ...{ createdAt: createdAt.toISOString(), isMadeByHand: org !== null },
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

import type { Organization } from '../../platform/access/principal.ts'
import type { Connector } from '../../platform/connectors/connector.ts'
import type { ConnectionsApp } from './connections-app.ts'
import { callbackPath } from './oauth/begin-authorization.ts'
import { findOAuthClient, settingPrefix } from './oauth/oauth-client.ts'

export type ShownProvider = {
  connector: Connector
  isReady: boolean
  callbackUrl: string | null
  settingPrefix: string | null
}

/** Every connector of this server, and whether it can be used. */
export async function listProviders(
  app: ConnectionsApp,
  { id: org }: Organization,
  origin: string,
): Promise<ShownProvider[]> {
  const connectors = await app.sources.connectors.list()
  return Promise.all(
    connectors.map(async connector => {
      const { provider, credentials } = connector.describe
      if (credentials.kind !== 'oauth')
        return { connector, isReady: true, callbackUrl: null, settingPrefix: null }
      const isReady = (await findOAuthClient(app, org, provider)) !== undefined
      const callbackUrl = `${origin}${callbackPath(provider)}`
      return { connector, isReady, callbackUrl, settingPrefix: settingPrefix(provider) }
    }),
  )
}

import type { OneDriveSettings } from './settings.ts'

/** Where Microsoft Graph and its authorization server are. National clouds have servers of their own. */
export type Cloud = { graph: string; authority: string }
export type Clouds = Readonly<Record<OneDriveSettings['cloud'], Cloud>>

export const microsoftClouds: Clouds = {
  global: { graph: 'https://graph.microsoft.com', authority: 'https://login.microsoftonline.com' },
  'us-government': { graph: 'https://graph.microsoft.us', authority: 'https://login.microsoftonline.us' },
  'us-defense': { graph: 'https://dod-graph.microsoft.us', authority: 'https://login.microsoftonline.us' },
  china: {
    graph: 'https://microsoftgraph.chinacloudapi.cn',
    authority: 'https://login.partner.microsoftonline.cn',
  },
}

/** An application of one tenant cannot use the address for all of them, and personal accounts know no SharePoint. */
export function authorizationOf(clouds: Clouds, { cloud, tenant, accountType }: OneDriveSettings) {
  const usual = { any: 'common', personal: 'consumers', business: 'organizations' }[accountType]
  const base = `${clouds[cloud].authority}/${encodeURIComponent(tenant ?? usual)}/oauth2/v2.0`
  const rights = accountType === 'personal' ? ['Files.Read.All'] : ['Files.Read.All', 'Sites.Read.All']
  return {
    authorizeUrl: `${base}/authorize`,
    tokenUrl: `${base}/token`,
    scopes: [...rights, 'User.Read', 'offline_access'],
  }
}

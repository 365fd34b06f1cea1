import type { Connector, CredentialKind } from '../../../platform/connectors/connector.ts'
import { unscoped } from '../../../platform/db/tx.ts'
import { type AnySealedValue, unseal } from '../../../platform/lib/seal.ts'
import { readSettings } from '../../settings/store.ts'
import { sealedFor } from '../../settings/update-settings.ts'
import type { ConnectionsApp } from '../connections-app.ts'

export type OAuthKind = Extract<CredentialKind<unknown>, { kind: 'oauth' }>

/** The authorization of a connection: at some providers its addresses depend on the settings. Undefined if it has none. */
export function oauthKindOf(
  { credentials, settings }: Connector['describe'],
  row: { settings: unknown },
): OAuthKind | undefined {
  if (credentials.kind !== 'oauth') return undefined
  const { success, data } = settings.safeParse(row.settings)
  return success ? { ...credentials, ...credentials.forSettings?.(data) } : credentials
}

/** The operator's own application at a provider. */
export type OAuthClient = { clientId: string; clientSecret: string }

/** Providers that share an application with another one in the settings. */
const shared: Record<string, string> = { gmail: 'google-drive', sharepoint: 'onedrive' }

/** The beginning of the names of a provider's settings: `google-drive` has `googleDriveClientId`. */
export const settingPrefix = (provider: string): string =>
  (shared[provider] ?? provider).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The application that the settings name for a provider. Undefined until `{provider}CustomKeyEnabled` is true and it is complete. */
export async function findOAuthClient(
  { cells, secretsKey, oldSecretsKeys }: Pick<ConnectionsApp, 'cells' | 'secretsKey' | 'oldSecretsKeys'>,
  org: string,
  provider: string,
): Promise<OAuthClient | undefined> {
  const settings = await unscoped(cells.directory, db => readSettings(db, org))
  const prefix = settingPrefix(provider)
  const clientId = settings[`${prefix}ClientId`]
  const name = `${prefix}ClientSecret`
  const sealed = settings[name]
  if (settings[`${prefix}CustomKeyEnabled`] !== true) return undefined
  if (typeof clientId !== 'string' || clientId === '' || !sealed) return undefined
  const clientSecret = unseal([secretsKey, ...oldSecretsKeys], sealedFor(org, name), sealed as AnySealedValue)
  return { clientId, clientSecret }
}

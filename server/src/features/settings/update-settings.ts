import { type Source, unscoped } from '../../platform/db/tx.ts'
import { seal } from '../../platform/lib/seal.ts'
import type { SettingsPatch } from './schema.ts'
import { mergeSettings, type StoredSettings } from './store.ts'

export type SettingsApp = { cells: { directory: Source }; secretsKey: Buffer }

/** Shown instead of a secret: there is one, and nothing more. */
export const secretMask = '********'

/**
 * Changes some settings. Secrets are encrypted before they are stored. A client that sends back the settings it has read sends
 * the mask in place of a secret, which then stays as it is.
 */
export async function updateSettings(
  app: SettingsApp,
  org: string,
  patch: SettingsPatch,
): Promise<StoredSettings> {
  const stored = Object.fromEntries(
    Object.entries(patch)
      .filter(([name, value]) => !(isSecretSetting(name) && value === secretMask))
      .map(([name, value]) => [name, sealed(app, org, name, value)]),
  )
  return unscoped(app.cells.directory, db => mergeSettings(db, org, stored))
}

export const isSecretSetting = (name: string) => name.endsWith('ClientSecret')

/** A secret can be unsealed only for the organization and setting it was sealed for. */
export const sealedFor = (org: string, name: string) => `${org} settings.${name}`

function sealed({ secretsKey }: SettingsApp, org: string, name: string, value: unknown): unknown {
  return isSecretSetting(name) && typeof value === 'string'
    ? seal(secretsKey, sealedFor(org, name), value)
    : value
}

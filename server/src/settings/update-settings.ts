import { type Source, unscoped } from '../db/tx.ts'
import { AppError } from '../errors.ts'
import { seal } from '../lib/seal.ts'
import type { SettingsPatch } from './schema.ts'
import { mergeSettings, type StoredSettings } from './store.ts'

export type SettingsApp = { cells: { directory: Source }; secretsKey: Buffer | undefined }

/** Changes some settings. Secrets are sealed before they are stored; without a key to seal them with they are refused. */
export async function updateSettings(
  app: SettingsApp,
  org: string,
  patch: SettingsPatch,
): Promise<StoredSettings> {
  const stored = Object.fromEntries(
    Object.entries(patch).map(([name, value]) => [name, sealed(app, name, value)]),
  )
  return unscoped(app.cells.directory, db => mergeSettings(db, org, stored))
}

export const isSecret = (name: string) => name.endsWith('ClientSecret')

function sealed({ secretsKey }: SettingsApp, name: string, value: unknown): unknown {
  if (!isSecret(name) || typeof value !== 'string') return value
  if (secretsKey) return seal(secretsKey, value)
  throw new AppError('request.invalid', {
    message: `${name}: secrets cannot be kept here yet`,
    details:
      'Set SECRETS_KEY on the server: 32 random bytes in base64, for example from "openssl rand -base64 32".',
  })
}

import { createHmac } from 'node:crypto'
import { openSecretsKeys } from './secrets-file.ts'

export type SecretsSettings = {
  SECRETS_KEY: string
  SECRETS_KEYS_OLD: string
  FILE_URL_SECRET: string
  DATA_DIR: string
}

export type Secrets = {
  /** Encrypts connector secrets. */
  secretsKey: Buffer
  /** Keys from before a rotation: they decrypt secrets that they encrypted, and encrypt nothing new. */
  oldSecretsKeys: Buffer[]
  /** Signs links to uploaded files. */
  fileUrlSecret: string
  /** Signs session cookies. */
  sessionSecret: string
  /** Secrets from before a rotation: links signed with them are valid until they expire. */
  oldFileUrlSecrets: readonly string[]
}

/**
 * The keys of this installation, from the settings or else from `secrets.json` in DATA_DIR. The link secret is
 * derived from SECRETS_KEY, so an installation that grows to several machines copies one value and keeps both secrets
 * and links.
 */
export async function openSecrets(settings: SecretsSettings): Promise<Secrets> {
  const { current, old } = await keysOf(settings)
  const [secretsKey, ...oldSecretsKeys] = [current, ...old].map(key => Buffer.from(key, 'base64'))
  const given = settings.FILE_URL_SECRET
  return {
    secretsKey: secretsKey!,
    oldSecretsKeys,
    sessionSecret: createHmac('sha256', secretsKey!).update('reverie sessions').digest('hex'),
    fileUrlSecret: given || deriveFileUrlSecret(secretsKey!),
    oldFileUrlSecrets: given ? [] : oldSecretsKeys.map(deriveFileUrlSecret),
  }
}

/**
 * Old keys may be configured in addition to the file, when the key of an installation came from the settings before.
 */
async function keysOf({ SECRETS_KEY, SECRETS_KEYS_OLD, DATA_DIR }: SecretsSettings) {
  const given = SECRETS_KEYS_OLD.split(',').map(key => key.trim())
  const before = given.filter(key => key !== '')
  if (SECRETS_KEY) return { current: SECRETS_KEY, old: before }
  const { current, old } = await openSecretsKeys(DATA_DIR)
  return { current, old: [...old, ...before] }
}

function deriveFileUrlSecret(secretsKey: Buffer): string {
  return createHmac('sha256', secretsKey).update('reverie file urls').digest('hex')
}

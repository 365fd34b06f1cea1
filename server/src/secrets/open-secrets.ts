import { createHmac } from 'node:crypto'
import { keepSecretsKey } from './secrets-file.ts'

export type SecretsSettings = { SECRETS_KEY: string; FILE_URL_SECRET: string; DATA_DIR: string }

export type Secrets = {
  /** Encrypts connector secrets. */
  secretsKey: Buffer
  /** Signs links to uploaded files. */
  fileUrlSecret: string
}

/**
 * The keys of this installation: as configured, else from `secrets.json` in DATA_DIR. The secret of links follows from the
 * other, so an installation that grows to several machines copies one value and keeps both secrets and links.
 */
export async function openSecrets(settings: SecretsSettings): Promise<Secrets> {
  const secretsKey = Buffer.from(settings.SECRETS_KEY || (await keepSecretsKey(settings.DATA_DIR)), 'base64')
  const fileUrlSecret =
    settings.FILE_URL_SECRET || createHmac('sha256', secretsKey).update('reverie file urls').digest('hex')
  return { secretsKey, fileUrlSecret }
}

import { randomBytes } from 'node:crypto'
import type { Config } from '../platform/config.ts'
import { addressesOf } from '../platform/db/addresses.ts'
import { chooseLogins } from '../platform/db/login.ts'
import { openSecrets } from '../platform/secrets/open-secrets.ts'
import { readSecretsKeys, secretsPath } from '../platform/secrets/secrets-file.ts'

type Settings = Parameters<typeof addressesOf>[0] &
  Pick<Config, 'SECRETS_KEY' | 'SECRETS_KEYS_OLD' | 'FILE_URL_SECRET' | 'DATA_DIR'>

/** The address of every database, with the login that processes use. That login is no superuser and owns nothing. */
export function openLogins(config: Settings): ReturnType<typeof chooseLogins> {
  return chooseLogins(addressesOf(config), () => findLoginKey(config))
}

/** The key from which the login's password is derived. Creates one if there is none. */
export async function openLoginKey(config: Settings): Promise<Buffer> {
  return (await openSecrets(config)).secretsKey
}

/** Creates no file, for commands that only read. With the random key, only a Postgres without passwords lets them in. */
async function findLoginKey({ SECRETS_KEY, DATA_DIR }: Settings): Promise<Buffer> {
  const key = SECRETS_KEY || (await readSecretsKeys(secretsPath(DATA_DIR)))?.current
  return key ? Buffer.from(key, 'base64') : randomBytes(32)
}

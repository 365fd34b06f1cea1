import { randomBytes } from 'node:crypto'
import type { Config } from '../config.ts'
import { type CellAddress, cellAddresses } from '../db/cells.ts'
import { chooseLogins } from '../db/login.ts'
import { openSecrets } from '../secrets/open-secrets.ts'
import { readSecretsKeys, secretsPath } from '../secrets/secrets-file.ts'

type Settings = Parameters<typeof cellAddresses>[0] &
  Pick<Config, 'SECRETS_KEY' | 'SECRETS_KEYS_OLD' | 'FILE_URL_SECRET' | 'DATA_DIR'>

/** Every cell by the login that answers requests, which is no superuser and owns nothing. */
export function openLogins(config: Settings): Promise<CellAddress[]> {
  return chooseLogins(cellAddresses(config), () => findLoginKey(config))
}

/** The key that the login's password follows from; made if there is none. */
export async function keepLoginKey(config: Settings): Promise<Buffer> {
  return (await openSecrets(config)).secretsKey
}

/** A command that only looks leaves no file behind. Without a key it gets in where Postgres asks for no password. */
async function findLoginKey({ SECRETS_KEY, DATA_DIR }: Settings): Promise<Buffer> {
  const key = SECRETS_KEY || (await readSecretsKeys(secretsPath(DATA_DIR)))?.current
  return key ? Buffer.from(key, 'base64') : randomBytes(32)
}

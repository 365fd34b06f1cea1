import { stat } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { readSecretsKey, secretsPath } from '../secrets/secrets-file.ts'

/** Where the keys of this installation come from, so that whoever makes backups knows what to keep. */
export async function checkSecrets(config: Config): Promise<{ what: string; found: string; todo?: string }> {
  const what = 'secrets'
  const path = secretsPath(config.DATA_DIR)
  if (config.SECRETS_KEY !== '') return { what, found: 'from SECRETS_KEY' }
  try {
    if ((await readSecretsKey(path)) === undefined)
      return { what, found: `none yet: the first start creates ${path}` }
  } catch (error) {
    return { what, found: 'cannot be used', todo: (error as Error).message }
  }
  const { mode } = await stat(path)
  const isOpen = (mode & 0o077) !== 0
  return {
    what,
    found: `${path}, needed in every backup`,
    ...(isOpen && { todo: `Other users may read it. Run: chmod 600 ${path}` }),
  }
}

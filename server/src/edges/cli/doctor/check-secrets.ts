import { stat } from 'node:fs/promises'
import type { Config } from '../../../platform/config.ts'
import { readSecretsKeys, secretsPath } from '../../../platform/secrets/secrets-file.ts'
import { type Finding, failure, ok, warning } from './finding.ts'

/** Reports where the secrets of this installation are stored, so the operator can include them in backups. */
export async function checkSecrets(config: Config): Promise<Finding[]> {
  const path = secretsPath(config.DATA_DIR)
  if (config.SECRETS_KEY !== '') return [ok('secrets', 'from SECRETS_KEY')]
  try {
    if ((await readSecretsKeys(path)) === undefined)
      return [ok('secrets', `none yet: the first start creates ${path}`)]
  } catch (error) {
    return [failure('secrets', 'cannot be used', (error as Error).message)]
  }
  const found = `${path} (include it in every backup)`
  const { mode } = await stat(path)
  if ((mode & 0o077) === 0) return [ok('secrets', found)]
  return [warning('secrets', found, `Other users can read this file. Run: chmod 600 ${path}`)]
}

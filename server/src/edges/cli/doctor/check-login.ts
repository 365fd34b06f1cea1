import { openLogins } from '../../../app/open-logins.ts'
import type { Config } from '../../../platform/config.ts'
import { addressesOf, allOf, type CellAddress, labelOf } from '../../../platform/db/addresses.ts'
import { LoginError, userOf } from '../../../platform/db/login.ts'
import { SecondLockError } from '../../../platform/db/second-lock.ts'
import { SecretsError } from '../../../platform/secrets/secrets-file.ts'
import { type Finding, failure, ok } from './finding.ts'

/**
 * Checks in every database that processes log in with a role that row-level security binds: no superuser, no owner, no
 * BYPASSRLS. A process checks the same at its start. An unreachable cell is reported by `checkCells`.
 */
export async function checkLogin(config: Config): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const address of allOf(addressesOf(config))) findings.push(...(await checkAt(config, address)))
  return findings
}

async function checkAt(config: Config, address: CellAddress): Promise<Finding[]> {
  const subject = `${labelOf(address)}: login`
  const alone = {
    ...config,
    DATABASE_URL: address.url,
    DATABASE_OWNER_URL: address.ownerUrl ?? '',
    CELL_URLS: '',
    CELL_OWNER_URLS: '',
    DATABASE_DIRECT_URL: address.directUrl ?? '',
    CELL_DIRECT_URLS: '',
    DIRECTORY_URL: '',
    DIRECTORY_OWNER_URL: '',
    DIRECTORY_DIRECT_URL: '',
  }
  try {
    const [login] = (await openLogins(alone)).cells
    return [ok(subject, `${userOf(login!.url)}, not a superuser, owns no tables`)]
  } catch (error) {
    const isOurs = [LoginError, SecondLockError, SecretsError].some(kind => error instanceof kind)
    if (!isOurs) return []
    const [found, ...todo] = (error as Error).message.split('\n')
    return [failure(subject, found!, todo.join('\n      ') || 'See docs/deploy/security.md.')]
  }
}

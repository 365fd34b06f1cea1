import type { Principal, RateLimit } from '../../platform/access/principal.ts'
import { reaches } from '../../platform/access/roles.ts'
import { DirectoryCache } from '../../platform/db/directory-cache.ts'
import type { Source } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { isSecret, parseKey } from './key-value.ts'
import { findKey, type KeyWithOrganization } from './store.ts'

/** Time for which a key's row is cached: a disabled key stops working within this time on every process. */
const freshMs = 2_000

/**
 * Maps a key value to its principal; undefined for an unknown or wrong key. While the directory is away, keys that were used
 * before go on working for a while.
 */
export class KeyRing {
  readonly #rows: DirectoryCache<KeyWithOrganization | undefined>

  constructor(directory: Source) {
    this.#rows = new DirectoryCache(directory, { freshMs })
  }

  async findPrincipal(value: string): Promise<Principal | undefined> {
    const key = parseKey(value)
    if (!key) return undefined
    const row = await this.#read(key.id)
    return row && isSecret(key.secret, row.secretHash) ? toPrincipal(row) : undefined
  }

  /** The principal of a grant whose token has been checked already. */
  async findGrant(id: string): Promise<Principal | undefined> {
    const row = await this.#read(id)
    return row?.person ? toPrincipal(row) : undefined
  }

  /** After a change in this process; others notice within `freshMs`. */
  forget(id: string): void {
    this.#rows.forget(id)
  }

  #read(id: string): Promise<KeyWithOrganization | undefined> {
    return this.#rows.get(id, db => findKey(db, id))
  }
}

function toPrincipal(row: KeyWithOrganization): Principal {
  checkAlive(row)
  return {
    organization: row.organization,
    key: { id: row.id, name: row.name, expiresAt: row.expiresAt, rateLimit: rateLimitOf(row) },
    containerTag: row.containerTag ?? undefined,
    ...grantOf(row),
  }
}

/** A key that a person gave to a plugin may never do more than the person may now. */
function grantOf({ role, person, personRole }: KeyWithOrganization): Pick<Principal, 'grant'> {
  if (role === null || person === null || personRole === null) return {}
  return { grant: { personId: person, role: reaches(personRole, role) ? role : personRole } }
}

/** Called after the secret was checked, so only its holder learns that the key is disabled or expired. */
function checkAlive({ disabledAt, expiresAt, person, personRole }: KeyWithOrganization): void {
  const isAbandoned = person !== null && personRole === null
  if (disabledAt || isAbandoned) throw new AppError('auth.disabled_key')
  if (!expiresAt || expiresAt.getTime() > Date.now()) return
  throw new AppError('auth.expired_key', {
    message: `This API key expired on ${expiresAt.toISOString()}. Create a new one`,
  })
}

function rateLimitOf({
  rateLimitMax: max,
  rateLimitWindowMs: windowMs,
}: KeyWithOrganization): RateLimit | undefined {
  return max === null || windowMs === null ? undefined : { max, windowMs }
}

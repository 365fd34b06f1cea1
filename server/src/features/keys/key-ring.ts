import type { Principal, RateLimit } from '../../platform/access/principal.ts'
import { reaches } from '../../platform/access/roles.ts'
import { isUnavailable } from '../../platform/db/pool.ts'
import { type Source, unscoped } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { BoundedMap } from '../../platform/lib/bounded-map.ts'
import { isSecret, parseKey } from './key-value.ts'
import { findKey, type KeyWithOrganization } from './store.ts'

/** Time for which a key's row is cached: a disabled key stops working within this time on every process. */
const freshMs = 2_000
/** While the directory is unreachable, keys seen recently go on working, so that other cells stay usable. */
const usableWhileAwayMs = 15 * 60_000
const remembered = 10_000

type Entry = { row: KeyWithOrganization | undefined; readAt: number }

/** Maps a key value to its principal; undefined for an unknown or wrong key. */
export class KeyRing {
  readonly #directory: Source
  readonly #entries = new BoundedMap<string, Entry>(remembered)
  readonly #readings = new Map<string, Promise<KeyWithOrganization | undefined>>()

  constructor(directory: Source) {
    this.#directory = directory
  }

  async findPrincipal(value: string): Promise<Principal | undefined> {
    const key = parseKey(value)
    if (!key) return undefined
    const row = await this.#read(key.id)
    if (!row || !isSecret(key.secret, row.secretHash)) return undefined
    checkAlive(row)
    return {
      organization: row.organization,
      key: { id: row.id, name: row.name, expiresAt: row.expiresAt, rateLimit: rateLimitOf(row) },
      containerTag: row.containerTag ?? undefined,
      ...grantOf(row),
    }
  }

  /** After a change in this process; others notice within `freshMs`. */
  forget(id: string): void {
    this.#entries.delete(id)
    this.#readings.delete(id)
  }

  async #read(id: string): Promise<KeyWithOrganization | undefined> {
    const entry = this.#entries.get(id)
    if (entry && Date.now() - entry.readAt < freshMs) return entry.row
    try {
      return await this.#readOnce(id)
    } catch (error) {
      const away = error instanceof AppError ? error.code === 'cell.unavailable' : isUnavailable(error)
      if (away && entry && Date.now() - entry.readAt < usableWhileAwayMs) return entry.row
      throw error
    }
  }

  /** Requests that arrive together share one reading: 2,500 of them took all connections of the directory for seconds. */
  #readOnce(id: string): Promise<KeyWithOrganization | undefined> {
    const known = this.#readings.get(id)
    if (known) return known
    const reading = unscoped(this.#directory, db => findKey(db, id)).then(row => {
      // Forgotten meanwhile: the key was changed, and this may be the row from before.
      if (this.#readings.get(id) === reading) this.#entries.set(id, { row, readAt: Date.now() })
      return row
    })
    this.#readings.set(id, reading)
    const end = () => {
      if (this.#readings.get(id) === reading) this.#readings.delete(id)
    }
    reading.then(end, end)
    return reading
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

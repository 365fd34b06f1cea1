import type { Principal } from '../../platform/access/principal.ts'
import { DirectoryCache } from '../../platform/db/directory-cache.ts'
import type { Source } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { KeyRing } from '../keys/key-ring.ts'
import { findAccessToken, type TokenRow } from './store.ts'
import { hashOf } from './token-hash.ts'

/** Time for which a token is cached, as for keys: a revoked one stops working within this time on every process. */
const freshMs = 2_000

/** Maps an access token to the principal of its grant. */
export class TokenRing {
  readonly #keys: KeyRing
  readonly #resource: string
  readonly #rows: DirectoryCache<TokenRow | undefined>

  constructor(parts: { directory: Source; keys: KeyRing; resource: string }) {
    this.#rows = new DirectoryCache(parts.directory, { freshMs })
    this.#keys = parts.keys
    this.#resource = parts.resource
  }

  /** Undefined for a token that is unknown, was made for another resource, or whose grant is gone. */
  async findPrincipal(token: string): Promise<Principal | undefined> {
    const row = await this.#read(hashOf(token))
    if (!row?.grant || !isFor(row, this.#resource)) return undefined
    if (row.expiresAt.getTime() <= Date.now())
      throw new AppError('auth.expired_key', {
        message: 'This access token has expired. Use the refresh token',
      })
    return this.#keys.findGrant(row.grant)
  }

  forget(): void {
    this.#rows.clear()
  }

  #read(hash: string): Promise<TokenRow | undefined> {
    return this.#rows.get(hash, db => findAccessToken(db, hash))
  }
}

/** A token is for exactly one resource, and ours is the only one. */
const isFor = ({ resources }: TokenRow, resource: string) =>
  resources?.length === 1 && resources[0] === resource

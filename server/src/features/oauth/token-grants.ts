import { unscoped } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { KeyRing } from '../keys/key-ring.ts'
import { markDisabled } from '../keys/store.ts'
import type { OAuthServer } from './oauth-server.ts'
import { dropExpiredTokens, dropUnusedClients, findRefreshGrant } from './store.ts'
import { hashOf } from './token-hash.ts'

type Parts = { oauth: OAuthServer; keys: KeyRing }

/** False when the grant of a refresh token has ended. An unknown token is left to the library, which refuses it. */
export async function isRefreshAllowed({ oauth, keys }: Parts, token: string): Promise<boolean> {
  const grant = await unscoped(oauth.directory, db => findRefreshGrant(db, hashOf(token)))
  if (grant === undefined) return true
  // Read again: a grant that was just revoked may still be cached.
  keys.forget(grant)
  try {
    return (await keys.findGrant(grant)) !== undefined
  } catch (error) {
    if (error instanceof AppError && error.code.startsWith('auth.')) return false
    throw error
  }
}

/** Returns a function that ends the grant of a refresh token, once its client has proved who it is. */
export async function endGrantOf({ oauth, keys }: Parts, token: string): Promise<() => Promise<void>> {
  const grant = await unscoped(oauth.directory, db => findRefreshGrant(db, hashOf(token)))
  return async () => {
    if (grant === undefined) return
    await unscoped(oauth.directory, db => markDisabled(db, grant))
    keys.forget(grant)
  }
}

/** Rows that one request drops. Each adds at most one client and two tokens, so there are never many too many. */
const droppedAtOnce = 20

/** Drops clients that nobody uses, and expired tokens. Called when clients register: workers do not know the directory. */
export async function tidyClients({ directory }: OAuthServer): Promise<void> {
  await unscoped(directory, async db => {
    await dropUnusedClients(db, droppedAtOnce)
    await dropExpiredTokens(db, 3 * droppedAtOnce)
  })
}

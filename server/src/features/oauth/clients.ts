import type { z } from 'zod'
import type { Principal } from '../../platform/access/principal.ts'
import { type Source, unscoped } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { disableGrants } from '../keys/grant-store.ts'
import type { KeyRing } from '../keys/key-ring.ts'
import type { OAuthServer } from './oauth-server.ts'
import type { makeClientBody } from './schema.ts'
import { type ClientRow, deleteMadeClient, findClient, selectMadeClients } from './store.ts'

export type OAuthApp = { cells: { directory: Source }; keys: KeyRing; oauth?: OAuthServer | undefined }

/** The authorization server, which needs an address that clients and browsers share. */
export function serverOf({ oauth }: OAuthApp): OAuthServer {
  if (!oauth) throw new AppError('oauth.not_available')
  return oauth
}

export async function getClient(app: OAuthApp, id: string): Promise<ClientRow> {
  const client = await unscoped(serverOf(app).directory, db => findClient(db, id))
  if (!client) throw new AppError('oauth.client_not_found')
  return client
}

export function listMadeClients(app: OAuthApp, { organization }: Principal): Promise<ClientRow[]> {
  return unscoped(app.cells.directory, db => selectMadeClients(db, organization.id))
}

/** For clients with fields for an id and a secret, where operators keep registration closed. */
export async function makeClient(
  app: OAuthApp,
  { organization }: Principal,
  { name, redirectUris }: z.output<typeof makeClientBody>,
  cookie: string,
): Promise<{ clientId: string; secret: string }> {
  try {
    return await serverOf(app).makeClient({ name, redirectUris, org: organization.id }, cookie)
  } catch (error) {
    const { error: code, error_description: reason } = (error as { body?: Record<string, string> }).body ?? {}
    if (code !== 'invalid_redirect_uri' && code !== 'invalid_client_metadata') throw error
    throw new AppError('request.invalid', {
      message: `redirectUris: ${reason ?? 'not allowed'}`,
      cause: error,
    })
  }
}

/** Deletes a client that was made by hand, and ends all access that was given to it. */
export async function deleteClient(app: OAuthApp, { organization }: Principal, id: string): Promise<void> {
  const ended = await unscoped(app.cells.directory, async db => {
    if (!(await deleteMadeClient(db, organization.id, id))) throw new AppError('oauth.client_not_found')
    return disableGrants(db, organization.id, { grant: id, person: undefined })
  })
  for (const each of ended) app.keys.forget(each)
}

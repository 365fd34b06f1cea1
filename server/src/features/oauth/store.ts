import { sql } from 'kysely'
import type { Db } from '../../platform/db/tx.ts'

export type TokenRow = { grant: string | null; resources: string[] | null; expiresAt: Date }

/** The grant of an access token that has not been revoked. */
export async function findAccessToken(db: Db, hash: string): Promise<TokenRow | undefined> {
  const { rows } = await sql<TokenRow>`
    select t.reference_id as "grant", t.resources, t.expires_at as "expiresAt"
      from directory.oauth_access_tokens t join directory.oauth_clients c on c.client_id = t.client_id
     where t.token = ${hash} and t.revoked is null and c.disabled is not true`.execute(db)
  return rows[0]
}

/** The grant of a refresh token, whatever its state. */
export async function findRefreshGrant(db: Db, hash: string): Promise<string | undefined> {
  const { rows } = await sql<{ grant: string | null }>`
    select reference_id as "grant" from directory.oauth_refresh_tokens where token = ${hash}`.execute(db)
  return rows[0]?.grant ?? undefined
}

export type ClientRow = {
  clientId: string
  name: string | null
  uri: string | null
  redirectUris: string[]
  createdAt: Date
  org: string | null
}

const clientColumns = sql`client_id as "clientId", name, uri, redirect_uris as "redirectUris", created_at as "createdAt",
  reference_id as "org"`

export async function findClient(db: Db, clientId: string): Promise<ClientRow | undefined> {
  const { rows } = await sql<ClientRow>`
    select ${clientColumns} from directory.oauth_clients where client_id = ${clientId} and disabled is not true`.execute(
    db,
  )
  return rows[0]
}

/** Clients that admins of an organization have made by hand, the latest first. */
export async function selectMadeClients(db: Db, org: string): Promise<ClientRow[]> {
  const { rows } = await sql<ClientRow>`
    select ${clientColumns} from directory.oauth_clients where reference_id = ${org} and disabled is not true
     order by created_at desc, client_id limit 100`.execute(db)
  return rows
}

/** Deletes a client that was made by hand, with its tokens. Returns whether there was one. */
export async function deleteMadeClient(db: Db, org: string, clientId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from directory.oauth_clients where reference_id = ${org} and client_id = ${clientId}`.execute(db)
  return numAffectedRows === 1n
}

/**
 * Drops clients that have registered themselves a day ago or earlier and have no grant that works: nobody has agreed to them,
 * or all grants have ended. Their consents and tokens go with them. Returns how many.
 */
export async function dropUnusedClients(db: Db, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from directory.oauth_clients where id in (
      select c.id from directory.oauth_clients c
       where c.reference_id is null and c.created_at < now() - interval '1 day'
         and not exists (
           select 1 from directory.oauth_consents o join directory.keys k on k.id = o.reference_id
            where o.client_id = c.client_id and k.disabled_at is null and (k.expires_at is null or k.expires_at > now()))
       order by c.created_at limit ${most})`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

export async function dropExpiredTokens(db: Db, most: number): Promise<number> {
  const access = await sql`
    delete from directory.oauth_access_tokens where id in (
      select id from directory.oauth_access_tokens where expires_at < now() limit ${most})`.execute(db)
  const refresh = await sql`
    delete from directory.oauth_refresh_tokens where id in (
      select id from directory.oauth_refresh_tokens where expires_at < now() limit ${most})`.execute(db)
  return Number((access.numAffectedRows ?? 0n) + (refresh.numAffectedRows ?? 0n))
}

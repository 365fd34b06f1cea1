import { sql } from 'kysely'
import type { Db } from '../../../platform/db/tx.ts'
import type { SealedValue } from '../../../platform/lib/seal.ts'

/** Authorizations under way. */

export type GrantRow = {
  shard: number
  org: string
  id: string
  connection: string
  provider: string
  verifier: SealedValue
  clientId: string
  redirectUri: string
  returnTo: string | null
  expiresAt: Date
}

export async function insertGrant(db: Db, grant: GrantRow & { secretHash: Buffer }): Promise<void> {
  await sql`
    insert into cell.connection_grants (shard, org, id, connection, provider, secret_hash, verifier, client_id, redirect_uri, return_to, expires_at)
    values (${grant.shard}, ${grant.org}, ${grant.id}, ${grant.connection}, ${grant.provider}, ${grant.secretHash},
            ${JSON.stringify(grant.verifier)}::jsonb, ${grant.clientId}, ${grant.redirectUri}, ${grant.returnTo}, ${grant.expiresAt})`.execute(
    db,
  )
}

/** Takes a grant, once: a second answer with the same state finds nothing. */
export async function takeGrant(
  db: Db,
  { shard, org, id, secretHash }: { shard: number; org: string; id: string; secretHash: Buffer },
): Promise<GrantRow | undefined> {
  const { rows } = await sql<GrantRow>`
    delete from cell.connection_grants g
     where g.shard = ${shard} and g.org = ${org} and g.id = ${id} and g.secret_hash = ${secretHash} and g.expires_at > now()
    returning g.shard, g.org, g.id, g.connection, g.provider, g.verifier, g.client_id as "clientId", g.redirect_uri as "redirectUri",
              g.return_to as "returnTo", g.expires_at as "expiresAt"`.execute(db)
  return rows[0]
}

/** Grants of a connection that is authorized anew or deleted. */
export async function dropGrants(
  db: Db,
  { shard, org, id }: { shard: number; org: string; id: string },
): Promise<void> {
  await sql`
    delete from cell.connection_grants g where g.shard = ${shard} and g.org = ${org} and g.connection = ${id}`.execute(
    db,
  )
}

import { sql } from 'kysely'
import type { Role } from '../../platform/access/roles.ts'
import type { Db } from '../../platform/db/tx.ts'

export type NewInvitation = {
  id: string
  org: string
  role: Role
  email: string | null
  tokenHash: Buffer
  invitedBy: string | null
  expiresAt: Date
}

export async function insertInvitation(db: Db, invitation: NewInvitation): Promise<void> {
  const { id, org, role, email, tokenHash, invitedBy, expiresAt } = invitation
  await sql`
    insert into directory.invitations (id, org, role, email, token_hash, invited_by, expires_at)
    values (${id}, ${org}, ${role}, ${email}, ${tokenHash}, ${invitedBy}, ${expiresAt})`.execute(db)
}

export type InvitationRow = {
  id: string
  role: Role
  email: string | null
  invitedBy: string | null
  createdAt: Date
  expiresAt: Date
}

/** The invitations of an organization that can still be accepted. */
export async function selectOpenInvitations(db: Db, org: string): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    select i.id, i.role, i.email, p.name as "invitedBy", i.created_at as "createdAt", i.expires_at as "expiresAt"
      from directory.invitations i left join directory.people p on p.id = i.invited_by
     where i.org = ${org} and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
     order by i.created_at desc, i.id`.execute(db)
  return rows
}

export type FoundInvitation = {
  id: string
  org: string
  organization: string
  role: Role
  email: string | null
  isSetup: boolean
}

/** The open invitation of a token. `lock` keeps others from accepting it until the transaction ends. */
export async function findOpenInvitation(
  db: Db,
  tokenHash: Buffer,
  { lock }: { lock: boolean },
): Promise<FoundInvitation | undefined> {
  const { rows } = await sql<FoundInvitation>`
    select i.id, i.org, o.name as organization, i.role, i.email,
           not exists (select from directory.members m where m.org = i.org) as "isSetup"
      from directory.invitations i join directory.organizations o on o.id = i.org
     where i.token_hash = ${tokenHash} and i.accepted_at is null and i.revoked_at is null and i.expires_at > now()
     ${lock ? sql`for update of i` : sql``}`.execute(db)
  return rows[0]
}

export async function markAccepted(db: Db, id: string): Promise<void> {
  await sql`update directory.invitations set accepted_at = now() where id = ${id}`.execute(db)
}

/** Returns false if the organization has no such open invitation. */
export async function markRevoked(db: Db, org: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update directory.invitations set revoked_at = now()
     where org = ${org} and id = ${id} and accepted_at is null and revoked_at is null`.execute(db)
  return numAffectedRows === 1n
}

/** Ends earlier set-up links, so that only the latest one works. */
export async function revokeSetupLinks(db: Db, org: string): Promise<void> {
  await sql`
    update directory.invitations set revoked_at = now()
     where org = ${org} and invited_by is null and accepted_at is null and revoked_at is null`.execute(db)
}

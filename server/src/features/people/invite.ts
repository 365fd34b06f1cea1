import { randomBytes } from 'node:crypto'
import type { Role } from '../../platform/access/roles.ts'
import { type Source, unscoped } from '../../platform/db/tx.ts'
import { dayMs } from '../../platform/lib/durations.ts'
import { mintToken } from './invitation-token.ts'
import { insertInvitation, revokeSetupLinks } from './invitations-store.ts'

export type Invitation = { id: string; token: string; expiresAt: Date }

type InvitationInput = {
  org: string
  role: Role
  email?: string | undefined
  expiresInDays: number
  /** Null for the server itself. */
  invitedBy: string | null
}

/** Creates an invitation. Its token is shown once, because only its hash is stored. */
export async function invite(directory: Source, input: InvitationInput): Promise<Invitation> {
  const { made, row } = prepare(input)
  await unscoped(directory, db => insertInvitation(db, row))
  return made
}

/** Creates the link that makes whoever opens it the owner. Earlier set-up links end. */
export async function createSetupLink(directory: Source, org: string): Promise<Invitation> {
  const { made, row } = prepare({ org, role: 'owner', expiresInDays: 7, invitedBy: null })
  await unscoped(directory, async db => {
    await revokeSetupLinks(db, org)
    await insertInvitation(db, row)
  })
  return made
}

function prepare({ org, role, email, expiresInDays, invitedBy }: InvitationInput) {
  const { token, tokenHash } = mintToken()
  const id = randomBytes(9).toString('base64url')
  const expiresAt = new Date(Date.now() + expiresInDays * dayMs)
  const row = { id, org, role, email: email?.toLowerCase() ?? null, tokenHash, invitedBy, expiresAt }
  return { made: { id, token, expiresAt }, row }
}

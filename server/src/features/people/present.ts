import type { Role } from '../../platform/access/roles.ts'
import type { Person } from './identity.ts'
import type { FoundInvitation, InvitationRow } from './invitations-store.ts'
import type { Invitation } from './invite.ts'
import type { MemberRow } from './members-store.ts'
import type { SessionRow } from './sessions-store.ts'

export const presentOptions = (
  needsSetup: boolean,
  {
    identity,
    oidc,
  }: { identity: { takesPasswords: boolean }; oidc?: { settings: { name: string } } | undefined },
) => ({
  needsSetup,
  passwords: identity.takesPasswords,
  oidc: oidc ? { name: oidc.settings.name } : null,
})

export const presentOidcStart = (url: string) => ({ url })

export const presentSignedIn = ({ id, name, email }: Person) => ({ person: { id, name, email } })

export const presentFoundInvitation = ({ organization, role, email, isSetup }: FoundInvitation) => ({
  organization,
  role,
  email,
  isSetup,
})

export const presentSessions = (rows: readonly SessionRow[], currentId: string) => ({
  sessions: rows.map(row => ({
    ...row,
    isCurrent: row.id === currentId,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  })),
})

export const presentMembers = (rows: readonly MemberRow[]) => ({
  members: rows.map(({ joinedAt, lastSeenAt, ...member }) => ({
    ...member,
    joinedAt: joinedAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
  })),
})

export const presentInvitations = (rows: readonly InvitationRow[]) => ({
  invitations: rows.map(({ createdAt, expiresAt, ...invitation }) => ({
    ...invitation,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  })),
})

/** The token is behind the `#`, which browsers send to no server, so it appears in no log of a proxy. */
export const invitationUrl = (origin: string, token: string) => `${origin}/join#${token}`

export const resetUrl = (origin: string, token: string) => `${origin}/reset#${token}`

export const presentCreatedInvitation = (
  { id, token, expiresAt }: Invitation,
  { role, email, origin }: { role: Role; email: string | undefined; origin: string },
) => ({
  id,
  url: invitationUrl(origin, token),
  role,
  email: email?.toLowerCase() ?? null,
  expiresAt: expiresAt.toISOString(),
})

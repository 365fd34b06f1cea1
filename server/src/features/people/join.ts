import { type Db, type Source, unscoped } from '../../platform/db/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { Client } from './auth-options.ts'
import type { Identity, OpenSession, Person } from './identity.ts'
import { hashToken } from './invitation-token.ts'
import { type FoundInvitation, findOpenInvitation, markAccepted } from './invitations-store.ts'
import { upsertMember } from './members-store.ts'
import type { OidcProvider } from './oidc/oidc-provider.ts'
import { requirePasswords } from './require-passwords.ts'
import type { SessionRing } from './session-ring.ts'

export type PeopleApp = {
  cells: { directory: Source }
  identity: Identity
  sessions: SessionRing
  /** Undefined if people sign in with passwords only. */
  oidc?: OidcProvider | undefined
}

export type NewPerson = { name: string; email: string; password: string }

/** The invitation of a token, for the page that shows what it offers. */
export async function findInvitation(directory: Source, token: string): Promise<FoundInvitation> {
  return unscoped(directory, db => getInvitation(db, hashToken(token), { lock: false }))
}

/**
 * Accepts an invitation: for the person who is signed in, else for a new person. Whoever comes second with the same link is
 * refused, but keeps the account.
 */
export async function join(
  app: PeopleApp,
  token: string,
  caller: { client: Client; session: OpenSession | undefined; person: NewPerson | undefined },
): Promise<{ joined: FoundInvitation; person: Person; cookie: string | undefined }> {
  const { directory } = app.cells
  // Before an account is made: a stranger without a valid link makes none.
  checkEmail(await findInvitation(directory, token), caller.session?.person.email ?? caller.person?.email)
  const { person, cookie } = await identify(app.identity, caller)
  const joined = await acceptInvitation(app, hashToken(token), person.id)
  return { joined, person, cookie }
}

/** Makes a person a member by the invitation of a token, which works once. */
export async function acceptInvitation(
  { cells, sessions }: PeopleApp,
  tokenHash: Buffer,
  personId: string,
): Promise<FoundInvitation> {
  const joined = await unscoped(cells.directory, async db => {
    const invitation = await getInvitation(db, tokenHash, { lock: true })
    await upsertMember(db, invitation.org, personId, invitation.role)
    await markAccepted(db, invitation.id)
    return invitation
  })
  sessions.forget()
  return joined
}

async function identify(
  identity: Identity,
  { session, person, client }: Parameters<typeof join>[2],
): Promise<{ person: Person; cookie: string | undefined }> {
  if (session) return { person: session.person, cookie: undefined }
  if (!person)
    throw new AppError('request.invalid', {
      details: 'body: send name, email and password, or sign in first',
    })
  requirePasswords(identity)
  return identity.signUp(person, client)
}

async function getInvitation(
  db: Db,
  tokenHash: Buffer,
  options: { lock: boolean },
): Promise<FoundInvitation> {
  const invitation = await findOpenInvitation(db, tokenHash, options)
  if (!invitation) throw new AppError('invitation.not_found')
  return invitation
}

function checkEmail(invitation: FoundInvitation, email: string | undefined): void {
  if (invitation.email === null || email === undefined || email.toLowerCase() === invitation.email) return
  throw new AppError('invitation.other_email', {
    message: `This invitation is for ${invitation.email}. Use that email, or ask for another invitation`,
  })
}
